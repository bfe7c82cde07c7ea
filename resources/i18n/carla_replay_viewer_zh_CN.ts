<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
    <context>
        <name>viewer</name>
        <message>
            <source> again (F)</source>
            <translation>（F 重新跟随）</translation>
        </message>
        <message>
            <source> and </source>
            <translation> 和 </translation>
        </message>
        <message>
            <source> · F to stop</source>
            <translation> · 按 F 停止</translation>
        </message>
        <message>
            <source>({value})</source>
            <translation>（{value}）</translation>
        </message>
        <message>
            <source>+ Signal</source>
            <translation>+ 信号</translation>
        </message>
        <message>
            <source>1 attached</source>
            <translation>1 次附着</translation>
        </message>
        <message>
            <source>1 bicycle</source>
            <translation>1 辆自行车</translation>
        </message>
        <message>
            <source>1 collision</source>
            <translation>1 次碰撞</translation>
        </message>
        <message>
            <source>1 collision at {time}</source>
            <translation>1 次碰撞，{time}</translation>
        </message>
        <message>
            <source>1 contact (not recorded)</source>
            <translation>1 次接触（未录制）</translation>
        </message>
        <message>
            <source>1 controller</source>
            <translation>1 个控制器</translation>
        </message>
        <message>
            <source>1 custom packet</source>
            <translation>1 个自定义数据包</translation>
        </message>
        <message>
            <source>1 destroyed</source>
            <translation>1 个已销毁</translation>
        </message>
        <message>
            <source>1 door moved</source>
            <translation>1 次车门动作</translation>
        </message>
        <message>
            <source>1 finding</source>
            <translation>1 项检测结果</translation>
        </message>
        <message>
            <source>1 frame</source>
            <translation>1 帧</translation>
        </message>
        <message>
            <source>1 frame before</source>
            <translation>1 帧之前</translation>
        </message>
        <message>
            <source>1 light change</source>
            <translation>1 次灯色变化</translation>
        </message>
        <message>
            <source>1 note</source>
            <translation>1 条笔记</translation>
        </message>
        <message>
            <source>1 note of another recording with this name is not shown</source>
            <translation>有 1 条笔记属于同名的另一录制文件，未显示</translation>
        </message>
        <message>
            <source>1 other actor</source>
            <translation>1 个其他参与者</translation>
        </message>
        <message>
            <source>1 problem</source>
            <translation>1 个问题</translation>
        </message>
        <message>
            <source>1 prop</source>
            <translation>1 个物件</translation>
        </message>
        <message>
            <source>1 remark</source>
            <translation>1 条提示</translation>
        </message>
        <message>
            <source>1 sensor</source>
            <translation>1 个传感器</translation>
        </message>
        <message>
            <source>1 spawned</source>
            <translation>1 个已生成</translation>
        </message>
        <message>
            <source>1 spectator</source>
            <translation>1 个观察者</translation>
        </message>
        <message>
            <source>1 traffic light</source>
            <translation>1 个信号灯</translation>
        </message>
        <message>
            <source>1 traffic sign</source>
            <translation>1 个交通标志</translation>
        </message>
        <message>
            <source>1 vehicle</source>
            <translation>1 辆车</translation>
        </message>
        <message>
            <source>1 walker</source>
            <translation>1 名行人</translation>
        </message>
        <message>
            <source>1 weather change</source>
            <translation>1 次天气变化</translation>
        </message>
        <message>
            <source>&lt;table cellspacing='2'&gt;&lt;tr&gt;&lt;td&gt;&lt;b&gt;tesla hero&lt;/b&gt;&lt;/td&gt;&lt;td&gt;all terms, in id, blueprint, role or category&lt;/td&gt;&lt;/tr&gt;&lt;tr&gt;&lt;td&gt;&lt;b&gt;27?? tesla*3&lt;/b&gt;&lt;/td&gt;&lt;td&gt;? one character, * any text&lt;/td&gt;&lt;/tr&gt;&lt;tr&gt;&lt;td&gt;&lt;b&gt;role=hero&lt;/b&gt;&lt;/td&gt;&lt;td&gt;a key: id, type, role, category, alive&lt;/td&gt;&lt;/tr&gt;&lt;tr&gt;&lt;td&gt;&lt;b&gt;alive:no&lt;/b&gt;&lt;/td&gt;&lt;td&gt;who is not there now&lt;/td&gt;&lt;/tr&gt;&lt;tr&gt;&lt;td&gt;&lt;b&gt;number_of_wheels=2&lt;/b&gt;&lt;/td&gt;&lt;td&gt;an attribute&lt;/td&gt;&lt;/tr&gt;&lt;tr&gt;&lt;td&gt;&lt;b&gt;role="bus driver"&lt;/b&gt;&lt;/td&gt;&lt;td&gt;blanks in quotes&lt;/td&gt;&lt;/tr&gt;&lt;tr&gt;&lt;td&gt;&lt;b&gt;!vehicle -role=hero&lt;/b&gt;&lt;/td&gt;&lt;td&gt;not these&lt;/td&gt;&lt;/tr&gt;&lt;/table&gt;</source>
            <translation>&lt;table cellspacing='2'&gt;&lt;tr&gt;&lt;td&gt;&lt;b&gt;tesla hero&lt;/b&gt;&lt;/td&gt;&lt;td&gt;所有词须出现在 id、蓝图、角色或类别中&lt;/td&gt;&lt;/tr&gt;&lt;tr&gt;&lt;td&gt;&lt;b&gt;27?? tesla*3&lt;/b&gt;&lt;/td&gt;&lt;td&gt;? 代表一个字符，* 代表任意文本&lt;/td&gt;&lt;/tr&gt;&lt;tr&gt;&lt;td&gt;&lt;b&gt;role=hero&lt;/b&gt;&lt;/td&gt;&lt;td&gt;键：id、type、role、category、alive&lt;/td&gt;&lt;/tr&gt;&lt;tr&gt;&lt;td&gt;&lt;b&gt;alive:no&lt;/b&gt;&lt;/td&gt;&lt;td&gt;当前不在场者&lt;/td&gt;&lt;/tr&gt;&lt;tr&gt;&lt;td&gt;&lt;b&gt;number_of_wheels=2&lt;/b&gt;&lt;/td&gt;&lt;td&gt;某个属性&lt;/td&gt;&lt;/tr&gt;&lt;tr&gt;&lt;td&gt;&lt;b&gt;role="bus driver"&lt;/b&gt;&lt;/td&gt;&lt;td&gt;含空格时用引号&lt;/td&gt;&lt;/tr&gt;&lt;tr&gt;&lt;td&gt;&lt;b&gt;!vehicle -role=hero&lt;/b&gt;&lt;/td&gt;&lt;td&gt;排除这些&lt;/td&gt;&lt;/tr&gt;&lt;/table&gt;</translation>
        </message>
        <message>
            <source>A folder of all tables, for pandas, polars and DuckDB</source>
            <translation>包含所有表格的文件夹，供 pandas、polars 和 DuckDB 使用</translation>
        </message>
        <message>
            <source>A folder of pictures of the map</source>
            <translation>地图图片的文件夹</translation>
        </message>
        <message>
            <source>A lane for each kind, or one for all</source>
            <translation>每类事件一条轨道，或合为一条</translation>
        </message>
        <message>
            <source>A newer version wrote these notes; what this one does not know is kept</source>
            <translation>这些笔记由更新的版本写成；本版本不认识的内容会保留</translation>
        </message>
        <message>
            <source>A popup, then the filter, then the selection, then the range, never following</source>
            <translation>先关弹窗，再清筛选、选择、区间；不会停止跟随</translation>
        </message>
        <message>
            <source>A range cannot end at the first frame</source>
            <translation>区间不能在第一帧结束</translation>
        </message>
        <message>
            <source>A range cannot start at the last frame</source>
            <translation>区间不能从最后一帧开始</translation>
        </message>
        <message>
            <source>A recording has only the name of its map; the roads are in an OpenDRIVE file, {file}. An installation of CARLA has it in one of these folders (0.9, 0.10, imported maps):</source>
            <translation>录制文件只包含地图名称；道路在 OpenDRIVE 文件 {file} 中。CARLA 安装目录中的位置如下（0.9、0.10、导入的地图）：</translation>
        </message>
        <message>
            <source>A shorter recording that CARLA can replay</source>
            <translation>CARLA 可回放的较短录制文件</translation>
        </message>
        <message>
            <source>About</source>
            <translation>关于</translation>
        </message>
        <message>
            <source>About whom it is told</source>
            <translation>显示谁的事件</translation>
        </message>
        <message>
            <source>Acceleration</source>
            <translation>加速度</translation>
        </message>
        <message>
            <source>Action, actor, event, time, #frame, or x, y</source>
            <translation>操作、参与者、事件、时间、#帧，或 x, y</translation>
        </message>
        <message>
            <source>Actions</source>
            <translation>操作</translation>
        </message>
        <message>
            <source>Actions, actors, events; a time or #frame</source>
            <translation>操作、参与者、事件；时间或 #帧</translation>
        </message>
        <message>
            <source>Actor</source>
            <translation>参与者</translation>
        </message>
        <message>
            <source>Actor: id or blueprint</source>
            <translation>参与者：id 或蓝图</translation>
        </message>
        <message>
            <source>Actors</source>
            <translation>参与者</translation>
        </message>
        <message>
            <source>Add</source>
            <translation>添加</translation>
        </message>
        <message>
            <source>Add note</source>
            <translation>添加笔记</translation>
        </message>
        <message>
            <source>Add signal…</source>
            <translation>添加信号…</translation>
        </message>
        <message>
            <source>Add to selection</source>
            <translation>加入选择</translation>
        </message>
        <message>
            <source>Add to the selection, or take out of it</source>
            <translation>加入选择或移出选择</translation>
        </message>
        <message>
            <source>Add…</source>
            <translation>添加…</translation>
        </message>
        <message>
            <source>Again: as before</source>
            <translation>再按：恢复原状</translation>
        </message>
        <message>
            <source>Again: faster</source>
            <translation>再按：加快</translation>
        </message>
        <message>
            <source>Again: off</source>
            <translation>再按：关闭</translation>
        </message>
        <message>
            <source>Again: stop</source>
            <translation>再按：停止</translation>
        </message>
        <message>
            <source>Again: the next hero</source>
            <translation>再按：下一辆自车</translation>
        </message>
        <message>
            <source>Ahead: 10 s</source>
            <translation>前方：10 s</translation>
        </message>
        <message>
            <source>Ahead: 3 s</source>
            <translation>前方：3 s</translation>
        </message>
        <message>
            <source>Ahead: 5 s</source>
            <translation>前方：5 s</translation>
        </message>
        <message>
            <source>Ahead: nothing</source>
            <translation>前方：无</translation>
        </message>
        <message>
            <source>All</source>
            <translation>全部</translation>
        </message>
        <message>
            <source>All files</source>
            <translation>所有文件</translation>
        </message>
        <message>
            <source>All kinds</source>
            <translation>所有类别</translation>
        </message>
        <message>
            <source>All one can do with it, or with those selected</source>
            <translation>可对它或所选参与者执行的全部操作</translation>
        </message>
        <message>
            <source>All packets of the recording, counted</source>
            <translation>录制文件中所有数据包的统计</translation>
        </message>
        <message>
            <source>All packets, a line for each frame</source>
            <translation>所有数据包，每帧一行</translation>
        </message>
        <message>
            <source>All the time, from – to</source>
            <translation>全程，起 – 止</translation>
        </message>
        <message>
            <source>All vehicles</source>
            <translation>所有车辆</translation>
        </message>
        <message>
            <source>All whom the filter finds</source>
            <translation>筛选出的全部参与者</translation>
        </message>
        <message>
            <source>Also found</source>
            <translation>另外检出</translation>
        </message>
        <message>
            <source>Also recorded</source>
            <translation>其他录制内容</translation>
        </message>
        <message>
            <source>Alt alone does so too</source>
            <translation>单按 Alt 亦可</translation>
        </message>
        <message>
            <source>An OpenDRIVE file for this recording's town</source>
            <translation>此录制文件所在城镇的 OpenDRIVE 文件</translation>
        </message>
        <message>
            <source>Angle between headings</source>
            <translation>航向夹角</translation>
        </message>
        <message>
            <source>Angle to lane</source>
            <translation>与车道的夹角</translation>
        </message>
        <message>
            <source>Angular velocity</source>
            <translation>角速度</translation>
        </message>
        <message>
            <source>Any of {0}</source>
            <translation>任一 {0}</translation>
        </message>
        <message>
            <source>Around their vehicle, when zoomed in</source>
            <translation>围绕所属车辆，放大时显示</translation>
        </message>
        <message>
            <source>As Lichtblick and Foxglove</source>
            <translation>与 Lichtblick 和 Foxglove 相同</translation>
        </message>
        <message>
            <source>As a video player</source>
            <translation>与视频播放器相同</translation>
        </message>
        <message>
            <source>As it was at first</source>
            <translation>恢复初始状态</translation>
        </message>
        <message>
            <source>As lines of a table, for a spreadsheet</source>
            <translation>以表格行的形式，供电子表格使用</translation>
        </message>
        <message>
            <source>As the file counts them</source>
            <translation>按文件中的计数</translation>
        </message>
        <message>
            <source>At byte</source>
            <translation>字节位置</translation>
        </message>
        <message>
            <source>At the page of the panel that has the keyboard</source>
            <translation>打开当前面板对应的页面</translation>
        </message>
        <message>
            <source>At the playhead</source>
            <translation>在播放头处</translation>
        </message>
        <message>
            <source>At the playhead, or over the chosen range</source>
            <translation>在播放头处，或覆盖所选区间</translation>
        </message>
        <message>
            <source>Attached</source>
            <translation>附着</translation>
        </message>
        <message>
            <source>Attached to</source>
            <translation>附着于</translation>
        </message>
        <message>
            <source>Attached {0} to {1}</source>
            <translation>{0} 附着于 {1}</translation>
        </message>
        <message>
            <source>Attached {} to {}</source>
            <translation>{} 附着于 {}</translation>
        </message>
        <message>
            <source>Attribute {0}</source>
            <translation>属性 {0}</translation>
        </message>
        <message>
            <source>Auto-reload</source>
            <translation>自动重新加载</translation>
        </message>
        <message>
            <source>Automatic</source>
            <translation>自动</translation>
        </message>
        <message>
            <source>Back</source>
            <translation>后退</translation>
        </message>
        <message>
            <source>Back 0.01 s</source>
            <translation>后退 0.01 s</translation>
        </message>
        <message>
            <source>Back 0.1 s</source>
            <translation>后退 0.1 s</translation>
        </message>
        <message>
            <source>Back 0.5 s</source>
            <translation>后退 0.5 s</translation>
        </message>
        <message>
            <source>Back 1 s</source>
            <translation>后退 1 s</translation>
        </message>
        <message>
            <source>Back 10 s</source>
            <translation>后退 10 s</translation>
        </message>
        <message>
            <source>Back 5 s</source>
            <translation>后退 5 s</translation>
        </message>
        <message>
            <source>Back left</source>
            <translation>左后</translation>
        </message>
        <message>
            <source>Back right</source>
            <translation>右后</translation>
        </message>
        <message>
            <source>Back to playhead</source>
            <translation>回到播放头</translation>
        </message>
        <message>
            <source>Back to where you were</source>
            <translation>回到之前的位置</translation>
        </message>
        <message>
            <source>Because</source>
            <translation>依据</translation>
        </message>
        <message>
            <source>Behind: 10 s</source>
            <translation>后方：10 s</translation>
        </message>
        <message>
            <source>Behind: 2 s</source>
            <translation>后方：2 s</translation>
        </message>
        <message>
            <source>Behind: 30 s</source>
            <translation>后方：30 s</translation>
        </message>
        <message>
            <source>Behind: 5 s</source>
            <translation>后方：5 s</translation>
        </message>
        <message>
            <source>Behind: nothing</source>
            <translation>后方：无</translation>
        </message>
        <message>
            <source>Below the road</source>
            <translation>低于路面</translation>
        </message>
        <message>
            <source>Beside the recording, or in a folder named maps there, it is found by itself.</source>
            <translation>放在录制文件旁，或其 maps 文件夹中，即可自动找到。</translation>
        </message>
        <message>
            <source>Blocked</source>
            <translation>受阻</translation>
        </message>
        <message>
            <source>Blueprint</source>
            <translation>蓝图</translation>
        </message>
        <message>
            <source>Blueprint {name}</source>
            <translation>蓝图 {name}</translation>
        </message>
        <message>
            <source>Bones</source>
            <translation>骨骼</translation>
        </message>
        <message>
            <source>Brake</source>
            <translation>制动</translation>
        </message>
        <message>
            <source>Brake light</source>
            <translation>制动灯</translation>
        </message>
        <message>
            <source>Braking</source>
            <translation>急减速</translation>
        </message>
        <message>
            <source>Building lights</source>
            <translation>建筑灯</translation>
        </message>
        <message>
            <source>Builds</source>
            <translation>版本</translation>
        </message>
        <message>
            <source>Byte</source>
            <translation>字节</translation>
        </message>
        <message>
            <source>Byte {0}.</source>
            <translation>字节 {0}。</translation>
        </message>
        <message>
            <source>Bytes</source>
            <translation>字节</translation>
        </message>
        <message>
            <source>CSV tables</source>
            <translation>CSV 表格</translation>
        </message>
        <message>
            <source>CSV…</source>
            <translation>CSV…</translation>
        </message>
        <message>
            <source>Cancel</source>
            <translation>取消</translation>
        </message>
        <message>
            <source>Cannot be decoded: {0}.</source>
            <translation>无法解码：{0}。</translation>
        </message>
        <message>
            <source>Category</source>
            <translation>类别</translation>
        </message>
        <message>
            <source>Category {name}</source>
            <translation>类别 {name}</translation>
        </message>
        <message>
            <source>Census</source>
            <translation>统计</translation>
        </message>
        <message>
            <source>Centre</source>
            <translation>中心</translation>
        </message>
        <message>
            <source>Centre here</source>
            <translation>以此处为中心</translation>
        </message>
        <message>
            <source>Change what the rules compare with</source>
            <translation>修改规则所用的比较值</translation>
        </message>
        <message>
            <source>Changes</source>
            <translation>变化</translation>
        </message>
        <message>
            <source>Checking…</source>
            <translation>正在检查…</translation>
        </message>
        <message>
            <source>Children</source>
            <translation>子对象</translation>
        </message>
        <message>
            <source>Choose a colour</source>
            <translation>选择颜色</translation>
        </message>
        <message>
            <source>Choose a preset in the menu Help, and change single keys here</source>
            <translation>在“帮助”菜单中选择预设，在此修改单个按键</translation>
        </message>
        <message>
            <source>Choose a range; its edges can be dragged</source>
            <translation>选择区间；可拖动其边缘</translation>
        </message>
        <message>
            <source>Choose a signal to show in a lane</source>
            <translation>选择要在轨道中显示的信号</translation>
        </message>
        <message>
            <source>Choose another</source>
            <translation>另选</translation>
        </message>
        <message>
            <source>Choose file…</source>
            <translation>选择文件…</translation>
        </message>
        <message>
            <source>Choose folder…</source>
            <translation>选择文件夹…</translation>
        </message>
        <message>
            <source>Choose map</source>
            <translation>选择地图</translation>
        </message>
        <message>
            <source>Choose map…</source>
            <translation>选择地图…</translation>
        </message>
        <message>
            <source>Choose routes</source>
            <translation>选择路线</translation>
        </message>
        <message>
            <source>Choose routes…</source>
            <translation>选择路线…</translation>
        </message>
        <message>
            <source>Chosen range</source>
            <translation>所选区间</translation>
        </message>
        <message>
            <source>Clear filter</source>
            <translation>清除筛选</translation>
        </message>
        <message>
            <source>Clear filter (Esc)</source>
            <translation>清除筛选 (Esc)</translation>
        </message>
        <message>
            <source>Clear range</source>
            <translation>清除区间</translation>
        </message>
        <message>
            <source>Click</source>
            <translation>单击</translation>
        </message>
        <message>
            <source>Click on a row</source>
            <translation>单击某行</translation>
        </message>
        <message>
            <source>Click on a title</source>
            <translation>单击标题</translation>
        </message>
        <message>
            <source>Click points or actors</source>
            <translation>单击点或参与者</translation>
        </message>
        <message>
            <source>Click to go there</source>
            <translation>单击前往</translation>
        </message>
        <message>
            <source>Clip (PNG)</source>
            <translation>片段 (PNG)</translation>
        </message>
        <message>
            <source>Clip ({0})</source>
            <translation>片段 ({0})</translation>
        </message>
        <message>
            <source>Clocks, lights and weather at this time</source>
            <translation>此刻的时钟、灯光和天气</translation>
        </message>
        <message>
            <source>Close</source>
            <translation>关闭</translation>
        </message>
        <message>
            <source>Close or clear</source>
            <translation>关闭或清除</translation>
        </message>
        <message>
            <source>Close recording</source>
            <translation>关闭录制文件</translation>
        </message>
        <message>
            <source>Cloudiness</source>
            <translation>云量</translation>
        </message>
        <message>
            <source>Collision</source>
            <translation>碰撞</translation>
        </message>
        <message>
            <source>Collision of {who}</source>
            <translation>{who} 碰撞</translation>
        </message>
        <message>
            <source>Collision of {} at {}</source>
            <translation>{} 碰撞，{}</translation>
        </message>
        <message>
            <source>Collision with</source>
            <translation>碰撞对象</translation>
        </message>
        <message>
            <source>Collision {0} and {1}</source>
            <translation>{0} 与 {1} 碰撞</translation>
        </message>
        <message>
            <source>Collision {one} and {other} · {time}</source>
            <translation>{one} 与 {other} 碰撞 · {time}</translation>
        </message>
        <message>
            <source>Collision {} and {}, reported by {}</source>
            <translation>{} 与 {} 碰撞，由 {} 报告</translation>
        </message>
        <message>
            <source>Collisions</source>
            <translation>碰撞</translation>
        </message>
        <message>
            <source>Collisions with static objects</source>
            <translation>与静态物体碰撞</translation>
        </message>
        <message>
            <source>Collisions with vehicles</source>
            <translation>与车辆碰撞</translation>
        </message>
        <message>
            <source>Collisions with walkers</source>
            <translation>与行人碰撞</translation>
        </message>
        <message>
            <source>Colour</source>
            <translation>颜色</translation>
        </message>
        <message>
            <source>Colour by</source>
            <translation>着色依据</translation>
        </message>
        <message>
            <source>Colour {}</source>
            <translation>颜色 {}</translation>
        </message>
        <message>
            <source>Comes with the program</source>
            <translation>随程序提供</translation>
        </message>
        <message>
            <source>Commanded speed</source>
            <translation>指令速度</translation>
        </message>
        <message>
            <source>Concerned: {0}</source>
            <translation>相关者：{0}</translation>
        </message>
        <message>
            <source>Contact</source>
            <translation>接触</translation>
        </message>
        <message>
            <source>Contact (not recorded)</source>
            <translation>接触（未录制）</translation>
        </message>
        <message>
            <source>Contact (not recorded) at {time}</source>
            <translation>接触（未录制），{time}</translation>
        </message>
        <message>
            <source>Contact of {who}, not recorded</source>
            <translation>{who} 接触，未录制</translation>
        </message>
        <message>
            <source>Contacts</source>
            <translation>接触</translation>
        </message>
        <message>
            <source>Control</source>
            <translation>控制</translation>
        </message>
        <message>
            <source>Controllers</source>
            <translation>控制器</translation>
        </message>
        <message>
            <source>Copied</source>
            <translation>已复制</translation>
        </message>
        <message>
            <source>Copied the map as an image</source>
            <translation>已将地图复制为图片</translation>
        </message>
        <message>
            <source>Copied {count} lines</source>
            <translation>已复制 {count} 行</translation>
        </message>
        <message>
            <source>Copied {} values</source>
            <translation>已复制 {} 个值</translation>
        </message>
        <message>
            <source>Copied: {text}</source>
            <translation>已复制：{text}</translation>
        </message>
        <message>
            <source>Copy</source>
            <translation>复制</translation>
        </message>
        <message>
            <source>Copy a value, a section or everything, as text or JSON</source>
            <translation>以文本或 JSON 复制值、分区或全部内容</translation>
        </message>
        <message>
            <source>Copy all</source>
            <translation>全部复制</translation>
        </message>
        <message>
            <source>Copy all as JSON</source>
            <translation>全部复制为 JSON</translation>
        </message>
        <message>
            <source>Copy all as text</source>
            <translation>全部复制为文本</translation>
        </message>
        <message>
            <source>Copy as text or JSON</source>
            <translation>复制为文本或 JSON</translation>
        </message>
        <message>
            <source>Copy call</source>
            <translation>复制调用代码</translation>
        </message>
        <message>
            <source>Copy carla.Transform</source>
            <translation>复制 carla.Transform</translation>
        </message>
        <message>
            <source>Copy carla.Transform of this point</source>
            <translation>复制此点的 carla.Transform</translation>
        </message>
        <message>
            <source>Copy client.replay_file(…)</source>
            <translation>复制 client.replay_file(…)</translation>
        </message>
        <message>
            <source>Copy client.replay_file(…) from 2 s before (Ctrl+Shift+C)</source>
            <translation>复制 client.replay_file(…)，从 2 s 前开始 (Ctrl+Shift+C)</translation>
        </message>
        <message>
            <source>Copy diagnostics</source>
            <translation>复制诊断信息</translation>
        </message>
        <message>
            <source>Copy id</source>
            <translation>复制 id</translation>
        </message>
        <message>
            <source>Copy ids</source>
            <translation>复制 id</translation>
        </message>
        <message>
            <source>Copy map as image</source>
            <translation>将地图复制为图片</translation>
        </message>
        <message>
            <source>Copy or save this event</source>
            <translation>复制或保存此事件</translation>
        </message>
        <message>
            <source>Copy report</source>
            <translation>复制报告</translation>
        </message>
        <message>
            <source>Copy row</source>
            <translation>复制行</translation>
        </message>
        <message>
            <source>Copy section as JSON</source>
            <translation>将分区复制为 JSON</translation>
        </message>
        <message>
            <source>Copy section as text</source>
            <translation>将分区复制为文本</translation>
        </message>
        <message>
            <source>Copy statistics</source>
            <translation>复制统计值</translation>
        </message>
        <message>
            <source>Copy table</source>
            <translation>复制表格</translation>
        </message>
        <message>
            <source>Copy these criteria and results</source>
            <translation>复制这些判据和结果</translation>
        </message>
        <message>
            <source>Copy this moment</source>
            <translation>复制此时刻</translation>
        </message>
        <message>
            <source>Copy value</source>
            <translation>复制值</translation>
        </message>
        <message>
            <source>Copy value as JSON</source>
            <translation>将值复制为 JSON</translation>
        </message>
        <message>
            <source>Copy values</source>
            <translation>复制值</translation>
        </message>
        <message>
            <source>Copy what is listed</source>
            <translation>复制所列内容</translation>
        </message>
        <message>
            <source>Copy what is listed, a line each</source>
            <translation>复制所列内容，每项一行</translation>
        </message>
        <message>
            <source>Copy {0}</source>
            <translation>复制 {0}</translation>
        </message>
        <message>
            <source>Counted by ScenarioRunner</source>
            <translation>由 ScenarioRunner 计入</translation>
        </message>
        <message>
            <source>Criteria</source>
            <translation>判据</translation>
        </message>
        <message>
            <source>Criterion</source>
            <translation>判据</translation>
        </message>
        <message>
            <source>Ctrl+click</source>
            <translation>Ctrl+单击</translation>
        </message>
        <message>
            <source>Ctrl+click, Shift+click or Shift+↑ ↓</source>
            <translation>Ctrl+单击、Shift+单击或 Shift+↑ ↓</translation>
        </message>
        <message>
            <source>Ctrl+drag</source>
            <translation>Ctrl+拖动</translation>
        </message>
        <message>
            <source>Cursor</source>
            <translation>光标</translation>
        </message>
        <message>
            <source>Custom packets</source>
            <translation>自定义数据包</translation>
        </message>
        <message>
            <source>Damage</source>
            <translation>损坏</translation>
        </message>
        <message>
            <source>Dark</source>
            <translation>深色</translation>
        </message>
        <message>
            <source>Delete</source>
            <translation>删除</translation>
        </message>
        <message>
            <source>Delete note</source>
            <translation>删除笔记</translation>
        </message>
        <message>
            <source>Delete {name}</source>
            <translation>删除 {name}</translation>
        </message>
        <message>
            <source>Derived from the map</source>
            <translation>由地图推算</translation>
        </message>
        <message>
            <source>Derived from the pose of its parent</source>
            <translation>由父对象的位姿推算</translation>
        </message>
        <message>
            <source>Derived from the positions in the frames around</source>
            <translation>由前后帧的位置推算</translation>
        </message>
        <message>
            <source>Derived from the velocity in the frames around; along the heading</source>
            <translation>由前后帧的速度推算；沿航向</translation>
        </message>
        <message>
            <source>Derived: a scenario keeps it there, out of sight</source>
            <translation>推算：场景脚本将其置于视野之外</translation>
        </message>
        <message>
            <source>Derived: between the centres of both</source>
            <translation>推算：双方中心之间</translation>
        </message>
        <message>
            <source>Derived: no light governs the lane ahead</source>
            <translation>推算：前方车道不受信号灯控制</translation>
        </message>
        <message>
            <source>Derived: recorded time over platform time, in this frame</source>
            <translation>推算：本帧的录制时间与平台时间之比</translation>
        </message>
        <message>
            <source>Derived; which light it is, is known by {0}</source>
            <translation>推算；判定是哪个信号灯的依据：{0}</translation>
        </message>
        <message>
            <source>Destroy time</source>
            <translation>销毁时间</translation>
        </message>
        <message>
            <source>Destroyed</source>
            <translation>已销毁</translation>
        </message>
        <message>
            <source>Destroyed at {0}</source>
            <translation>销毁于 {0}</translation>
        </message>
        <message>
            <source>Destroyed {0}</source>
            <translation>{0} 已销毁</translation>
        </message>
        <message>
            <source>Destroyed {}</source>
            <translation>{} 已销毁</translation>
        </message>
        <message>
            <source>Details</source>
            <translation>详情</translation>
        </message>
        <message>
            <source>Developer</source>
            <translation>开发者</translation>
        </message>
        <message>
            <source>Distance</source>
            <translation>距离</translation>
        </message>
        <message>
            <source>Distance from the route</source>
            <translation>与路线的距离</translation>
        </message>
        <message>
            <source>Distance to hero</source>
            <translation>与自车的距离</translation>
        </message>
        <message>
            <source>Distance to hero, between centres</source>
            <translation>与自车的中心距离</translation>
        </message>
        <message>
            <source>Distance to selected actor, between centres</source>
            <translation>与所选参与者的中心距离</translation>
        </message>
        <message>
            <source>Distance to the nearest</source>
            <translation>与最近者的距离</translation>
        </message>
        <message>
            <source>Distance travelled</source>
            <translation>行驶距离</translation>
        </message>
        <message>
            <source>Distances between points and actors</source>
            <translation>点与参与者之间的距离</translation>
        </message>
        <message>
            <source>Done again: {}</source>
            <translation>已重做：{}</translation>
        </message>
        <message>
            <source>Door {door} of {actor} closed</source>
            <translation>{actor} 的车门 {door} 关闭</translation>
        </message>
        <message>
            <source>Door {door} of {actor} opened</source>
            <translation>{actor} 的车门 {door} 打开</translation>
        </message>
        <message>
            <source>Door, front left</source>
            <translation>车门，左前</translation>
        </message>
        <message>
            <source>Door, front right</source>
            <translation>车门，右前</translation>
        </message>
        <message>
            <source>Door, hood</source>
            <translation>发动机盖</translation>
        </message>
        <message>
            <source>Door, rear left</source>
            <translation>车门，左后</translation>
        </message>
        <message>
            <source>Door, rear right</source>
            <translation>车门，右后</translation>
        </message>
        <message>
            <source>Door, trunk</source>
            <translation>后备箱</translation>
        </message>
        <message>
            <source>Doors</source>
            <translation>车门</translation>
        </message>
        <message>
            <source>Doors open</source>
            <translation>打开的车门</translation>
        </message>
        <message>
            <source>Double-click</source>
            <translation>双击</translation>
        </message>
        <message>
            <source>Double-click on a value, or Enter</source>
            <translation>双击某值，或按 Enter</translation>
        </message>
        <message>
            <source>Double-click on an actor</source>
            <translation>双击参与者</translation>
        </message>
        <message>
            <source>Drag</source>
            <translation>拖动</translation>
        </message>
        <message>
            <source>Drag a name, or below it</source>
            <translation>拖动名称或其下边缘</translation>
        </message>
        <message>
            <source>Drag a value</source>
            <translation>拖动某值</translation>
        </message>
        <message>
            <source>Drag a value of the inspector here to see it over time, or choose + Signal</source>
            <translation>将检查器中的值拖到此处查看其随时间的变化，或点击“+ 信号”</translation>
        </message>
        <message>
            <source>Drag an actor’s head</source>
            <translation>拖动参与者的列头</translation>
        </message>
        <message>
            <source>Driven paths</source>
            <translation>行驶路径</translation>
        </message>
        <message>
            <source>Drop it on the timeline, or on a lane</source>
            <translation>放到时间轴或某条轨道上</translation>
        </message>
        <message>
            <source>Duplicate</source>
            <translation>复制一份</translation>
        </message>
        <message>
            <source>Duration</source>
            <translation>持续时间</translation>
        </message>
        <message>
            <source>Dust storm</source>
            <translation>沙尘暴</translation>
        </message>
        <message>
            <source>Edit note</source>
            <translation>编辑笔记</translation>
        </message>
        <message>
            <source>Edit text</source>
            <translation>编辑文本</translation>
        </message>
        <message>
            <source>Elapsed since the recording began</source>
            <translation>录制开始后经过的时间</translation>
        </message>
        <message>
            <source>Else in m/s, as recorded</source>
            <translation>否则为录制时的 m/s</translation>
        </message>
        <message>
            <source>End hiding and isolating</source>
            <translation>结束隐藏和仅显示</translation>
        </message>
        <message>
            <source>End measuring (Esc)</source>
            <translation>结束测量 (Esc)</translation>
        </message>
        <message>
            <source>End of the range</source>
            <translation>区间终点</translation>
        </message>
        <message>
            <source>End the range</source>
            <translation>在此结束区间</translation>
        </message>
        <message>
            <source>Engine</source>
            <translation>发动机</translation>
        </message>
        <message>
            <source>Engine rotation</source>
            <translation>发动机转速</translation>
        </message>
        <message>
            <source>English</source>
            <translation>English</translation>
        </message>
        <message>
            <source>Enter asks the question</source>
            <translation>按 Enter 查询</translation>
        </message>
        <message>
            <source>Esc ends the presentation</source>
            <translation>按 Esc 结束演示</translation>
        </message>
        <message>
            <source>Esc to end</source>
            <translation>按 Esc 结束</translation>
        </message>
        <message>
            <source>Event {0}</source>
            <translation>事件 {0}</translation>
        </message>
        <message>
            <source>Events</source>
            <translation>事件</translation>
        </message>
        <message>
            <source>Events in file</source>
            <translation>文件中的事件</translation>
        </message>
        <message>
            <source>Everybody</source>
            <translation>所有参与者</translation>
        </message>
        <message>
            <source>Everyone</source>
            <translation>所有参与者</translation>
        </message>
        <message>
            <source>Everything (JSON lines)</source>
            <translation>全部内容 (JSON lines)</translation>
        </message>
        <message>
            <source>Expected</source>
            <translation>应为</translation>
        </message>
        <message>
            <source>Export</source>
            <translation>导出</translation>
        </message>
        <message>
            <source>Export CSV…</source>
            <translation>导出 CSV…</translation>
        </message>
        <message>
            <source>Export notes</source>
            <translation>导出笔记</translation>
        </message>
        <message>
            <source>Export notes as CSV…</source>
            <translation>将笔记导出为 CSV…</translation>
        </message>
        <message>
            <source>Export settings</source>
            <translation>导出设置</translation>
        </message>
        <message>
            <source>Export this event…</source>
            <translation>导出此事件…</translation>
        </message>
        <message>
            <source>Export values</source>
            <translation>导出值</translation>
        </message>
        <message>
            <source>Export…</source>
            <translation>导出…</translation>
        </message>
        <message>
            <source>Farthest on it</source>
            <translation>最深侵入</translation>
        </message>
        <message>
            <source>Farthest outside</source>
            <translation>最大越出</translation>
        </message>
        <message>
            <source>Farthest past it</source>
            <translation>最大越线</translation>
        </message>
        <message>
            <source>Faster</source>
            <translation>加快</translation>
        </message>
        <message>
            <source>File</source>
            <translation>文件</translation>
        </message>
        <message>
            <source>File size</source>
            <translation>文件大小</translation>
        </message>
        <message>
            <source>File, time, frame, actor and pose</source>
            <translation>文件、时间、帧、参与者和位姿</translation>
        </message>
        <message>
            <source>Filter actors</source>
            <translation>筛选参与者</translation>
        </message>
        <message>
            <source>Filter notes</source>
            <translation>筛选笔记</translation>
        </message>
        <message>
            <source>Filter or question</source>
            <translation>筛选或查询</translation>
        </message>
        <message>
            <source>Filter: id, blueprint, role, key=value</source>
            <translation>筛选：id、蓝图、角色、键=值</translation>
        </message>
        <message>
            <source>Filter: text, actor, colour</source>
            <translation>筛选：文本、参与者、颜色</translation>
        </message>
        <message>
            <source>Filter: words, collisions&gt;0, map=Town05 · or SELECT …</source>
            <translation>筛选：词语、collisions&gt;0、map=Town05 · 或 SELECT …</translation>
        </message>
        <message>
            <source>Find actor…</source>
            <translation>查找参与者…</translation>
        </message>
        <message>
            <source>Find an action or a key</source>
            <translation>查找操作或按键</translation>
        </message>
        <message>
            <source>Find anything</source>
            <translation>查找任何内容</translation>
        </message>
        <message>
            <source>Find anything…</source>
            <translation>查找任何内容…</translation>
        </message>
        <message>
            <source>Find maps in folder…</source>
            <translation>在文件夹中查找地图…</translation>
        </message>
        <message>
            <source>Findings</source>
            <translation>检测结果</translation>
        </message>
        <message>
            <source>Findings over the map</source>
            <translation>地图上的检测结果</translation>
        </message>
        <message>
            <source>First map view</source>
            <translation>第一地图视图</translation>
        </message>
        <message>
            <source>First of {0} files</source>
            <translation>{0} 个文件中的第一个</translation>
        </message>
        <message>
            <source>First steps</source>
            <translation>入门</translation>
        </message>
        <message>
            <source>Fit what moves</source>
            <translation>适应移动者</translation>
        </message>
        <message>
            <source>Five minutes with the sample, in the guide</source>
            <translation>指南中的五分钟示例教程</translation>
        </message>
        <message>
            <source>Fog density</source>
            <translation>雾浓度</translation>
        </message>
        <message>
            <source>Fog distance</source>
            <translation>雾起始距离</translation>
        </message>
        <message>
            <source>Fog falloff</source>
            <translation>雾衰减</translation>
        </message>
        <message>
            <source>Fog light</source>
            <translation>雾灯</translation>
        </message>
        <message>
            <source>Fold {}</source>
            <translation>折叠{}</translation>
        </message>
        <message>
            <source>Fold, show and hide lanes</source>
            <translation>折叠、显示和隐藏轨道</translation>
        </message>
        <message>
            <source>Folder with maps, or a CARLA installation</source>
            <translation>地图文件夹或 CARLA 安装目录</translation>
        </message>
        <message>
            <source>Folders of maps</source>
            <translation>地图文件夹</translation>
        </message>
        <message>
            <source>Follow</source>
            <translation>跟随</translation>
        </message>
        <message>
            <source>Follow end</source>
            <translation>跟随末尾</translation>
        </message>
        <message>
            <source>Follow it</source>
            <translation>跟随它</translation>
        </message>
        <message>
            <source>Follow it again (F)</source>
            <translation>重新跟随 (F)</translation>
        </message>
        <message>
            <source>Follow selected actor</source>
            <translation>跟随所选参与者</translation>
        </message>
        <message>
            <source>Follow {0}</source>
            <translation>跟随 {0}</translation>
        </message>
        <message>
            <source>Followed actor</source>
            <translation>跟随的参与者</translation>
        </message>
        <message>
            <source>Following</source>
            <translation>正在跟随</translation>
        </message>
        <message>
            <source>Following the end</source>
            <translation>正在跟随末尾</translation>
        </message>
        <message>
            <source>For Foxglove and Lichtblick</source>
            <translation>供 Foxglove 和 Lichtblick 使用</translation>
        </message>
        <message>
            <source>For Rerun</source>
            <translation>供 Rerun 使用</translation>
        </message>
        <message>
            <source>For example</source>
            <translation>例如</translation>
        </message>
        <message>
            <source>For the simulator: from 2 s before this moment, with the selected actor followed</source>
            <translation>供仿真器使用：从此刻前 2 s 开始，跟随所选参与者</translation>
        </message>
        <message>
            <source>Forward</source>
            <translation>前进</translation>
        </message>
        <message>
            <source>Forward 0.01 s</source>
            <translation>前进 0.01 s</translation>
        </message>
        <message>
            <source>Forward 0.1 s</source>
            <translation>前进 0.1 s</translation>
        </message>
        <message>
            <source>Forward 0.5 s</source>
            <translation>前进 0.5 s</translation>
        </message>
        <message>
            <source>Forward 1 s</source>
            <translation>前进 1 s</translation>
        </message>
        <message>
            <source>Forward 10 s</source>
            <translation>前进 10 s</translation>
        </message>
        <message>
            <source>Forward 5 s</source>
            <translation>前进 5 s</translation>
        </message>
        <message>
            <source>Forward again</source>
            <translation>再次前进</translation>
        </message>
        <message>
            <source>Forward speed</source>
            <translation>前进速度</translation>
        </message>
        <message>
            <source>Found</source>
            <translation>检出</translation>
        </message>
        <message>
            <source>Fourth map view</source>
            <translation>第四地图视图</translation>
        </message>
        <message>
            <source>Frame lasted</source>
            <translation>帧时长</translation>
        </message>
        <message>
            <source>Frame rate</source>
            <translation>帧率</translation>
        </message>
        <message>
            <source>Frame time</source>
            <translation>帧时间</translation>
        </message>
        <message>
            <source>Frame {0}</source>
            <translation>第 {0} 帧</translation>
        </message>
        <message>
            <source>Frame {} unreadable</source>
            <translation>第 {} 帧无法读取</translation>
        </message>
        <message>
            <source>Frames</source>
            <translation>帧</translation>
        </message>
        <message>
            <source>Frames {} unreadable</source>
            <translation>第 {} 帧无法读取</translation>
        </message>
        <message>
            <source>From 0.1 to 20 times real time</source>
            <translation>实时的 0.1 至 20 倍</translation>
        </message>
        <message>
            <source>From 3 s before it to 3 s after it</source>
            <translation>从其前 3 s 到其后 3 s</translation>
        </message>
        <message>
            <source>From its start</source>
            <translation>从起点开始</translation>
        </message>
        <message>
            <source>From the next start on</source>
            <translation>下次启动时生效</translation>
        </message>
        <message>
            <source>From the town's OpenDRIVE file</source>
            <translation>来自城镇的 OpenDRIVE 文件</translation>
        </message>
        <message>
            <source>From – to</source>
            <translation>起 – 止</translation>
        </message>
        <message>
            <source>From – to the end of the recording</source>
            <translation>起 – 录制结束</translation>
        </message>
        <message>
            <source>Front left</source>
            <translation>左前</translation>
        </message>
        <message>
            <source>Front right</source>
            <translation>右前</translation>
        </message>
        <message>
            <source>Frozen</source>
            <translation>冻结</translation>
        </message>
        <message>
            <source>Gap</source>
            <translation>间距</translation>
        </message>
        <message>
            <source>Gear</source>
            <translation>挡位</translation>
        </message>
        <message>
            <source>Give ↑ ↓ PgUp PgDn Home End to the list</source>
            <translation>将 ↑ ↓ PgUp PgDn Home End 交给列表</translation>
        </message>
        <message>
            <source>Go on</source>
            <translation>继续</translation>
        </message>
        <message>
            <source>Go through time</source>
            <translation>移动时间</translation>
        </message>
        <message>
            <source>Go to an event first: this is about the one whose card is shown</source>
            <translation>请先前往一个事件：此操作针对已显示卡片的事件</translation>
        </message>
        <message>
            <source>Go to destruction · {0}</source>
            <translation>前往销毁时刻 · {0}</translation>
        </message>
        <message>
            <source>Go to end</source>
            <translation>前往末尾</translation>
        </message>
        <message>
            <source>Go to spawn · {0}</source>
            <translation>前往生成时刻 · {0}</translation>
        </message>
        <message>
            <source>Go to start</source>
            <translation>前往开头</translation>
        </message>
        <message>
            <source>Go to them, edit and delete them</source>
            <translation>前往、编辑和删除笔记</translation>
        </message>
        <message>
            <source>Go to time or frame…</source>
            <translation>前往时间或帧…</translation>
        </message>
        <message>
            <source>Go to {0}</source>
            <translation>前往 {0}</translation>
        </message>
        <message>
            <source>Greatest acceleration</source>
            <translation>最大加速度</translation>
        </message>
        <message>
            <source>Greatest angle</source>
            <translation>最大角度</translation>
        </message>
        <message>
            <source>Greatest deceleration</source>
            <translation>最大减速度</translation>
        </message>
        <message>
            <source>Greatest deceleration needed</source>
            <translation>所需最大减速度</translation>
        </message>
        <message>
            <source>Greatest depth</source>
            <translation>最大深度</translation>
        </message>
        <message>
            <source>Greatest distance</source>
            <translation>最大距离</translation>
        </message>
        <message>
            <source>Greatest height</source>
            <translation>最大高度</translation>
        </message>
        <message>
            <source>Greatest jerk</source>
            <translation>最大加加速度</translation>
        </message>
        <message>
            <source>Greatest overlap</source>
            <translation>最大重叠</translation>
        </message>
        <message>
            <source>Greatest rate</source>
            <translation>最大角速度</translation>
        </message>
        <message>
            <source>Greatest speed</source>
            <translation>最大速度</translation>
        </message>
        <message>
            <source>Green</source>
            <translation>绿灯</translation>
        </message>
        <message>
            <source>Green, yellow, red</source>
            <translation>绿、黄、红灯时长</translation>
        </message>
        <message>
            <source>Grid</source>
            <translation>网格</translation>
        </message>
        <message>
            <source>Guide</source>
            <translation>指南</translation>
        </message>
        <message>
            <source>Had to brake hard</source>
            <translation>被迫急刹</translation>
        </message>
        <message>
            <source>Hand brake</source>
            <translation>手刹</translation>
        </message>
        <message>
            <source>Handbrake</source>
            <translation>手刹</translation>
        </message>
        <message>
            <source>Hardest braking</source>
            <translation>最大减速度</translation>
        </message>
        <message>
            <source>Header</source>
            <translation>文件头</translation>
        </message>
        <message>
            <source>Heading up</source>
            <translation>车头朝上</translation>
        </message>
        <message>
            <source>Headway</source>
            <translation>车头时距</translation>
        </message>
        <message>
            <source>Help</source>
            <translation>帮助</translation>
        </message>
        <message>
            <source>Hero</source>
            <translation>自车</translation>
        </message>
        <message>
            <source>Hero {}</source>
            <translation>自车 {}</translation>
        </message>
        <message>
            <source>Hidden on the map</source>
            <translation>已在地图上隐藏</translation>
        </message>
        <message>
            <source>Hide</source>
            <translation>隐藏</translation>
        </message>
        <message>
            <source>Hide all others on the map</source>
            <translation>在地图上隐藏其他所有参与者</translation>
        </message>
        <message>
            <source>Hide selected actors</source>
            <translation>隐藏所选参与者</translation>
        </message>
        <message>
            <source>Hide this hint</source>
            <translation>隐藏此提示</translation>
        </message>
        <message>
            <source>Hide this message</source>
            <translation>隐藏此消息</translation>
        </message>
        <message>
            <source>Hide {}</source>
            <translation>隐藏{}</translation>
        </message>
        <message>
            <source>High</source>
            <translation>高</translation>
        </message>
        <message>
            <source>High beam</source>
            <translation>远光灯</translation>
        </message>
        <message>
            <source>Hits</source>
            <translation>碰撞</translation>
        </message>
        <message>
            <source>Id</source>
            <translation>id</translation>
        </message>
        <message>
            <source>Id of the light ahead</source>
            <translation>前方信号灯的 id</translation>
        </message>
        <message>
            <source>Id of the nearest</source>
            <translation>最近者的 id</translation>
        </message>
        <message>
            <source>Import settings</source>
            <translation>导入设置</translation>
        </message>
        <message>
            <source>Import…</source>
            <translation>导入…</translation>
        </message>
        <message>
            <source>In a lane of the timeline</source>
            <translation>在时间轴的轨道中</translation>
        </message>
        <message>
            <source>In a list</source>
            <translation>在列表中</translation>
        </message>
        <message>
            <source>In the air</source>
            <translation>腾空</translation>
        </message>
        <message>
            <source>In the inspector</source>
            <translation>在检查器中</translation>
        </message>
        <message>
            <source>In the scene</source>
            <translation>在场时间</translation>
        </message>
        <message>
            <source>In this recording</source>
            <translation>在此录制文件中</translation>
        </message>
        <message>
            <source>Incidents</source>
            <translation>事故</translation>
        </message>
        <message>
            <source>Inspector</source>
            <translation>检查器</translation>
        </message>
        <message>
            <source>Interior light</source>
            <translation>车内灯</translation>
        </message>
        <message>
            <source>Interpolate</source>
            <translation>插值</translation>
        </message>
        <message>
            <source>Interpolate poses between frames, where the file has both</source>
            <translation>在录制的帧之间对位姿插值</translation>
        </message>
        <message>
            <source>Interpolated between two recorded frames</source>
            <translation>在两个录制帧之间插值</translation>
        </message>
        <message>
            <source>Isolate</source>
            <translation>仅显示</translation>
        </message>
        <message>
            <source>Isolate selected actors</source>
            <translation>仅显示所选参与者</translation>
        </message>
        <message>
            <source>Its recordings, the worst first</source>
            <translation>列出其中的录制文件，最严重的在前</translation>
        </message>
        <message>
            <source>JSON…</source>
            <translation>JSON…</translation>
        </message>
        <message>
            <source>Jerk</source>
            <translation>加加速度</translation>
        </message>
        <message>
            <source>Jump</source>
            <translation>跳转</translation>
        </message>
        <message>
            <source>Keep them at the top of the list, with a lane in the timeline; again: no longer</source>
            <translation>置于列表顶部，并在时间轴中占一条轨道；再按：取消</translation>
        </message>
        <message>
            <source>Keep where the panels are, by a name</source>
            <translation>以名称保存面板的布置</translation>
        </message>
        <message>
            <source>Key of “{action}”</source>
            <translation>“{action}”的按键</translation>
        </message>
        <message>
            <source>Keyboard shortcuts</source>
            <translation>键盘快捷键</translation>
        </message>
        <message>
            <source>Keys</source>
            <translation>按键</translation>
        </message>
        <message>
            <source>Keys of actions</source>
            <translation>操作的按键</translation>
        </message>
        <message>
            <source>Keys, mouse</source>
            <translation>按键、鼠标</translation>
        </message>
        <message>
            <source>Kind</source>
            <translation>类别</translation>
        </message>
        <message>
            <source>Kinds</source>
            <translation>类别</translation>
        </message>
        <message>
            <source>Kinds of events</source>
            <translation>事件类别</translation>
        </message>
        <message>
            <source>Labels</source>
            <translation>标签</translation>
        </message>
        <message>
            <source>Labels say</source>
            <translation>标签内容</translation>
        </message>
        <message>
            <source>Lamps</source>
            <translation>车灯</translation>
        </message>
        <message>
            <source>Lane</source>
            <translation>车道</translation>
        </message>
        <message>
            <source>Lane ids</source>
            <translation>车道 id</translation>
        </message>
        <message>
            <source>Lanes of events</source>
            <translation>事件轨道</translation>
        </message>
        <message>
            <source>Lanes of life spans</source>
            <translation>存续时间轨道</translation>
        </message>
        <message>
            <source>Language</source>
            <translation>语言</translation>
        </message>
        <message>
            <source>Last of {0} files</source>
            <translation>{0} 个文件中的最后一个</translation>
        </message>
        <message>
            <source>Last seen at {0}</source>
            <translation>最后见于 {0}</translation>
        </message>
        <message>
            <source>Lasted</source>
            <translation>持续</translation>
        </message>
        <message>
            <source>Lateral acceleration</source>
            <translation>侧向加速度</translation>
        </message>
        <message>
            <source>Layers</source>
            <translation>图层</translation>
        </message>
        <message>
            <source>Layout</source>
            <translation>布局</translation>
        </message>
        <message>
            <source>Least TTC</source>
            <translation>最小 TTC</translation>
        </message>
        <message>
            <source>Least gap</source>
            <translation>最小间距</translation>
        </message>
        <message>
            <source>Least headway</source>
            <translation>最小车头时距</translation>
        </message>
        <message>
            <source>Least speed</source>
            <translation>最低速度</translation>
        </message>
        <message>
            <source>Least time to collision</source>
            <translation>最小碰撞时间</translation>
        </message>
        <message>
            <source>Left indicator</source>
            <translation>左转向灯</translation>
        </message>
        <message>
            <source>Left out, since not understood: {names}</source>
            <translation>无法识别而略去：{names}</translation>
        </message>
        <message>
            <source>Length</source>
            <translation>时长</translation>
        </message>
        <message>
            <source>Length, width and height of its box, recorded</source>
            <translation>其边界框的长、宽、高，录制值</translation>
        </message>
        <message>
            <source>Library</source>
            <translation>录制库</translation>
        </message>
        <message>
            <source>Life spans</source>
            <translation>存续时间</translation>
        </message>
        <message>
            <source>Lifetime</source>
            <translation>存续时长</translation>
        </message>
        <message>
            <source>Light</source>
            <translation>浅色</translation>
        </message>
        <message>
            <source>Light ahead</source>
            <translation>前方信号灯</translation>
        </message>
        <message>
            <source>Light ahead, known by</source>
            <translation>前方信号灯的判定依据</translation>
        </message>
        <message>
            <source>Light changes</source>
            <translation>灯色变化</translation>
        </message>
        <message>
            <source>Light {0}</source>
            <translation>信号灯 {0}</translation>
        </message>
        <message>
            <source>Light {name}: {before} → {after}</source>
            <translation>信号灯 {name}：{before} → {after}</translation>
        </message>
        <message>
            <source>Light {}</source>
            <translation>信号灯 {}</translation>
        </message>
        <message>
            <source>Light {} ahead</source>
            <translation>前方信号灯 {}</translation>
        </message>
        <message>
            <source>Lights without a group</source>
            <translation>未分组的灯</translation>
        </message>
        <message>
            <source>Like the system</source>
            <translation>跟随系统</translation>
        </message>
        <message>
            <source>List all events</source>
            <translation>列出所有事件</translation>
        </message>
        <message>
            <source>List of notes</source>
            <translation>笔记列表</translation>
        </message>
        <message>
            <source>List only those who are there at the time</source>
            <translation>只列出当前在场的参与者</translation>
        </message>
        <message>
            <source>List what is wrong with the file</source>
            <translation>列出文件的问题</translation>
        </message>
        <message>
            <source>List what went wrong, by rules</source>
            <translation>按规则列出出错之处</translation>
        </message>
        <message>
            <source>Location</source>
            <translation>位置</translation>
        </message>
        <message>
            <source>Looking at what happened in {0} recordings…</source>
            <translation>正在查看 {0} 个录制文件的情况…</translation>
        </message>
        <message>
            <source>Looking for recordings…</source>
            <translation>正在查找录制文件…</translation>
        </message>
        <message>
            <source>Looking…</source>
            <translation>正在检测…</translation>
        </message>
        <message>
            <source>Looking… {} %</source>
            <translation>正在检测… {} %</translation>
        </message>
        <message>
            <source>Loop</source>
            <translation>循环</translation>
        </message>
        <message>
            <source>Loop range</source>
            <translation>循环区间</translation>
        </message>
        <message>
            <source>Low</source>
            <translation>低</translation>
        </message>
        <message>
            <source>Low beam</source>
            <translation>近光灯</translation>
        </message>
        <message>
            <source>Make the selected actor the hero</source>
            <translation>将所选参与者设为自车</translation>
        </message>
        <message>
            <source>Map</source>
            <translation>地图</translation>
        </message>
        <message>
            <source>Map and timeline alone fill the screen, in large type</source>
            <translation>仅地图和时间轴以大字号占满屏幕</translation>
        </message>
        <message>
            <source>Map view {number} saved for {town}</source>
            <translation>已为 {town} 保存地图视图 {number}</translation>
        </message>
        <message>
            <source>Map views</source>
            <translation>地图视图</translation>
        </message>
        <message>
            <source>Max</source>
            <translation>最大</translation>
        </message>
        <message>
            <source>Mean</source>
            <translation>均值</translation>
        </message>
        <message>
            <source>Measure</source>
            <translation>测量</translation>
        </message>
        <message>
            <source>Medium</source>
            <translation>中</translation>
        </message>
        <message>
            <source>Menu</source>
            <translation>菜单</translation>
        </message>
        <message>
            <source>Mie scattering scale</source>
            <translation>米氏散射系数</translation>
        </message>
        <message>
            <source>Min</source>
            <translation>最小</translation>
        </message>
        <message>
            <source>More</source>
            <translation>更多</translation>
        </message>
        <message>
            <source>More collisions</source>
            <translation>更多碰撞</translation>
        </message>
        <message>
            <source>Motion</source>
            <translation>运动</translation>
        </message>
        <message>
            <source>Move</source>
            <translation>移动</translation>
        </message>
        <message>
            <source>Move a lane, or make it higher</source>
            <translation>移动轨道或调整其高度</translation>
        </message>
        <message>
            <source>Move its column; right-click: pin it or take it away</source>
            <translation>移动其列；右键：固定或移除</translation>
        </message>
        <message>
            <source>Name</source>
            <translation>名称</translation>
        </message>
        <message>
            <source>Near miss</source>
            <translation>近碰撞</translation>
        </message>
        <message>
            <source>Near miss of {who}</source>
            <translation>{who} 近碰撞</translation>
        </message>
        <message>
            <source>Nearly hit</source>
            <translation>险些相撞</translation>
        </message>
        <message>
            <source>Next collision</source>
            <translation>下一次碰撞</translation>
        </message>
        <message>
            <source>Next event</source>
            <translation>下一个事件</translation>
        </message>
        <message>
            <source>Next moving vehicle</source>
            <translation>下一辆行驶中的车</translation>
        </message>
        <message>
            <source>Next note</source>
            <translation>下一条笔记</translation>
        </message>
        <message>
            <source>Next recording in folder</source>
            <translation>文件夹中的下一个录制文件</translation>
        </message>
        <message>
            <source>No actor has an attribute “{key}”</source>
            <translation>没有参与者具有属性“{key}”</translation>
        </message>
        <message>
            <source>No actor has “{value}” as its {key}</source>
            <translation>没有参与者的 {key} 为“{value}”</translation>
        </message>
        <message>
            <source>No actor matches the filter</source>
            <translation>没有符合筛选条件的参与者</translation>
        </message>
        <message>
            <source>No actor selected. Click one on the map or in the list to see all about it.</source>
            <translation>未选择参与者。在地图或列表中单击一个，即可查看其全部信息。</translation>
        </message>
        <message>
            <source>No collisions in this recording</source>
            <translation>此录制文件中没有碰撞</translation>
        </message>
        <message>
            <source>No damage, only remarks</source>
            <translation>没有损坏，只有提示</translation>
        </message>
        <message>
            <source>No earlier collision</source>
            <translation>之前没有碰撞</translation>
        </message>
        <message>
            <source>No earlier event</source>
            <translation>之前没有事件</translation>
        </message>
        <message>
            <source>No earlier event of the kinds shown</source>
            <translation>之前没有所显示类别的事件</translation>
        </message>
        <message>
            <source>No earlier note</source>
            <translation>之前没有笔记</translation>
        </message>
        <message>
            <source>No earlier recording in this folder</source>
            <translation>此文件夹中没有更早的录制文件</translation>
        </message>
        <message>
            <source>No event of these</source>
            <translation>没有此类事件</translation>
        </message>
        <message>
            <source>No frame for {}</source>
            <translation>{} 无对应帧</translation>
        </message>
        <message>
            <source>No hero: right-click a vehicle, Use as hero</source>
            <translation>没有自车：右键单击车辆，选择“设为自车”</translation>
        </message>
        <message>
            <source>No kind of event is shown: see Replay, Events shown</source>
            <translation>未显示任何事件类别：见“回放”→“显示的事件”</translation>
        </message>
        <message>
            <source>No later collision</source>
            <translation>之后没有碰撞</translation>
        </message>
        <message>
            <source>No later event</source>
            <translation>之后没有事件</translation>
        </message>
        <message>
            <source>No later event of the kinds shown</source>
            <translation>之后没有所显示类别的事件</translation>
        </message>
        <message>
            <source>No later note</source>
            <translation>之后没有笔记</translation>
        </message>
        <message>
            <source>No later recording in this folder</source>
            <translation>此文件夹中没有更晚的录制文件</translation>
        </message>
        <message>
            <source>No map for {name}</source>
            <translation>没有 {name} 的地图</translation>
        </message>
        <message>
            <source>No map for {name} · Choose…</source>
            <translation>没有 {name} 的地图 · 选择…</translation>
        </message>
        <message>
            <source>No note has that in it</source>
            <translation>没有包含此内容的笔记</translation>
        </message>
        <message>
            <source>No note here</source>
            <translation>此处没有笔记</translation>
        </message>
        <message>
            <source>No note here: B adds one</source>
            <translation>此处没有笔记：按 B 添加</translation>
        </message>
        <message>
            <source>No notes yet
B adds one at the playhead, over the range if one is chosen, about the selected actor if there is one</source>
            <translation>还没有笔记
按 B 在播放头处添加；若选了区间则覆盖该区间，若选了参与者则关于该参与者</translation>
        </message>
        <message>
            <source>No notes yet: B adds one</source>
            <translation>还没有笔记：按 B 添加</translation>
        </message>
        <message>
            <source>No problems in this file</source>
            <translation>此文件没有问题</translation>
        </message>
        <message>
            <source>No problems so far</source>
            <translation>目前没有问题</translation>
        </message>
        <message>
            <source>No problems: all {0} frames of {1} can be read</source>
            <translation>没有问题：{1} 的全部 {0} 帧均可读取</translation>
        </message>
        <message>
            <source>No range: Ctrl+drag on the timeline, or I and O at the playhead</source>
            <translation>没有区间：在时间轴上 Ctrl+拖动，或在播放头处按 I 和 O</translation>
        </message>
        <message>
            <source>No recording is like that</source>
            <translation>没有符合条件的录制文件</translation>
        </message>
        <message>
            <source>No recording is open</source>
            <translation>未打开录制文件</translation>
        </message>
        <message>
            <source>No recording open</source>
            <translation>未打开录制文件</translation>
        </message>
        <message>
            <source>No recording was looked at yet</source>
            <translation>尚未查看任何录制文件</translation>
        </message>
        <message>
            <source>No remarks, only damage</source>
            <translation>没有提示，只有损坏</translation>
        </message>
        <message>
            <source>No route: {0}</source>
            <translation>没有路线：{0}</translation>
        </message>
        <message>
            <source>No text</source>
            <translation>无文本</translation>
        </message>
        <message>
            <source>No vehicle moves in view</source>
            <translation>视野中没有行驶中的车</translation>
        </message>
        <message>
            <source>Nobody who is present now matches the filter</source>
            <translation>在场者中没有符合筛选条件的</translation>
        </message>
        <message>
            <source>Normal speed</source>
            <translation>正常速度</translation>
        </message>
        <message>
            <source>North up</source>
            <translation>北朝上</translation>
        </message>
        <message>
            <source>Not in frames</source>
            <translation>不在帧中</translation>
        </message>
        <message>
            <source>Not in the file: the usual length, width and height of such an actor</source>
            <translation>文件中没有：此类参与者的常见长、宽、高</translation>
        </message>
        <message>
            <source>Not judged: {}</source>
            <translation>未判定：{}</translation>
        </message>
        <message>
            <source>Not one of CARLA's packets: no decoder for it is installed.</source>
            <translation>不是 CARLA 的数据包：未安装其解码器。</translation>
        </message>
        <message>
            <source>Not saved: {}</source>
            <translation>未保存：{}</translation>
        </message>
        <message>
            <source>Not spawned until {0}</source>
            <translation>{0} 之前尚未生成</translation>
        </message>
        <message>
            <source>Note at {time} deleted</source>
            <translation>已删除 {time} 的笔记</translation>
        </message>
        <message>
            <source>Note without text</source>
            <translation>无文本的笔记</translation>
        </message>
        <message>
            <source>Notes</source>
            <translation>笔记</translation>
        </message>
        <message>
            <source>Notes written to {name}</source>
            <translation>笔记已写入 {name}</translation>
        </message>
        <message>
            <source>Nothing can be written beside the recording: notes are in {folder}</source>
            <translation>录制文件旁无法写入：笔记在 {folder} 中</translation>
        </message>
        <message>
            <source>Nothing could be judged</source>
            <translation>无法判定任何内容</translation>
        </message>
        <message>
            <source>Nothing found</source>
            <translation>未检出任何内容</translation>
        </message>
        <message>
            <source>Nothing found · 1 rule</source>
            <translation>未检出任何内容 · 1 条规则</translation>
        </message>
        <message>
            <source>Nothing found · {} rules</source>
            <translation>未检出任何内容 · {} 条规则</translation>
        </message>
        <message>
            <source>Nothing is recorded of it</source>
            <translation>没有相关录制内容</translation>
        </message>
        <message>
            <source>Nothing is recorded of {} over time</source>
            <translation>{} 没有随时间录制的内容</translation>
        </message>
        <message>
            <source>Nothing matches</source>
            <translation>没有匹配项</translation>
        </message>
        <message>
            <source>Nothing to be measured</source>
            <translation>没有可测量的值</translation>
        </message>
        <message>
            <source>Nothing to do again</source>
            <translation>没有可重做的操作</translation>
        </message>
        <message>
            <source>Nothing to undo</source>
            <translation>没有可撤销的操作</translation>
        </message>
        <message>
            <source>Number of collisions</source>
            <translation>碰撞次数</translation>
        </message>
        <message>
            <source>Number of the blueprint in the list of the server that recorded</source>
            <translation>该蓝图在录制服务器的列表中的编号</translation>
        </message>
        <message>
            <source>Of all actors, or of the chosen</source>
            <translation>所有参与者的，或所选参与者的</translation>
        </message>
        <message>
            <source>Of the hero, from a file as routes.xml</source>
            <translation>自车的路线，来自 routes.xml 一类的文件</translation>
        </message>
        <message>
            <source>Of the kinds that are shown</source>
            <translation>所显示的类别</translation>
        </message>
        <message>
            <source>Of vehicles and walkers, for other simulators</source>
            <translation>车辆和行人的轨迹，供其他仿真器使用</translation>
        </message>
        <message>
            <source>Off</source>
            <translation>熄灭</translation>
        </message>
        <message>
            <source>Off the route</source>
            <translation>偏离路线</translation>
        </message>
        <message>
            <source>Off, all, the range if there is one</source>
            <translation>关闭、全部，或区间（若有）</translation>
        </message>
        <message>
            <source>Offset</source>
            <translation>偏移</translation>
        </message>
        <message>
            <source>Offset from lane centre</source>
            <translation>与车道中心的偏移</translation>
        </message>
        <message>
            <source>On</source>
            <translation>附于</translation>
        </message>
        <message>
            <source>On the map</source>
            <translation>在地图上</translation>
        </message>
        <message>
            <source>On the map; the list still has them</source>
            <translation>在地图上；列表中仍保留</translation>
        </message>
        <message>
            <source>On the server</source>
            <translation>在服务器上</translation>
        </message>
        <message>
            <source>On the sidewalk</source>
            <translation>在人行道上</translation>
        </message>
        <message>
            <source>On the timeline</source>
            <translation>在时间轴上</translation>
        </message>
        <message>
            <source>On the wrong way</source>
            <translation>逆行</translation>
        </message>
        <message>
            <source>On this computer</source>
            <translation>在此计算机上</translation>
        </message>
        <message>
            <source>One for each recorded frame</source>
            <translation>每个录制帧一张</translation>
        </message>
        <message>
            <source>One frame</source>
            <translation>一帧</translation>
        </message>
        <message>
            <source>One frame back</source>
            <translation>后退一帧</translation>
        </message>
        <message>
            <source>One frame forward</source>
            <translation>前进一帧</translation>
        </message>
        <message>
            <source>One recording at a time: the first one is opened</source>
            <translation>一次只能打开一个录制文件：已打开第一个</translation>
        </message>
        <message>
            <source>One row per actor and frame, or a table of something else, or of signals</source>
            <translation>每个参与者每帧一行，或其他内容、信号的表格</translation>
        </message>
        <message>
            <source>Only differences</source>
            <translation>仅差异</translation>
        </message>
        <message>
            <source>Only with</source>
            <translation>仅含</translation>
        </message>
        <message>
            <source>Open a folder first</source>
            <translation>请先打开文件夹</translation>
        </message>
        <message>
            <source>Open a recording…</source>
            <translation>打开录制文件…</translation>
        </message>
        <message>
            <source>Open and close a row</source>
            <translation>展开和折叠行</translation>
        </message>
        <message>
            <source>Open another…</source>
            <translation>打开其他文件…</translation>
        </message>
        <message>
            <source>Open folder</source>
            <translation>打开文件夹</translation>
        </message>
        <message>
            <source>Open folder…</source>
            <translation>打开文件夹…</translation>
        </message>
        <message>
            <source>Open recording</source>
            <translation>打开录制文件</translation>
        </message>
        <message>
            <source>Open sample recording</source>
            <translation>打开示例录制文件</translation>
        </message>
        <message>
            <source>Open the menu</source>
            <translation>打开菜单</translation>
        </message>
        <message>
            <source>OpenDRIVE maps</source>
            <translation>OpenDRIVE 地图</translation>
        </message>
        <message>
            <source>Open…</source>
            <translation>打开…</translation>
        </message>
        <message>
            <source>Other</source>
            <translation>其他</translation>
        </message>
        <message>
            <source>Other lamps</source>
            <translation>其他车灯</translation>
        </message>
        <message>
            <source>Other lights</source>
            <translation>其他灯</translation>
        </message>
        <message>
            <source>Other speed</source>
            <translation>其他速度</translation>
        </message>
        <message>
            <source>Other, 0.1 to 20×</source>
            <translation>其他，0.1 至 20×</translation>
        </message>
        <message>
            <source>Outside lanes</source>
            <translation>驶出车道</translation>
        </message>
        <message>
            <source>Outside the lanes</source>
            <translation>驶出车道</translation>
        </message>
        <message>
            <source>Over the map: what went wrong, in order of weight</source>
            <translation>在地图上方按重要程度显示出错之处</translation>
        </message>
        <message>
            <source>Overturned</source>
            <translation>翻车</translation>
        </message>
        <message>
            <source>Own decoders</source>
            <translation>自有解码器</translation>
        </message>
        <message>
            <source>Own lane</source>
            <translation>独立轨道</translation>
        </message>
        <message>
            <source>PNG image</source>
            <translation>PNG 图片</translation>
        </message>
        <message>
            <source>PNG or SVG</source>
            <translation>PNG 或 SVG</translation>
        </message>
        <message>
            <source>Packet</source>
            <translation>数据包</translation>
        </message>
        <message>
            <source>Packet with id {}</source>
            <translation>数据包，id {}</translation>
        </message>
        <message>
            <source>Packet {name}, id {id}</source>
            <translation>数据包 {name}，id {id}</translation>
        </message>
        <message>
            <source>Packets</source>
            <translation>数据包</translation>
        </message>
        <message>
            <source>Packets of the frame shown</source>
            <translation>当前帧的数据包</translation>
        </message>
        <message>
            <source>Packets of the whole recording</source>
            <translation>整个录制文件的数据包</translation>
        </message>
        <message>
            <source>Packets of this frame</source>
            <translation>此帧的数据包</translation>
        </message>
        <message>
            <source>Page of the guide</source>
            <translation>指南页面</translation>
        </message>
        <message>
            <source>Pages of the guide</source>
            <translation>指南目录</translation>
        </message>
        <message>
            <source>Parent</source>
            <translation>父对象</translation>
        </message>
        <message>
            <source>Pause at findings</source>
            <translation>遇检测结果时暂停</translation>
        </message>
        <message>
            <source>Paused at {time}: {what}</source>
            <translation>已暂停于 {time}：{what}</translation>
        </message>
        <message>
            <source>Penalty</source>
            <translation>惩罚系数</translation>
        </message>
        <message>
            <source>Penalty is without</source>
            <translation>惩罚系数未计入</translation>
        </message>
        <message>
            <source>Physics control</source>
            <translation>物理参数</translation>
        </message>
        <message>
            <source>Pin</source>
            <translation>固定</translation>
        </message>
        <message>
            <source>Pin selected actors</source>
            <translation>固定所选参与者</translation>
        </message>
        <message>
            <source>Pin {0}: keep it here while others are selected</source>
            <translation>固定 {0}：选择其他参与者时仍保留</translation>
        </message>
        <message>
            <source>Pin: stay with this actor while others are selected</source>
            <translation>固定：选择其他参与者时仍显示此参与者</translation>
        </message>
        <message>
            <source>Pink</source>
            <translation>粉色</translation>
        </message>
        <message>
            <source>Pitch</source>
            <translation>俯仰角</translation>
        </message>
        <message>
            <source>Pitch, yaw, roll</source>
            <translation>俯仰、偏航、横滚</translation>
        </message>
        <message>
            <source>Platform time</source>
            <translation>平台时间</translation>
        </message>
        <message>
            <source>Play backwards</source>
            <translation>倒放</translation>
        </message>
        <message>
            <source>Play forwards</source>
            <translation>正放</translation>
        </message>
        <message>
            <source>Play or pause</source>
            <translation>播放或暂停</translation>
        </message>
        <message>
            <source>Play selection</source>
            <translation>播放区间</translation>
        </message>
        <message>
            <source>Playback</source>
            <translation>播放</translation>
        </message>
        <message>
            <source>Playhead</source>
            <translation>播放头</translation>
        </message>
        <message>
            <source>Plot</source>
            <translation>绘制曲线</translation>
        </message>
        <message>
            <source>Plot over time</source>
            <translation>绘制随时间的曲线</translation>
        </message>
        <message>
            <source>Plot selected actor</source>
            <translation>绘制所选参与者的曲线</translation>
        </message>
        <message>
            <source>Position light</source>
            <translation>示廓灯</translation>
        </message>
        <message>
            <source>Positions</source>
            <translation>位置</translation>
        </message>
        <message>
            <source>Post-encroachment time</source>
            <translation>后侵入时间</translation>
        </message>
        <message>
            <source>Precipitation</source>
            <translation>降水</translation>
        </message>
        <message>
            <source>Precipitation deposits</source>
            <translation>积水</translation>
        </message>
        <message>
            <source>Present</source>
            <translation>演示</translation>
        </message>
        <message>
            <source>Present actors only</source>
            <translation>仅在场的参与者</translation>
        </message>
        <message>
            <source>Previous collision</source>
            <translation>上一次碰撞</translation>
        </message>
        <message>
            <source>Previous event</source>
            <translation>上一个事件</translation>
        </message>
        <message>
            <source>Previous moving vehicle</source>
            <translation>上一辆行驶中的车</translation>
        </message>
        <message>
            <source>Previous note</source>
            <translation>上一条笔记</translation>
        </message>
        <message>
            <source>Previous recording in folder</source>
            <translation>文件夹中的上一个录制文件</translation>
        </message>
        <message>
            <source>Problem</source>
            <translation>问题</translation>
        </message>
        <message>
            <source>Problem: {}</source>
            <translation>问题：{}</translation>
        </message>
        <message>
            <source>Problems</source>
            <translation>问题</translation>
        </message>
        <message>
            <source>Product of the factors of the Leaderboard 2.0</source>
            <translation>Leaderboard 2.0 各系数的乘积</translation>
        </message>
        <message>
            <source>Props</source>
            <translation>物件</translation>
        </message>
        <message>
            <source>Quit</source>
            <translation>退出</translation>
        </message>
        <message>
            <source>Range</source>
            <translation>区间</translation>
        </message>
        <message>
            <source>Range ends here</source>
            <translation>区间在此结束</translation>
        </message>
        <message>
            <source>Range starts here</source>
            <translation>区间从此开始</translation>
        </message>
        <message>
            <source>Range {0}</source>
            <translation>区间 {0}</translation>
        </message>
        <message>
            <source>Rayleigh scattering scale</source>
            <translation>瑞利散射系数</translation>
        </message>
        <message>
            <source>Read a file of results of ScenarioRunner or the Leaderboard</source>
            <translation>读取 ScenarioRunner 或 Leaderboard 的结果文件</translation>
        </message>
        <message>
            <source>Read the file again; time, view, selection and following stay</source>
            <translation>重新读取文件；时间、视图、选择和跟随保持不变</translation>
        </message>
        <message>
            <source>Reading signals · {} %</source>
            <translation>正在读取信号 · {} %</translation>
        </message>
        <message>
            <source>Reading the recording</source>
            <translation>正在读取录制文件</translation>
        </message>
        <message>
            <source>Real-time factor</source>
            <translation>实时系数</translation>
        </message>
        <message>
            <source>Recent recordings</source>
            <translation>最近的录制文件</translation>
        </message>
        <message>
            <source>Recently used</source>
            <translation>最近使用</translation>
        </message>
        <message>
            <source>Recorded</source>
            <translation>录制值</translation>
        </message>
        <message>
            <source>Recorded colour</source>
            <translation>录制的颜色</translation>
        </message>
        <message>
            <source>Recorded for the whole group of the light</source>
            <translation>录制值，适用于信号灯的整个灯组</translation>
        </message>
        <message>
            <source>Recorded in this frame</source>
            <translation>在此帧中录制</translation>
        </message>
        <message>
            <source>Recorded once, when it was spawned</source>
            <translation>生成时录制一次</translation>
        </message>
        <message>
            <source>Recorded when it was set, in the file's units</source>
            <translation>设置时录制，采用文件中的单位</translation>
        </message>
        <message>
            <source>Recorded when they open or close; the others are taken for closed</source>
            <translation>开关时录制；其余视为关闭</translation>
        </message>
        <message>
            <source>Recorded: how long each state lasts</source>
            <translation>录制值：各状态的时长</translation>
        </message>
        <message>
            <source>Recorded: share of the highest rotation of the engine</source>
            <translation>录制值：占发动机最高转速的比例</translation>
        </message>
        <message>
            <source>Recorded: steering angle, and rotation, which accumulates</source>
            <translation>录制值：转向角，以及累计的转角</translation>
        </message>
        <message>
            <source>Recorded: the last control applied, not a measurement</source>
            <translation>录制值：最后施加的控制，而非测量值</translation>
        </message>
        <message>
            <source>Recorded: time since the simulation started</source>
            <translation>录制值：仿真开始后的时间</translation>
        </message>
        <message>
            <source>Recorded: wall clock since the recording started</source>
            <translation>录制值：录制开始后的实际时间</translation>
        </message>
        <message>
            <source>Recorded: what its controller asked for</source>
            <translation>录制值：其控制器要求的值</translation>
        </message>
        <message>
            <source>Recorded: where it acts on vehicles, in the world</source>
            <translation>录制值：对车辆起作用的范围，世界坐标</translation>
        </message>
        <message>
            <source>Recording</source>
            <translation>录制文件</translation>
        </message>
        <message>
            <source>Recording (CARLA)</source>
            <translation>录制文件 (CARLA)</translation>
        </message>
        <message>
            <source>Recordings</source>
            <translation>录制文件</translation>
        </message>
        <message>
            <source>Records</source>
            <translation>记录</translation>
        </message>
        <message>
            <source>Red</source>
            <translation>红灯</translation>
        </message>
        <message>
            <source>Red for</source>
            <translation>红灯已亮</translation>
        </message>
        <message>
            <source>Red light</source>
            <translation>闯红灯</translation>
        </message>
        <message>
            <source>Red lights</source>
            <translation>闯红灯</translation>
        </message>
        <message>
            <source>Red since before the recording</source>
            <translation>录制前已是红灯</translation>
        </message>
        <message>
            <source>Redo</source>
            <translation>重做</translation>
        </message>
        <message>
            <source>Relative to the parent bone; roll, pitch, yaw {0}</source>
            <translation>相对于父骨骼；横滚、俯仰、偏航 {0}</translation>
        </message>
        <message>
            <source>Reload</source>
            <translation>重新加载</translation>
        </message>
        <message>
            <source>Reload by itself when the file is replaced or cut</source>
            <translation>文件被替换或截断时自动重新加载</translation>
        </message>
        <message>
            <source>Remarks</source>
            <translation>提示</translation>
        </message>
        <message>
            <source>Remove</source>
            <translation>移除</translation>
        </message>
        <message>
            <source>Remove all signals</source>
            <translation>移除所有信号</translation>
        </message>
        <message>
            <source>Remove from this list</source>
            <translation>从列表中移除</translation>
        </message>
        <message>
            <source>Replay</source>
            <translation>回放</translation>
        </message>
        <message>
            <source>Replays recordings of the CARLA simulator, without the simulator.</source>
            <translation>无需仿真器即可回放 CARLA 仿真器的录制文件。</translation>
        </message>
        <message>
            <source>Reported by {0}</source>
            <translation>报告者：{0}</translation>
        </message>
        <message>
            <source>Reset</source>
            <translation>重置</translation>
        </message>
        <message>
            <source>Reset all</source>
            <translation>全部重置</translation>
        </message>
        <message>
            <source>Reset keys</source>
            <translation>恢复默认按键</translation>
        </message>
        <message>
            <source>Reset layout</source>
            <translation>重置布局</translation>
        </message>
        <message>
            <source>Results</source>
            <translation>结果</translation>
        </message>
        <message>
            <source>Results…</source>
            <translation>结果…</translation>
        </message>
        <message>
            <source>Reverse gear</source>
            <translation>倒挡</translation>
        </message>
        <message>
            <source>Reversing light</source>
            <translation>倒车灯</translation>
        </message>
        <message>
            <source>Right indicator</source>
            <translation>右转向灯</translation>
        </message>
        <message>
            <source>Right-click</source>
            <translation>右键单击</translation>
        </message>
        <message>
            <source>Right-click on a name, or the menu key</source>
            <translation>右键单击名称，或按菜单键</translation>
        </message>
        <message>
            <source>Right-click on an actor</source>
            <translation>右键单击参与者</translation>
        </message>
        <message>
            <source>Right-drag</source>
            <translation>右键拖动</translation>
        </message>
        <message>
            <source>Road marks</source>
            <translation>道路标线</translation>
        </message>
        <message>
            <source>Roads</source>
            <translation>道路</translation>
        </message>
        <message>
            <source>Role</source>
            <translation>角色</translation>
        </message>
        <message>
            <source>Role {name}</source>
            <translation>角色 {name}</translation>
        </message>
        <message>
            <source>Roll</source>
            <translation>横滚角</translation>
        </message>
        <message>
            <source>Route</source>
            <translation>路线</translation>
        </message>
        <message>
            <source>Routes</source>
            <translation>路线</translation>
        </message>
        <message>
            <source>SQL needs DuckDB: {0}</source>
            <translation>SQL 需要 DuckDB：{0}</translation>
        </message>
        <message>
            <source>SVG drawing</source>
            <translation>SVG 图形</translation>
        </message>
        <message>
            <source>Sand</source>
            <translation>沙色</translation>
        </message>
        <message>
            <source>Save as first</source>
            <translation>保存为第一</translation>
        </message>
        <message>
            <source>Save as fourth</source>
            <translation>保存为第四</translation>
        </message>
        <message>
            <source>Save as picture…</source>
            <translation>保存为图片…</translation>
        </message>
        <message>
            <source>Save as second</source>
            <translation>保存为第二</translation>
        </message>
        <message>
            <source>Save as third</source>
            <translation>保存为第三</translation>
        </message>
        <message>
            <source>Save as…</source>
            <translation>另存为…</translation>
        </message>
        <message>
            <source>Save clip of this event…</source>
            <translation>保存此事件的片段…</translation>
        </message>
        <message>
            <source>Save clip…</source>
            <translation>保存片段…</translation>
        </message>
        <message>
            <source>Save events</source>
            <translation>保存事件</translation>
        </message>
        <message>
            <source>Save layout</source>
            <translation>保存布局</translation>
        </message>
        <message>
            <source>Save layout…</source>
            <translation>保存布局…</translation>
        </message>
        <message>
            <source>Save map as image</source>
            <translation>将地图保存为图片</translation>
        </message>
        <message>
            <source>Save map as image…</source>
            <translation>将地图保存为图片…</translation>
        </message>
        <message>
            <source>Save part as recording…</source>
            <translation>将部分保存为录制文件…</translation>
        </message>
        <message>
            <source>Save signals as picture</source>
            <translation>将信号保存为图片</translation>
        </message>
        <message>
            <source>Saved {name}</source>
            <translation>已保存 {name}</translation>
        </message>
        <message>
            <source>Scattering intensity</source>
            <translation>散射强度</translation>
        </message>
        <message>
            <source>Scene</source>
            <translation>场景</translation>
        </message>
        <message>
            <source>Scene (MCAP)</source>
            <translation>场景 (MCAP)</translation>
        </message>
        <message>
            <source>Scene (Rerun)</source>
            <translation>场景 (Rerun)</translation>
        </message>
        <message>
            <source>Score</source>
            <translation>得分</translation>
        </message>
        <message>
            <source>Scroll the lanes</source>
            <translation>滚动轨道</translation>
        </message>
        <message>
            <source>Search settings</source>
            <translation>搜索设置</translation>
        </message>
        <message>
            <source>Search the guide</source>
            <translation>搜索指南</translation>
        </message>
        <message>
            <source>Second map view</source>
            <translation>第二地图视图</translation>
        </message>
        <message>
            <source>Select</source>
            <translation>选择</translation>
        </message>
        <message>
            <source>Select actors first</source>
            <translation>请先选择参与者</translation>
        </message>
        <message>
            <source>Select actors to pin them</source>
            <translation>请选择要固定的参与者</translation>
        </message>
        <message>
            <source>Select an actor for its distance and speed</source>
            <translation>选择参与者以查看其距离和速度</translation>
        </message>
        <message>
            <source>Select an actor to follow it</source>
            <translation>选择要跟随的参与者</translation>
        </message>
        <message>
            <source>Select an actor to plot its speed</source>
            <translation>选择参与者以绘制其速度曲线</translation>
        </message>
        <message>
            <source>Select an actor to see its speed</source>
            <translation>选择参与者以查看其速度</translation>
        </message>
        <message>
            <source>Select and follow hero</source>
            <translation>选择并跟随自车</translation>
        </message>
        <message>
            <source>Select listed actors</source>
            <translation>选择所列参与者</translation>
        </message>
        <message>
            <source>Select more actors</source>
            <translation>选择更多参与者</translation>
        </message>
        <message>
            <source>Select this one alone</source>
            <translation>仅选择此项</translation>
        </message>
        <message>
            <source>Select; again: what lies below</source>
            <translation>选择；再次单击：选择下层</translation>
        </message>
        <message>
            <source>Select; the keys stay the window’s</source>
            <translation>选择；按键仍作用于窗口</translation>
        </message>
        <message>
            <source>Selected</source>
            <translation>所选</translation>
        </message>
        <message>
            <source>Selected actors</source>
            <translation>所选参与者</translation>
        </message>
        <message>
            <source>Selected: {0}</source>
            <translation>所选：{0}</translation>
        </message>
        <message>
            <source>Selection</source>
            <translation>选择</translation>
        </message>
        <message>
            <source>Selection, hidden, range, filter, lanes, layers, layout, notes</source>
            <translation>选择、隐藏、区间、筛选、轨道、图层、布局、笔记</translation>
        </message>
        <message>
            <source>Sensors</source>
            <translation>传感器</translation>
        </message>
        <message>
            <source>Server folders</source>
            <translation>服务器文件夹</translation>
        </message>
        <message>
            <source>Server folders…</source>
            <translation>服务器文件夹…</translation>
        </message>
        <message>
            <source>Set speed…</source>
            <translation>设置速度…</translation>
        </message>
        <message>
            <source>Settings</source>
            <translation>设置</translation>
        </message>
        <message>
            <source>Settings are not kept: {path}: {reason}</source>
            <translation>设置无法保存：{path}：{reason}</translation>
        </message>
        <message>
            <source>Settings…</source>
            <translation>设置…</translation>
        </message>
        <message>
            <source>Severity</source>
            <translation>严重程度</translation>
        </message>
        <message>
            <source>Share</source>
            <translation>占比</translation>
        </message>
        <message>
            <source>Shift+drag</source>
            <translation>Shift+拖动</translation>
        </message>
        <message>
            <source>Show 5 s around the playhead</source>
            <translation>显示播放头前后 5 s</translation>
        </message>
        <message>
            <source>Show all</source>
            <translation>全部显示</translation>
        </message>
        <message>
            <source>Show all actors</source>
            <translation>显示所有参与者</translation>
        </message>
        <message>
            <source>Show everything</source>
            <translation>显示全部</translation>
        </message>
        <message>
            <source>Show it in a lane of the timeline</source>
            <translation>在时间轴的轨道中显示</translation>
        </message>
        <message>
            <source>Show on map</source>
            <translation>在地图上显示</translation>
        </message>
        <message>
            <source>Show only rows that are not alike for all</source>
            <translation>仅显示各参与者不相同的行</translation>
        </message>
        <message>
            <source>Show the inspector</source>
            <translation>显示检查器</translation>
        </message>
        <message>
            <source>Show the list of actors</source>
            <translation>显示参与者列表</translation>
        </message>
        <message>
            <source>Show the packet as it is in the file</source>
            <translation>显示文件中的原始数据包</translation>
        </message>
        <message>
            <source>Show the packets as they are in the file</source>
            <translation>显示文件中的原始数据包</translation>
        </message>
        <message>
            <source>Show the timeline</source>
            <translation>显示时间轴</translation>
        </message>
        <message>
            <source>Sidewalk</source>
            <translation>驶上人行道</translation>
        </message>
        <message>
            <source>Signal of the map</source>
            <translation>地图信号</translation>
        </message>
        <message>
            <source>Signals</source>
            <translation>信号</translation>
        </message>
        <message>
            <source>Signals of the map</source>
            <translation>地图信号</translation>
        </message>
        <message>
            <source>Signals over time</source>
            <translation>随时间变化的信号</translation>
        </message>
        <message>
            <source>Signs</source>
            <translation>标志</translation>
        </message>
        <message>
            <source>Since before the recording, to</source>
            <translation>录制前 – 止</translation>
        </message>
        <message>
            <source>Size</source>
            <translation>尺寸</translation>
        </message>
        <message>
            <source>Slate</source>
            <translation>石板色</translation>
        </message>
        <message>
            <source>Slower</source>
            <translation>减慢</translation>
        </message>
        <message>
            <source>Solid line</source>
            <translation>压实线</translation>
        </message>
        <message>
            <source>Some frames could not be read</source>
            <translation>部分帧无法读取</translation>
        </message>
        <message>
            <source>Something is being written: wait for it, or cancel it</source>
            <translation>正在写入：请等待或取消</translation>
        </message>
        <message>
            <source>Something went wrong</source>
            <translation>出错了</translation>
        </message>
        <message>
            <source>Sort; right-click: choose columns</source>
            <translation>排序；右键：选择列</translation>
        </message>
        <message>
            <source>Source</source>
            <translation>来源</translation>
        </message>
        <message>
            <source>Spawn time</source>
            <translation>生成时间</translation>
        </message>
        <message>
            <source>Spawned</source>
            <translation>已生成</translation>
        </message>
        <message>
            <source>Spawned {0}</source>
            <translation>{0} 已生成</translation>
        </message>
        <message>
            <source>Spawned {}</source>
            <translation>{} 已生成</translation>
        </message>
        <message>
            <source>Special light 1</source>
            <translation>特殊灯 1</translation>
        </message>
        <message>
            <source>Special light 2</source>
            <translation>特殊灯 2</translation>
        </message>
        <message>
            <source>Speed</source>
            <translation>速度</translation>
        </message>
        <message>
            <source>Speed limit</source>
            <translation>限速</translation>
        </message>
        <message>
            <source>Speed of the step</source>
            <translation>单步速度</translation>
        </message>
        <message>
            <source>Speed {}</source>
            <translation>速度 {}</translation>
        </message>
        <message>
            <source>Speed, derived</source>
            <translation>速度，推算</translation>
        </message>
        <message>
            <source>Speeding</source>
            <translation>超速</translation>
        </message>
        <message>
            <source>Speeds</source>
            <translation>速度</translation>
        </message>
        <message>
            <source>Speeds in km/h</source>
            <translation>速度以 km/h 显示</translation>
        </message>
        <message>
            <source>Stalled</source>
            <translation>仿真卡顿</translation>
        </message>
        <message>
            <source>Standing</source>
            <translation>停滞</translation>
        </message>
        <message>
            <source>Start of the range</source>
            <translation>区间起点</translation>
        </message>
        <message>
            <source>State</source>
            <translation>状态</translation>
        </message>
        <message>
            <source>State unknown</source>
            <translation>状态未知</translation>
        </message>
        <message>
            <source>Static props</source>
            <translation>静态物件</translation>
        </message>
        <message>
            <source>Stay at the newest frame while the file is being recorded</source>
            <translation>文件录制期间停留在最新一帧</translation>
        </message>
        <message>
            <source>Steering</source>
            <translation>转向</translation>
        </message>
        <message>
            <source>Steering angle, back left</source>
            <translation>转向角，左后</translation>
        </message>
        <message>
            <source>Steering angle, back right</source>
            <translation>转向角，右后</translation>
        </message>
        <message>
            <source>Steering angle, front left</source>
            <translation>转向角，左前</translation>
        </message>
        <message>
            <source>Steering angle, front right</source>
            <translation>转向角，右前</translation>
        </message>
        <message>
            <source>Still being recorded · Follow end</source>
            <translation>仍在录制 · 跟随末尾</translation>
        </message>
        <message>
            <source>Still being recorded: frames appear as they are completed</source>
            <translation>仍在录制：帧完成后即会出现</translation>
        </message>
        <message>
            <source>Stop</source>
            <translation>停止</translation>
        </message>
        <message>
            <source>Stop following (F)</source>
            <translation>停止跟随 (F)</translation>
        </message>
        <message>
            <source>Stop line</source>
            <translation>停止线</translation>
        </message>
        <message>
            <source>Stop looking</source>
            <translation>停止检测</translation>
        </message>
        <message>
            <source>Stop looking for events</source>
            <translation>停止查找事件</translation>
        </message>
        <message>
            <source>Stop reading; what has been read stays</source>
            <translation>停止读取；已读取的内容保留</translation>
        </message>
        <message>
            <source>Stop sign</source>
            <translation>闯停车标志</translation>
        </message>
        <message>
            <source>Stop signs</source>
            <translation>闯停车标志</translation>
        </message>
        <message>
            <source>Street lights</source>
            <translation>路灯</translation>
        </message>
        <message>
            <source>Such as a CARLA installation</source>
            <translation>例如 CARLA 安装目录</translation>
        </message>
        <message>
            <source>Sun altitude angle</source>
            <translation>太阳高度角</translation>
        </message>
        <message>
            <source>Sun azimuth angle</source>
            <translation>太阳方位角</translation>
        </message>
        <message>
            <source>Switches, choices, thresholds, folders of maps</source>
            <translation>开关、选项、阈值、地图文件夹</translation>
        </message>
        <message>
            <source>Tab, or ↓ in the filter</source>
            <translation>在筛选框中按 Tab 或 ↓</translation>
        </message>
        <message>
            <source>Table</source>
            <translation>表格</translation>
        </message>
        <message>
            <source>Table (CSV)</source>
            <translation>表格 (CSV)</translation>
        </message>
        <message>
            <source>Tables (Parquet)</source>
            <translation>表格 (Parquet)</translation>
        </message>
        <message>
            <source>Tables, scenes, trajectories, for other programs</source>
            <translation>表格、场景、轨迹，供其他程序使用</translation>
        </message>
        <message>
            <source>Take out of selection</source>
            <translation>移出选择</translation>
        </message>
        <message>
            <source>Take {0} away</source>
            <translation>移除 {0}</translation>
        </message>
        <message>
            <source>Teal</source>
            <translation>青色</translation>
        </message>
        <message>
            <source>Teleport</source>
            <translation>瞬移</translation>
        </message>
        <message>
            <source>Text</source>
            <translation>文本</translation>
        </message>
        <message>
            <source>Text of the note</source>
            <translation>笔记文本</translation>
        </message>
        <message>
            <source>The command ended with status {0}</source>
            <translation>命令结束，状态为 {0}</translation>
        </message>
        <message>
            <source>The diagnostics are on the clipboard</source>
            <translation>诊断信息已复制到剪贴板</translation>
        </message>
        <message>
            <source>The file cannot be read: {reason}</source>
            <translation>文件无法读取：{reason}</translation>
        </message>
        <message>
            <source>The file does not tell the parents of those who were there at the start</source>
            <translation>文件未说明开始时已在场者的父对象</translation>
        </message>
        <message>
            <source>The file does not tell where it is</source>
            <translation>文件未说明其位置</translation>
        </message>
        <message>
            <source>The file does not tell which lamps are lit</source>
            <translation>文件未说明哪些车灯亮着</translation>
        </message>
        <message>
            <source>The file is empty now; a new recording may be on its way</source>
            <translation>文件现在为空；可能即将写入新的录制</translation>
        </message>
        <message>
            <source>The file was cut to {size} bytes</source>
            <translation>文件被截断为 {size} 字节</translation>
        </message>
        <message>
            <source>The file was deleted; what was read stays as long as it is open</source>
            <translation>文件已删除；已读取的内容在关闭前保留</translation>
        </message>
        <message>
            <source>The file was replaced by another copy of this recording</source>
            <translation>文件被此录制的另一副本替换</translation>
        </message>
        <message>
            <source>The file was replaced by another recording</source>
            <translation>文件被另一录制文件替换</translation>
        </message>
        <message>
            <source>The file was replaced by something that is no recording with frames</source>
            <translation>文件被替换为不含帧的内容</translation>
        </message>
        <message>
            <source>The file was replaced: {reason}</source>
            <translation>文件被替换：{reason}</translation>
        </message>
        <message>
            <source>The hero as ScenarioRunner and the Leaderboard count it, beside their results</source>
            <translation>按 ScenarioRunner 和 Leaderboard 的方式评判自车，并与其结果并列</translation>
        </message>
        <message>
            <source>The hero's: way points, start, goal, scenarios</source>
            <translation>自车的：路径点、起点、终点、场景</translation>
        </message>
        <message>
            <source>The map as a video or as pictures</source>
            <translation>地图的视频或图片</translation>
        </message>
        <message>
            <source>The map does not seem to be that of this recording: {what}</source>
            <translation>此地图似乎不属于此录制文件：{what}</translation>
        </message>
        <message>
            <source>The notes cannot be kept: {reason}</source>
            <translation>笔记无法保存：{reason}</translation>
        </message>
        <message>
            <source>The notes cannot be written: {reason}</source>
            <translation>笔记无法写入：{reason}</translation>
        </message>
        <message>
            <source>The old file of notes is kept as {name}</source>
            <translation>旧的笔记文件保留为 {name}</translation>
        </message>
        <message>
            <source>The one at the playhead</source>
            <translation>播放头处的那一条</translation>
        </message>
        <message>
            <source>The paint of each vehicle, as far as it is recorded</source>
            <translation>每辆车的漆色，以录制内容为限</translation>
        </message>
        <message>
            <source>The recording has no frame</source>
            <translation>录制文件没有帧</translation>
        </message>
        <message>
            <source>The recordings of the folder, or back to the map</source>
            <translation>文件夹中的录制文件，或返回地图</translation>
        </message>
        <message>
            <source>The same, ten times finer</source>
            <translation>相同，精细十倍</translation>
        </message>
        <message>
            <source>The value pointed at or last clicked in the inspector, else the speed</source>
            <translation>检查器中所指或上次单击的值，否则为速度</translation>
        </message>
        <message>
            <source>The values cannot be written: {}</source>
            <translation>值无法写入：{}</translation>
        </message>
        <message>
            <source>Theme</source>
            <translation>主题</translation>
        </message>
        <message>
            <source>There is no actor {id}.</source>
            <translation>没有参与者 {id}。</translation>
        </message>
        <message>
            <source>There is no collision sensor in this file</source>
            <translation>此文件中没有碰撞传感器</translation>
        </message>
        <message>
            <source>There is no file in {0}</source>
            <translation>{0} 中没有文件</translation>
        </message>
        <message>
            <source>There is no moment to note</source>
            <translation>没有可记笔记的时刻</translation>
        </message>
        <message>
            <source>There is no recording in {0}</source>
            <translation>{0} 中没有录制文件</translation>
        </message>
        <message>
            <source>There is no recording in {0}: none of its {1} files begins as one</source>
            <translation>{0} 中没有录制文件：{1} 个文件的开头均不符合</translation>
        </message>
        <message>
            <source>There is no row above in the list</source>
            <translation>列表中上方没有行</translation>
        </message>
        <message>
            <source>There is no row below in the list</source>
            <translation>列表中下方没有行</translation>
        </message>
        <message>
            <source>There is nobody like {id} here to follow</source>
            <translation>此处没有与 {id} 对应的参与者可跟随</translation>
        </message>
        <message>
            <source>They were not judged, or not wholly: the penalty may be a lower one.</source>
            <translation>这些未判定或未完全判定：惩罚系数可能更低。</translation>
        </message>
        <message>
            <source>Third map view</source>
            <translation>第三地图视图</translation>
        </message>
        <message>
            <source>This actor</source>
            <translation>此参与者</translation>
        </message>
        <message>
            <source>This frame</source>
            <translation>此帧</translation>
        </message>
        <message>
            <source>This is a fault of the program. It goes on, but what it shows may be incomplete. Please send this report to those who make it.</source>
            <translation>这是程序的错误。程序会继续运行，但所显示的内容可能不完整。请将此报告发送给开发者。</translation>
        </message>
        <message>
            <source>This is the sample recording: a minute in a small town.
Space plays, drag the timeline to scrub, C finds the collision, a click shows an actor.
Open your own recording with Ctrl+O, or drop it here.</source>
            <translation>这是示例录制文件：小镇中的一分钟。
空格键播放，拖动时间轴浏览，C 查找碰撞，单击查看参与者。
按 Ctrl+O 打开自己的录制文件，或将其拖到此处。</translation>
        </message>
        <message>
            <source>This panel failed: {name}</source>
            <translation>此面板出错：{name}</translation>
        </message>
        <message>
            <source>Threshold</source>
            <translation>阈值</translation>
        </message>
        <message>
            <source>Thresholds</source>
            <translation>阈值</translation>
        </message>
        <message>
            <source>Thresholds · {}</source>
            <translation>阈值 · {}</translation>
        </message>
        <message>
            <source>Throttle</source>
            <translation>油门</translation>
        </message>
        <message>
            <source>Throttle and brake</source>
            <translation>油门和制动</translation>
        </message>
        <message>
            <source>Time</source>
            <translation>时间</translation>
        </message>
        <message>
            <source>Time and frame
Click to show time in another form</source>
            <translation>时间和帧
单击以切换时间的显示形式</translation>
        </message>
        <message>
            <source>Time as frame numbers</source>
            <translation>以帧号显示时间</translation>
        </message>
        <message>
            <source>Time between</source>
            <translation>时间间隔</translation>
        </message>
        <message>
            <source>Time in seconds</source>
            <translation>以秒显示时间</translation>
        </message>
        <message>
            <source>Time in state</source>
            <translation>状态已持续</translation>
        </message>
        <message>
            <source>Time of day</source>
            <translation>时刻</translation>
        </message>
        <message>
            <source>Time to collision</source>
            <translation>碰撞时间</translation>
        </message>
        <message>
            <source>Time to collision with</source>
            <translation>碰撞时间（相对于）</translation>
        </message>
        <message>
            <source>Timeline</source>
            <translation>时间轴</translation>
        </message>
        <message>
            <source>Together with others</source>
            <translation>与其他合并</translation>
        </message>
        <message>
            <source>Top speed</source>
            <translation>最高速度</translation>
        </message>
        <message>
            <source>Town</source>
            <translation>城镇</translation>
        </message>
        <message>
            <source>Traffic light</source>
            <translation>信号灯</translation>
        </message>
        <message>
            <source>Traffic lights</source>
            <translation>信号灯</translation>
        </message>
        <message>
            <source>Trails</source>
            <translation>轨迹</translation>
        </message>
        <message>
            <source>Trails of</source>
            <translation>显示谁的轨迹</translation>
        </message>
        <message>
            <source>Trajectories (OpenSCENARIO)</source>
            <translation>轨迹 (OpenSCENARIO)</translation>
        </message>
        <message>
            <source>Trigger volume</source>
            <translation>触发区域</translation>
        </message>
        <message>
            <source>Trigger volumes and spectator</source>
            <translation>触发区域和观察者</translation>
        </message>
        <message>
            <source>Try again</source>
            <translation>重试</translation>
        </message>
        <message>
            <source>Turn north up</source>
            <translation>转为北朝上</translation>
        </message>
        <message>
            <source>Turn the map with the followed actor</source>
            <translation>地图随所跟随的参与者转动</translation>
        </message>
        <message>
            <source>Turn with the followed actor</source>
            <translation>随所跟随的参与者转动</translation>
        </message>
        <message>
            <source>Two-wheeler</source>
            <translation>两轮车</translation>
        </message>
        <message>
            <source>Type a number from 0.1 to 20</source>
            <translation>请输入 0.1 至 20 的数字</translation>
        </message>
        <message>
            <source>Typed in any form: 8.47, #136, 14:03:22, +1.5</source>
            <translation>可用任意形式输入：8.47、#136、14:03:22、+1.5</translation>
        </message>
        <message>
            <source>Uid</source>
            <translation>Uid</translation>
        </message>
        <message>
            <source>Undo</source>
            <translation>撤销</translation>
        </message>
        <message>
            <source>Undone: {}</source>
            <translation>已撤销：{}</translation>
        </message>
        <message>
            <source>Unfold {}</source>
            <translation>展开{}</translation>
        </message>
        <message>
            <source>Unknown</source>
            <translation>未知</translation>
        </message>
        <message>
            <source>Unknown packets</source>
            <translation>未知数据包</translation>
        </message>
        <message>
            <source>Unpin</source>
            <translation>取消固定</translation>
        </message>
        <message>
            <source>Unpin {0}</source>
            <translation>取消固定 {0}</translation>
        </message>
        <message>
            <source>Use as hero</source>
            <translation>设为自车</translation>
        </message>
        <message>
            <source>Use them here</source>
            <translation>在此使用</translation>
        </message>
        <message>
            <source>Usual heights</source>
            <translation>默认高度</translation>
        </message>
        <message>
            <source>Usual keys</source>
            <translation>默认按键</translation>
        </message>
        <message>
            <source>Value ƒ</source>
            <translation>值 ƒ</translation>
        </message>
        <message>
            <source>Values written to {}</source>
            <translation>值已写入 {}</translation>
        </message>
        <message>
            <source>Vehicle lights</source>
            <translation>车辆灯光</translation>
        </message>
        <message>
            <source>Velocities and boxes recorded</source>
            <translation>已录制速度和边界框</translation>
        </message>
        <message>
            <source>Velocities recorded</source>
            <translation>已录制速度</translation>
        </message>
        <message>
            <source>Velocities, bounding boxes and more, if start_recorder was asked for them</source>
            <translation>速度、边界框等，需 start_recorder 请求录制</translation>
        </message>
        <message>
            <source>Velocity</source>
            <translation>速度</translation>
        </message>
        <message>
            <source>Versions, settings and the end of the log; nothing is sent anywhere</source>
            <translation>版本、设置和日志末尾；不会发送到任何地方</translation>
        </message>
        <message>
            <source>Video of the map</source>
            <translation>地图的视频</translation>
        </message>
        <message>
            <source>View</source>
            <translation>视图</translation>
        </message>
        <message>
            <source>Viewer ƒ</source>
            <translation>本程序 ƒ</translation>
        </message>
        <message>
            <source>Views are kept for a town: this recording names none</source>
            <translation>视图按城镇保存：此录制文件未注明城镇</translation>
        </message>
        <message>
            <source>Violet</source>
            <translation>紫色</translation>
        </message>
        <message>
            <source>Visual time</source>
            <translation>视觉时间</translation>
        </message>
        <message>
            <source>Walker</source>
            <translation>行人</translation>
        </message>
        <message>
            <source>Walkers</source>
            <translation>行人</translation>
        </message>
        <message>
            <source>Wall clock: the date of the recording and what has elapsed since, in UTC</source>
            <translation>实际时间：录制日期加上经过的时间，UTC</translation>
        </message>
        <message>
            <source>Ways behind and ahead</source>
            <translation>后方和前方的路径</translation>
        </message>
        <message>
            <source>Weather</source>
            <translation>天气</translation>
        </message>
        <message>
            <source>Weather: {}</source>
            <translation>天气：{}</translation>
        </message>
        <message>
            <source>Wetness</source>
            <translation>湿润度</translation>
        </message>
        <message>
            <source>What</source>
            <translation>内容</translation>
        </message>
        <message>
            <source>What CARLA can replay: a range, some actors</source>
            <translation>CARLA 可回放的内容：某一区间、部分参与者</translation>
        </message>
        <message>
            <source>What can be typed here</source>
            <translation>可输入的内容</translation>
        </message>
        <message>
            <source>What could not be used</source>
            <translation>无法使用的内容</translation>
        </message>
        <message>
            <source>What is broken in the file</source>
            <translation>文件中损坏之处</translation>
        </message>
        <message>
            <source>What is odd, and no fault of the file</source>
            <translation>异常之处，但并非文件的错误</translation>
        </message>
        <message>
            <source>What is there to see?</source>
            <translation>这里有什么值得注意？</translation>
        </message>
        <message>
            <source>What is this?</source>
            <translation>这是什么？</translation>
        </message>
        <message>
            <source>What the map shows</source>
            <translation>地图显示的内容</translation>
        </message>
        <message>
            <source>What the map shows now, for every recording of this town</source>
            <translation>地图当前的显示，适用于此城镇的所有录制文件</translation>
        </message>
        <message>
            <source>What they do</source>
            <translation>作用</translation>
        </message>
        <message>
            <source>What was done</source>
            <translation>处理方式</translation>
        </message>
        <message>
            <source>What was found</source>
            <translation>查找结果</translation>
        </message>
        <message>
            <source>What was undone last</source>
            <translation>上次撤销的操作</translation>
        </message>
        <message>
            <source>Wheel</source>
            <translation>滚轮</translation>
        </message>
        <message>
            <source>Wheel or drag over a lane’s figures</source>
            <translation>在轨道的数值上滚动或拖动</translation>
        </message>
        <message>
            <source>Wheel over names, or Alt+↑ ↓</source>
            <translation>在名称上滚动，或 Alt+↑ ↓</translation>
        </message>
        <message>
            <source>Wheel {0}</source>
            <translation>车轮 {0}</translation>
        </message>
        <message>
            <source>Wheels</source>
            <translation>车轮</translation>
        </message>
        <message>
            <source>When</source>
            <translation>时间</translation>
        </message>
        <message>
            <source>When zoomed in</source>
            <translation>放大时显示</translation>
        </message>
        <message>
            <source>Where lights and signs act, and the camera of the simulator, on the map</source>
            <translation>信号灯和标志的作用范围，以及仿真器的相机，显示在地图上</translation>
        </message>
        <message>
            <source>Where one starts, of those that are listed</source>
            <translation>在所列检测结果的开始处</translation>
        </message>
        <message>
            <source>Where the actors are, seen from above</source>
            <translation>俯视各参与者所在位置</translation>
        </message>
        <message>
            <source>Where the simulator finds recordings that are in a folder of this computer</source>
            <translation>仿真器从何处找到此计算机文件夹中的录制文件</translation>
        </message>
        <message>
            <source>Where the simulator finds recordings that are in a folder of this computer; used for client.replay_file(…).</source>
            <translation>仿真器从何处找到此计算机文件夹中的录制文件；用于 client.replay_file(…)。</translation>
        </message>
        <message>
            <source>Where vehicles drove</source>
            <translation>车辆行驶过的地方</translation>
        </message>
        <message>
            <source>Where {0} is, is not recorded</source>
            <translation>{0} 的位置未录制</translation>
        </message>
        <message>
            <source>Which kinds of events are told, here and elsewhere</source>
            <translation>在此处及别处显示哪些类别的事件</translation>
        </message>
        <message>
            <source>While the simulator runs with this map, a client of any version saves it (to_opendrive() returns the same as text):</source>
            <translation>仿真器以此地图运行时，任何版本的客户端都可保存它（to_opendrive() 以文本形式返回同样内容）：</translation>
        </message>
        <message>
            <source>Who</source>
            <translation>参与者</translation>
        </message>
        <message>
            <source>Whole recording</source>
            <translation>整个录制文件</translation>
        </message>
        <message>
            <source>Wind intensity</source>
            <translation>风力</translation>
        </message>
        <message>
            <source>With maps, or an installation of CARLA; it is remembered for all recordings</source>
            <translation>含地图的文件夹或 CARLA 安装目录；对所有录制文件记住</translation>
        </message>
        <message>
            <source>Worst</source>
            <translation>最严重</translation>
        </message>
        <message>
            <source>Write all notes as a table for other programs</source>
            <translation>将所有笔记写为表格，供其他程序使用</translation>
        </message>
        <message>
            <source>Write what is listed as JSON, as the command events does</source>
            <translation>将所列内容写为 JSON，与命令 events 相同</translation>
        </message>
        <message>
            <source>Write what is listed as a table, as the command events does</source>
            <translation>将所列内容写为表格，与命令 events 相同</translation>
        </message>
        <message>
            <source>Writing {0}</source>
            <translation>正在写入 {0}</translation>
        </message>
        <message>
            <source>Writing {} %</source>
            <translation>正在写入 {} %</translation>
        </message>
        <message>
            <source>Written by</source>
            <translation>录制版本</translation>
        </message>
        <message>
            <source>Written by a fork of CARLA: no decoder for it is installed.</source>
            <translation>由 CARLA 的分支版本写入：未安装其解码器。</translation>
        </message>
        <message>
            <source>Wrong way</source>
            <translation>逆行</translation>
        </message>
        <message>
            <source>Yaw</source>
            <translation>偏航角</translation>
        </message>
        <message>
            <source>Yaw acceleration</source>
            <translation>横摆角加速度</translation>
        </message>
        <message>
            <source>Yaw rate</source>
            <translation>横摆角速度</translation>
        </message>
        <message>
            <source>Yaw rate, derived</source>
            <translation>横摆角速度，推算</translation>
        </message>
        <message>
            <source>Yellow</source>
            <translation>黄灯</translation>
        </message>
        <message>
            <source>Zoom in</source>
            <translation>放大</translation>
        </message>
        <message>
            <source>Zoom or move its values; double-click: all of them</source>
            <translation>缩放或移动其数值范围；双击：显示全部</translation>
        </message>
        <message>
            <source>Zoom out</source>
            <translation>缩小</translation>
        </message>
        <message>
            <source>Zoom to range</source>
            <translation>缩放到区间</translation>
        </message>
        <message>
            <source>Zoom; Shift faster, Ctrl finer</source>
            <translation>缩放；Shift 更快，Ctrl 更精细</translation>
        </message>
        <message>
            <source>a collision sensor reported it</source>
            <translation>由碰撞传感器报告</translation>
        </message>
        <message>
            <source>a frame lasts longer than the threshold and three times the median</source>
            <translation>帧时长超过阈值且超过中位数的三倍</translation>
        </message>
        <message>
            <source>a step much faster than those around it, or faster than 60 m/s</source>
            <translation>单步速度远大于前后，或超过 60 m/s</translation>
        </message>
        <message>
            <source>a vehicle with a driver stands, with no red light and no queue ahead</source>
            <translation>有驾驶员的车辆停滞，且前方既无红灯也无车队</translation>
        </message>
        <message>
            <source>a wheel is past a solid line between two lanes, outside junctions</source>
            <translation>车轮越过两条车道之间的实线，路口除外</translation>
        </message>
        <message>
            <source>acceleration across the vehicle</source>
            <translation>车辆侧向的加速度</translation>
        </message>
        <message>
            <source>acceleration across the vehicle, smoothed over time, for 0.2 s or longer</source>
            <translation>车辆侧向的加速度，经时间平滑，持续 0.2 s 或更久</translation>
        </message>
        <message>
            <source>acceleration along the vehicle</source>
            <translation>车辆纵向的加速度</translation>
        </message>
        <message>
            <source>acceleration forwards, smoothed over time, for 0.2 s or longer</source>
            <translation>向前的加速度，经时间平滑，持续 0.2 s 或更久</translation>
        </message>
        <message>
            <source>alive</source>
            <translation>存在</translation>
        </message>
        <message>
            <source>and</source>
            <translation>和</translation>
        </message>
        <message>
            <source>and {} more</source>
            <translation>以及另外 {}</translation>
        </message>
        <message>
            <source>angle of the box from upright</source>
            <translation>边界框相对直立的倾角</translation>
        </message>
        <message>
            <source>angle to the direction of the lane</source>
            <translation>与车道方向的夹角</translation>
        </message>
        <message>
            <source>at least {0}</source>
            <translation>至少 {0}</translation>
        </message>
        <message>
            <source>below the road</source>
            <translation>低于路面</translation>
        </message>
        <message>
            <source>bicycle</source>
            <translation>自行车</translation>
        </message>
        <message>
            <source>both</source>
            <translation>双方</translation>
        </message>
        <message>
            <source>boxes come closer than the threshold while closing, with a low time to collision just before</source>
            <translation>边界框在接近时的间距小于阈值，且此前碰撞时间很短</translation>
        </message>
        <message>
            <source>boxes overlap by the threshold or more, or at all if closing at 0.5 m/s or faster</source>
            <translation>边界框重叠达到阈值，或在接近速度不低于 0.5 m/s 时有任何重叠</translation>
        </message>
        <message>
            <source>brake</source>
            <translation>制动灯</translation>
        </message>
        <message>
            <source>byte</source>
            <translation>字节</translation>
        </message>
        <message>
            <source>byte {0}</source>
            <translation>字节 {0}</translation>
        </message>
        <message>
            <source>change of acceleration in the vehicle's frame</source>
            <translation>车辆坐标系中加速度的变化率</translation>
        </message>
        <message>
            <source>change of acceleration in the vehicle's frame, smoothed over time, for 0.2 s or longer</source>
            <translation>车辆坐标系中加速度的变化率，经时间平滑，持续 0.2 s 或更久</translation>
        </message>
        <message>
            <source>change of the speed of turning</source>
            <translation>转动速度的变化率</translation>
        </message>
        <message>
            <source>change of the speed of turning, smoothed over time, for 0.2 s or longer</source>
            <translation>转动速度的变化率，经时间平滑，持续 0.2 s 或更久</translation>
        </message>
        <message>
            <source>checking…</source>
            <translation>正在检查…</translation>
        </message>
        <message>
            <source>closed</source>
            <translation>关闭</translation>
        </message>
        <message>
            <source>closing</source>
            <translation>正在接近</translation>
        </message>
        <message>
            <source>closing speed at which any overlap is a contact</source>
            <translation>任何重叠都视为接触的接近速度</translation>
        </message>
        <message>
            <source>closing speed from which a small gap is a near miss</source>
            <translation>小间距视为近碰撞的接近速度</translation>
        </message>
        <message>
            <source>collision</source>
            <translation>碰撞</translation>
        </message>
        <message>
            <source>colour</source>
            <translation>颜色</translation>
        </message>
        <message>
            <source>computed, not recorded</source>
            <translation>计算所得，未录制</translation>
        </message>
        <message>
            <source>contact, not recorded</source>
            <translation>接触，未录制</translation>
        </message>
        <message>
            <source>controller</source>
            <translation>控制器</translation>
        </message>
        <message>
            <source>count</source>
            <translation>数量</translation>
        </message>
        <message>
            <source>damage</source>
            <translation>损坏</translation>
        </message>
        <message>
            <source>deceleration along the vehicle</source>
            <translation>车辆纵向的减速度</translation>
        </message>
        <message>
            <source>deceleration along the vehicle, smoothed over time, for 0.2 s or longer</source>
            <translation>车辆纵向的减速度，经时间平滑，持续 0.2 s 或更久</translation>
        </message>
        <message>
            <source>deceleration of an emergency</source>
            <translation>紧急制动的减速度</translation>
        </message>
        <message>
            <source>deceleration that the follower needs</source>
            <translation>跟车者所需的减速度</translation>
        </message>
        <message>
            <source>depth below the road</source>
            <translation>低于路面的深度</translation>
        </message>
        <message>
            <source>derived</source>
            <translation>推算</translation>
        </message>
        <message>
            <source>destroyed</source>
            <translation>已销毁</translation>
        </message>
        <message>
            <source>destroyed at </source>
            <translation>销毁于 </translation>
        </message>
        <message>
            <source>distance between two boxes below which it was close</source>
            <translation>视为接近的两个边界框之间的距离</translation>
        </message>
        <message>
            <source>distance from the route</source>
            <translation>与路线的距离</translation>
        </message>
        <message>
            <source>driving forwards against the direction of the lane, outside junctions</source>
            <translation>逆车道方向向前行驶，路口除外</translation>
        </message>
        <message>
            <source>empty</source>
            <translation>空</translation>
        </message>
        <message>
            <source>end</source>
            <translation>结束</translation>
        </message>
        <message>
            <source>falling deeper than the threshold below the road</source>
            <translation>下落到路面以下，深度超过阈值</translation>
        </message>
        <message>
            <source>faster than the limit of the map and the threshold, for 2 s or longer</source>
            <translation>超过地图限速与阈值之和，持续 2 s 或更久</translation>
        </message>
        <message>
            <source>filter</source>
            <translation>筛选</translation>
        </message>
        <message>
            <source>fog</source>
            <translation>雾灯</translation>
        </message>
        <message>
            <source>frame {0}</source>
            <translation>第 {0} 帧</translation>
        </message>
        <message>
            <source>frame {frame} of {last}</source>
            <translation>第 {frame} 帧，共 {last} 帧</translation>
        </message>
        <message>
            <source>frame {}</source>
            <translation>第 {} 帧</translation>
        </message>
        <message>
            <source>from</source>
            <translation>起</translation>
        </message>
        <message>
            <source>from {0}</source>
            <translation>起于 {0}</translation>
        </message>
        <message>
            <source>front</source>
            <translation>前部</translation>
        </message>
        <message>
            <source>front left</source>
            <translation>左前</translation>
        </message>
        <message>
            <source>front right</source>
            <translation>右前</translation>
        </message>
        <message>
            <source>frozen</source>
            <translation>冻结</translation>
        </message>
        <message>
            <source>green</source>
            <translation>绿灯</translation>
        </message>
        <message>
            <source>grey: shared values</source>
            <translation>灰色：相同的值</translation>
        </message>
        <message>
            <source>growing</source>
            <translation>录制中</translation>
        </message>
        <message>
            <source>had to brake hard</source>
            <translation>被迫急刹</translation>
        </message>
        <message>
            <source>harsh acceleration</source>
            <translation>急加速</translation>
        </message>
        <message>
            <source>harsh braking</source>
            <translation>急减速</translation>
        </message>
        <message>
            <source>header {0}</source>
            <translation>文件头 {0}</translation>
        </message>
        <message>
            <source>headway</source>
            <translation>车头时距</translation>
        </message>
        <message>
            <source>height</source>
            <translation>高</translation>
        </message>
        <message>
            <source>height over the road</source>
            <translation>离路面的高度</translation>
        </message>
        <message>
            <source>hero</source>
            <translation>自车</translation>
        </message>
        <message>
            <source>hidden</source>
            <translation>已隐藏</translation>
        </message>
        <message>
            <source>hidden actors</source>
            <translation>隐藏的参与者</translation>
        </message>
        <message>
            <source>hidden on the map</source>
            <translation>已在地图上隐藏</translation>
        </message>
        <message>
            <source>high beam</source>
            <translation>远光灯</translation>
        </message>
        <message>
            <source>higher than the threshold over the road, or, where no map tells that, falling freely or far over where it rested</source>
            <translation>离路面高度超过阈值；若无地图，则为自由下落或远高于原先静止处</translation>
        </message>
        <message>
            <source>hood</source>
            <translation>发动机盖</translation>
        </message>
        <message>
            <source>how far a wheel is past the line</source>
            <translation>车轮越线的距离</translation>
        </message>
        <message>
            <source>how far ahead motion is continued</source>
            <translation>运动外推的时长</translation>
        </message>
        <message>
            <source>how far it goes meanwhile</source>
            <translation>其间行驶的距离</translation>
        </message>
        <message>
            <source>how far the box is beside all lanes</source>
            <translation>边界框超出所有车道的距离</translation>
        </message>
        <message>
            <source>how far the box is on a sidewalk</source>
            <translation>边界框侵入人行道的距离</translation>
        </message>
        <message>
            <source>how long a vehicle stands</source>
            <translation>车辆停滞的时长</translation>
        </message>
        <message>
            <source>how long that lasts</source>
            <translation>持续时长</translation>
        </message>
        <message>
            <source>how much faster a step is than those around it</source>
            <translation>单步速度超出前后的幅度</translation>
        </message>
        <message>
            <source>in the air</source>
            <translation>腾空</translation>
        </message>
        <message>
            <source>interior</source>
            <translation>车内灯</translation>
        </message>
        <message>
            <source>its trigger volume</source>
            <translation>其触发区域</translation>
        </message>
        <message>
            <source>jerk</source>
            <translation>加加速度</translation>
        </message>
        <message>
            <source>kind</source>
            <translation>类别</translation>
        </message>
        <message>
            <source>kinds of events</source>
            <translation>事件类别</translation>
        </message>
        <message>
            <source>km</source>
            <translation>km</translation>
        </message>
        <message>
            <source>lane</source>
            <translation>车道</translation>
        </message>
        <message>
            <source>lane type</source>
            <translation>车道类型</translation>
        </message>
        <message>
            <source>lanes</source>
            <translation>轨道</translation>
        </message>
        <message>
            <source>lateral acceleration</source>
            <translation>侧向加速度</translation>
        </message>
        <message>
            <source>layers</source>
            <translation>图层</translation>
        </message>
        <message>
            <source>layout</source>
            <translation>布局</translation>
        </message>
        <message>
            <source>left</source>
            <translation>左侧</translation>
        </message>
        <message>
            <source>left indicator</source>
            <translation>左转向灯</translation>
        </message>
        <message>
            <source>left out {0}</source>
            <translation>略去 {0}</translation>
        </message>
        <message>
            <source>left {0}</source>
            <translation>左 {0}</translation>
        </message>
        <message>
            <source>length</source>
            <translation>长</translation>
        </message>
        <message>
            <source>length of a frame, if it is also three times the median</source>
            <translation>帧的时长，且须达到中位数的三倍</translation>
        </message>
        <message>
            <source>light {}</source>
            <translation>信号灯 {}</translation>
        </message>
        <message>
            <source>low beam</source>
            <translation>近光灯</translation>
        </message>
        <message>
            <source>m</source>
            <translation>m</translation>
        </message>
        <message>
            <source>m to hero</source>
            <translation>距自车 m</translation>
        </message>
        <message>
            <source>m to sel.</source>
            <translation>距所选 m</translation>
        </message>
        <message>
            <source>m to {0}, between centres</source>
            <translation>m，至 {0}，中心之间</translation>
        </message>
        <message>
            <source>m travelled</source>
            <translation>行驶 m</translation>
        </message>
        <message>
            <source>map</source>
            <translation>地图</translation>
        </message>
        <message>
            <source>mean {}</source>
            <translation>平均 {}</translation>
        </message>
        <message>
            <source>middle</source>
            <translation>中部</translation>
        </message>
        <message>
            <source>moving apart</source>
            <translation>正在远离</translation>
        </message>
        <message>
            <source>near miss</source>
            <translation>近碰撞</translation>
        </message>
        <message>
            <source>nearly hit</source>
            <translation>险些相撞</translation>
        </message>
        <message>
            <source>neutral</source>
            <translation>空挡</translation>
        </message>
        <message>
            <source>no</source>
            <translation>否</translation>
        </message>
        <message>
            <source>no recording is open</source>
            <translation>未打开录制文件</translation>
        </message>
        <message>
            <source>no vehicles</source>
            <translation>没有车辆</translation>
        </message>
        <message>
            <source>none</source>
            <translation>无</translation>
        </message>
        <message>
            <source>none recorded</source>
            <translation>未录制</translation>
        </message>
        <message>
            <source>not in this frame</source>
            <translation>不在此帧中</translation>
        </message>
        <message>
            <source>not in this recording</source>
            <translation>不在此录制文件中</translation>
        </message>
        <message>
            <source>not judged</source>
            <translation>未判定</translation>
        </message>
        <message>
            <source>not known</source>
            <translation>未知</translation>
        </message>
        <message>
            <source>not possible now</source>
            <translation>目前不可用</translation>
        </message>
        <message>
            <source>not recorded</source>
            <translation>未录制</translation>
        </message>
        <message>
            <source>not recorded: no collision in this file</source>
            <translation>未录制：此文件中没有碰撞</translation>
        </message>
        <message>
            <source>not spawned</source>
            <translation>未生成</translation>
        </message>
        <message>
            <source>not spawned until </source>
            <translation>尚未生成，直至 </translation>
        </message>
        <message>
            <source>notes</source>
            <translation>笔记</translation>
        </message>
        <message>
            <source>nothing found</source>
            <translation>未检出任何内容</translation>
        </message>
        <message>
            <source>number</source>
            <translation>数字</translation>
        </message>
        <message>
            <source>off</source>
            <translation>关</translation>
        </message>
        <message>
            <source>off the route</source>
            <translation>偏离路线</translation>
        </message>
        <message>
            <source>on</source>
            <translation>开</translation>
        </message>
        <message>
            <source>on no lane</source>
            <translation>不在车道上</translation>
        </message>
        <message>
            <source>one enters where paths cross so soon after the other has left</source>
            <translation>在路径交叉处，一方离开后另一方很快进入</translation>
        </message>
        <message>
            <source>one frame</source>
            <translation>一帧</translation>
        </message>
        <message>
            <source>open</source>
            <translation>打开</translation>
        </message>
        <message>
            <source>or</source>
            <translation>或</translation>
        </message>
        <message>
            <source>or drop one anywhere</source>
            <translation>或将文件拖到任意位置</translation>
        </message>
        <message>
            <source>other</source>
            <translation>其他</translation>
        </message>
        <message>
            <source>outside lanes</source>
            <translation>驶出车道</translation>
        </message>
        <message>
            <source>overlap of two recorded boxes that is a contact</source>
            <translation>视为接触的两个录制边界框的重叠</translation>
        </message>
        <message>
            <source>overturned</source>
            <translation>翻车</translation>
        </message>
        <message>
            <source>packet {0}</source>
            <translation>数据包 {0}</translation>
        </message>
        <message>
            <source>pinned</source>
            <translation>已固定</translation>
        </message>
        <message>
            <source>pitch</source>
            <translation>俯仰</translation>
        </message>
        <message>
            <source>position</source>
            <translation>示廓灯</translation>
        </message>
        <message>
            <source>post-encroachment time</source>
            <translation>后侵入时间</translation>
        </message>
        <message>
            <source>prop</source>
            <translation>物件</translation>
        </message>
        <message>
            <source>range</source>
            <translation>区间</translation>
        </message>
        <message>
            <source>rear</source>
            <translation>后部</translation>
        </message>
        <message>
            <source>rear left</source>
            <translation>左后</translation>
        </message>
        <message>
            <source>rear right</source>
            <translation>右后</translation>
        </message>
        <message>
            <source>recorded</source>
            <translation>录制</translation>
        </message>
        <message>
            <source>recorded and derived</source>
            <translation>录制和推算</translation>
        </message>
        <message>
            <source>red</source>
            <translation>红灯</translation>
        </message>
        <message>
            <source>red light</source>
            <translation>闯红灯</translation>
        </message>
        <message>
            <source>remark</source>
            <translation>提示</translation>
        </message>
        <message>
            <source>reported by {0}</source>
            <translation>由 {0} 报告</translation>
        </message>
        <message>
            <source>reported by {by}</source>
            <translation>由 {by} 报告</translation>
        </message>
        <message>
            <source>results of its evaluators</source>
            <translation>其评估器的结果</translation>
        </message>
        <message>
            <source>reverse</source>
            <translation>倒车</translation>
        </message>
        <message>
            <source>right</source>
            <translation>右侧</translation>
        </message>
        <message>
            <source>right indicator</source>
            <translation>右转向灯</translation>
        </message>
        <message>
            <source>right {0}</source>
            <translation>右 {0}</translation>
        </message>
        <message>
            <source>road</source>
            <translation>道路</translation>
        </message>
        <message>
            <source>roll</source>
            <translation>横滚</translation>
        </message>
        <message>
            <source>s</source>
            <translation>s</translation>
        </message>
        <message>
            <source>s alive</source>
            <translation>存续 s</translation>
        </message>
        <message>
            <source>s destroyed</source>
            <translation>销毁 s</translation>
        </message>
        <message>
            <source>s spawned</source>
            <translation>生成 s</translation>
        </message>
        <message>
            <source>scenery</source>
            <translation>静态环境</translation>
        </message>
        <message>
            <source>selected actor</source>
            <translation>所选参与者</translation>
        </message>
        <message>
            <source>selection</source>
            <translation>选择</translation>
        </message>
        <message>
            <source>sensor</source>
            <translation>传感器</translation>
        </message>
        <message>
            <source>sidewalk</source>
            <translation>驶上人行道</translation>
        </message>
        <message>
            <source>signals</source>
            <translation>信号</translation>
        </message>
        <message>
            <source>so little time to where the leader in the same lane is, for 1 s or longer, at 2 m/s or faster</source>
            <translation>在同一车道以不低于 2 m/s 行驶时，到达前车当前位置的时间过短，持续 1 s 或更久</translation>
        </message>
        <message>
            <source>solid line</source>
            <translation>压实线</translation>
        </message>
        <message>
            <source>special 1</source>
            <translation>特殊灯 1</translation>
        </message>
        <message>
            <source>special 2</source>
            <translation>特殊灯 2</translation>
        </message>
        <message>
            <source>spectator</source>
            <translation>观察者</translation>
        </message>
        <message>
            <source>speed above the limit</source>
            <translation>超过限速的速度</translation>
        </message>
        <message>
            <source>speed at which any step is none</source>
            <translation>任何一步都不应达到的速度</translation>
        </message>
        <message>
            <source>speed below which it has stopped</source>
            <translation>视为已停车的速度上限</translation>
        </message>
        <message>
            <source>speed below which it stands</source>
            <translation>视为停滞的速度上限</translation>
        </message>
        <message>
            <source>speed of turning</source>
            <translation>转动速度</translation>
        </message>
        <message>
            <source>speed of turning, smoothed over time, for 0.2 s or longer</source>
            <translation>转动速度，经时间平滑，持续 0.2 s 或更久</translation>
        </message>
        <message>
            <source>speeding</source>
            <translation>超速</translation>
        </message>
        <message>
            <source>stall of the simulator</source>
            <translation>仿真卡顿</translation>
        </message>
        <message>
            <source>standing</source>
            <translation>停滞</translation>
        </message>
        <message>
            <source>steered</source>
            <translation>转向</translation>
        </message>
        <message>
            <source>stop sign</source>
            <translation>闯停车标志</translation>
        </message>
        <message>
            <source>tables of {0}</source>
            <translation>{0} 的表格</translation>
        </message>
        <message>
            <source>teleport</source>
            <translation>瞬移</translation>
        </message>
        <message>
            <source>text</source>
            <translation>文本</translation>
        </message>
        <message>
            <source>the box is beside all driving and parking lanes and no sidewalk, by at least the threshold</source>
            <translation>边界框超出所有行车道和停车道且不在人行道上，距离达到阈值</translation>
        </message>
        <message>
            <source>the box is on a sidewalk, by at least the threshold</source>
            <translation>边界框侵入人行道，距离达到阈值</translation>
        </message>
        <message>
            <source>the box leans by more than the threshold from upright, on its side or its roof</source>
            <translation>边界框相对直立的倾角超过阈值，侧翻或翻倒</translation>
        </message>
        <message>
            <source>the boxes would touch within the threshold if both kept speed and heading, for 0.3 s or longer</source>
            <translation>若双方保持速度和航向，边界框将在阈值时间内接触，持续 0.3 s 或更久</translation>
        </message>
        <message>
            <source>the follower needs such a deceleration to avoid the leader, for 0.2 s or longer</source>
            <translation>跟车者需要如此大的减速度才能避开前车，持续 0.2 s 或更久</translation>
        </message>
        <message>
            <source>the front crosses the line of a stop sign, not having stopped</source>
            <translation>车头越过停车标志的停止线，而未停车</translation>
        </message>
        <message>
            <source>the front crosses the stop line while the light is and was red</source>
            <translation>车头越过停止线，且此时及此前均为红灯</translation>
        </message>
        <message>
            <source>the hero is farther from the next 6 m of its route than the threshold, or farther than half of it over more than 30 % of the route's length</source>
            <translation>自车与其路线后续 6 m 的距离超过阈值，或在超过路线长度 30 % 的路段上超过阈值的一半</translation>
        </message>
        <message>
            <source>the map's signals</source>
            <translation>地图信号</translation>
        </message>
        <message>
            <source>the same for jerk</source>
            <translation>加加速度的平滑窗口</translation>
        </message>
        <message>
            <source>the same where a box is only that of the blueprint</source>
            <translation>边界框仅来自蓝图时的重叠</translation>
        </message>
        <message>
            <source>threshold</source>
            <translation>阈值</translation>
        </message>
        <message>
            <source>time</source>
            <translation>时间</translation>
        </message>
        <message>
            <source>time between one leaving and the other entering where paths cross</source>
            <translation>路径交叉处一方离开与另一方进入之间的时间</translation>
        </message>
        <message>
            <source>time between two findings of an incident</source>
            <translation>同一事故中两项检测结果之间的时间</translation>
        </message>
        <message>
            <source>time to collision</source>
            <translation>碰撞时间</translation>
        </message>
        <message>
            <source>time to collision that is severe</source>
            <translation>严重的碰撞时间</translation>
        </message>
        <message>
            <source>time to where the leader is now</source>
            <translation>到达前车当前位置的时间</translation>
        </message>
        <message>
            <source>time unknown</source>
            <translation>时间未知</translation>
        </message>
        <message>
            <source>to</source>
            <translation>至</translation>
        </message>
        <message>
            <source>traffic light</source>
            <translation>信号灯</translation>
        </message>
        <message>
            <source>traffic sign</source>
            <translation>交通标志</translation>
        </message>
        <message>
            <source>trunk</source>
            <translation>后备箱</translation>
        </message>
        <message>
            <source>turned</source>
            <translation>转角</translation>
        </message>
        <message>
            <source>unknown</source>
            <translation>未知</translation>
        </message>
        <message>
            <source>unknown actor</source>
            <translation>未知参与者</translation>
        </message>
        <message>
            <source>until {0}</source>
            <translation>至 {0}</translation>
        </message>
        <message>
            <source>vehicle</source>
            <translation>车辆</translation>
        </message>
        <message>
            <source>vehicles drive on the left of its roads, against its lanes</source>
            <translation>车辆靠左行驶，与其车道方向相反</translation>
        </message>
        <message>
            <source>vehicles drive on the right of its roads, against its lanes</source>
            <translation>车辆靠右行驶，与其车道方向相反</translation>
        </message>
        <message>
            <source>version {0}</source>
            <translation>版本 {0}</translation>
        </message>
        <message>
            <source>walker</source>
            <translation>行人</translation>
        </message>
        <message>
            <source>what</source>
            <translation>内容</translation>
        </message>
        <message>
            <source>what was done</source>
            <translation>处理方式</translation>
        </message>
        <message>
            <source>where it stands</source>
            <translation>其所在位置</translation>
        </message>
        <message>
            <source>whole number</source>
            <translation>整数</translation>
        </message>
        <message>
            <source>width</source>
            <translation>宽</translation>
        </message>
        <message>
            <source>window over which motion is smoothed</source>
            <translation>运动平滑的时间窗口</translation>
        </message>
        <message>
            <source>wrong way</source>
            <translation>逆行</translation>
        </message>
        <message>
            <source>x</source>
            <translation>x</translation>
        </message>
        <message>
            <source>y</source>
            <translation>y</translation>
        </message>
        <message>
            <source>yaw</source>
            <translation>偏航</translation>
        </message>
        <message>
            <source>yaw acceleration</source>
            <translation>横摆角加速度</translation>
        </message>
        <message>
            <source>yaw rate</source>
            <translation>横摆角速度</translation>
        </message>
        <message>
            <source>yellow</source>
            <translation>黄灯</translation>
        </message>
        <message>
            <source>yes</source>
            <translation>是</translation>
        </message>
        <message>
            <source>yes or no</source>
            <translation>是或否</translation>
        </message>
        <message>
            <source>z</source>
            <translation>z</translation>
        </message>
        <message>
            <source>{0} % read</source>
            <translation>已读取 {0} %</translation>
        </message>
        <message>
            <source>{0} actors</source>
            <translation>{0} 个参与者</translation>
        </message>
        <message>
            <source>{0} at most stand side by side: pinned ones, and those selected last</source>
            <translation>最多并列 {0} 个：固定的和最后选择的</translation>
        </message>
        <message>
            <source>{0} at x {1}, y {2} metres</source>
            <translation>{0}，x {1}、y {2} 米</translation>
        </message>
        <message>
            <source>{0} at {1}</source>
            <translation>{0}，{1}</translation>
        </message>
        <message>
            <source>{0} cannot be read: {1}</source>
            <translation>{0} 无法读取：{1}</translation>
        </message>
        <message>
            <source>{0} cannot be used</source>
            <translation>{0} 个无法使用</translation>
        </message>
        <message>
            <source>{0} fps</source>
            <translation>{0} fps</translation>
        </message>
        <message>
            <source>{0} frames</source>
            <translation>{0} 帧</translation>
        </message>
        <message>
            <source>{0} is not spawned until {1}</source>
            <translation>{0} 在 {1} 之前尚未生成</translation>
        </message>
        <message>
            <source>{0} is not there at this time</source>
            <translation>{0} 此时不在场</translation>
        </message>
        <message>
            <source>{0} left</source>
            <translation>剩余 {0}</translation>
        </message>
        <message>
            <source>{0} m below</source>
            <translation>低 {0} m</translation>
        </message>
        <message>
            <source>{0} match the filter, {1} in the recording</source>
            <translation>{0} 个符合筛选条件，录制文件中共 {1} 个</translation>
        </message>
        <message>
            <source>{0} missing hidden</source>
            <translation>已隐藏 {0} 个缺失的文件</translation>
        </message>
        <message>
            <source>{0} more</source>
            <translation>另有 {0} 项</translation>
        </message>
        <message>
            <source>{0} not looked at</source>
            <translation>{0} 个未查看</translation>
        </message>
        <message>
            <source>{0} of {1}</source>
            <translation>{0} / {1}</translation>
        </message>
        <message>
            <source>{0} of {1} looked at</source>
            <translation>已查看 {0} / {1}</translation>
        </message>
        <message>
            <source>{0} of {1} on</source>
            <translation>{0} / {1} 亮</translation>
        </message>
        <message>
            <source>{0} of {1} present</source>
            <translation>在场 {0} / {1}</translation>
        </message>
        <message>
            <source>{0} other files</source>
            <translation>{0} 个其他文件</translation>
        </message>
        <message>
            <source>{0} packets</source>
            <translation>{0} 个数据包</translation>
        </message>
        <message>
            <source>{0} present now, {1} in the recording</source>
            <translation>当前在场 {0} 个，录制文件中共 {1} 个</translation>
        </message>
        <message>
            <source>{0} recordings</source>
            <translation>{0} 个录制文件</translation>
        </message>
        <message>
            <source>{0} records</source>
            <translation>{0} 条记录</translation>
        </message>
        <message>
            <source>{0} rows</source>
            <translation>{0} 行</translation>
        </message>
        <message>
            <source>{0} was destroyed at {1}</source>
            <translation>{0} 已于 {1} 销毁</translation>
        </message>
        <message>
            <source>{1} of {0} recordings</source>
            <translation>{1} / {0} 个录制文件</translation>
        </message>
        <message numerus="yes">
            <source>{count} collisions, the first at {time}</source>
            <translation>
                <numerusform>{count} 次碰撞，首次于 {time}</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>{count} contacts (not recorded)</source>
            <translation>
                <numerusform>{count} 次接触（未录制）</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>{count} contacts (not recorded), the first at {time}</source>
            <translation>
                <numerusform>{count} 次接触（未录制），首次于 {time}</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>{count} notes of another recording with this name are not shown</source>
            <translation>
                <numerusform>有 {count} 条笔记属于同名的另一录制文件，未显示</numerusform>
            </translation>
        </message>
        <message>
            <source>{id} is not there</source>
            <translation>{id} 不在场</translation>
        </message>
        <message>
            <source>{id} · looking for its path</source>
            <translation>{id} · 正在查找其路径</translation>
        </message>
        <message>
            <source>{key} was that of “{action}”, which has lost it</source>
            <translation>{key} 原属于“{action}”，现已移除</translation>
        </message>
        <message>
            <source>{name} cannot be read: {reason}</source>
            <translation>{name} 无法读取：{reason}</translation>
        </message>
        <message>
            <source>{name} cannot be written</source>
            <translation>{name} 无法写入</translation>
        </message>
        <message>
            <source>{name} is damaged ({reason}); it is moved aside before notes are written</source>
            <translation>{name} 已损坏（{reason}）；写入笔记前会将其移开</translation>
        </message>
        <message>
            <source>{one} had to brake hard ({value})</source>
            <translation>{one} 被迫急刹（{value}）</translation>
        </message>
        <message>
            <source>{one} nearly hit {other} (TTC {value})</source>
            <translation>{one} 险些撞上 {other}（TTC {value}）</translation>
        </message>
        <message>
            <source>{other} (TTC {value})</source>
            <translation>{other}（TTC {value}）</translation>
        </message>
        <message>
            <source>{part} of {whole}</source>
            <translation>{part} / {whole}</translation>
        </message>
        <message>
            <source>{path} cannot be read: {reason}</source>
            <translation>{path} 无法读取：{reason}</translation>
        </message>
        <message>
            <source>{path} cannot be written: {reason}</source>
            <translation>{path} 无法写入：{reason}</translation>
        </message>
        <message>
            <source>{path} has no settings that were exported here</source>
            <translation>{path} 中没有由此程序导出的设置</translation>
        </message>
        <message>
            <source>{share} % drive against its lanes</source>
            <translation>{share} % 逆其车道方向行驶</translation>
        </message>
        <message>
            <source>{share} % of the driving vehicles are off its lanes</source>
            <translation>{share} % 的行驶车辆不在其车道上</translation>
        </message>
        <message>
            <source>{shown} of {all} kinds</source>
            <translation>{shown} / {all} 类</translation>
        </message>
        <message>
            <source>{signal} to {actor}</source>
            <translation>{signal}，至 {actor}</translation>
        </message>
        <message>
            <source>{time}</source>
            <translation>{time}</translation>
        </message>
        <message>
            <source>{time} of {duration}, frame {frame}</source>
            <translation>{time} / {duration}，第 {frame} 帧</translation>
        </message>
        <message>
            <source>{title} of {one} behind {other}</source>
            <translation>{one} 跟随 {other} 的{title}</translation>
        </message>
        <message>
            <source>{title} of {who} {value} (PET)</source>
            <translation>{who} 的{title} {value}（PET）</translation>
        </message>
        <message>
            <source>{title} {who}</source>
            <translation>{title} {who}</translation>
        </message>
        <message>
            <source>{value}</source>
            <translation>{value}</translation>
        </message>
        <message>
            <source>{value} (PET)</source>
            <translation>{value}（PET）</translation>
        </message>
        <message>
            <source>{who}</source>
            <translation>{who}</translation>
        </message>
        <message>
            <source>{who} · {time}</source>
            <translation>{who} · {time}</translation>
        </message>
        <message>
            <source>{} actors</source>
            <translation>{} 个参与者</translation>
        </message>
        <message>
            <source>{} and {} more</source>
            <translation>{} 以及另外 {} 项</translation>
        </message>
        <message numerus="yes">
            <source>{} attached</source>
            <translation>
                <numerusform>{} 次附着</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>{} bicycles</source>
            <translation>
                <numerusform>{} 辆自行车</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>{} changes</source>
            <translation>
                <numerusform>{} 次变化</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>{} collisions</source>
            <translation>
                <numerusform>{} 次碰撞</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>{} controllers</source>
            <translation>
                <numerusform>{} 个控制器</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>{} custom packets</source>
            <translation>
                <numerusform>{} 个自定义数据包</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>{} destroyed</source>
            <translation>
                <numerusform>{} 个已销毁</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>{} doors</source>
            <translation>
                <numerusform>{} 次车门动作</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>{} doors moved</source>
            <translation>
                <numerusform>{} 次车门动作</numerusform>
            </translation>
        </message>
        <message>
            <source>{} events</source>
            <translation>{} 个事件</translation>
        </message>
        <message numerus="yes">
            <source>{} findings</source>
            <translation>
                <numerusform>{} 项检测结果</numerusform>
            </translation>
        </message>
        <message>
            <source>{} found</source>
            <translation>检出 {} 项</translation>
        </message>
        <message numerus="yes">
            <source>{} frames</source>
            <translation>
                <numerusform>{} 帧</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>{} frames before</source>
            <translation>
                <numerusform>{} 帧之前</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>{} light changes</source>
            <translation>
                <numerusform>{} 次灯色变化</numerusform>
            </translation>
        </message>
        <message>
            <source>{} more</source>
            <translation>另有 {} 项</translation>
        </message>
        <message>
            <source>{} more kinds</source>
            <translation>另有 {} 类</translation>
        </message>
        <message numerus="yes">
            <source>{} notes</source>
            <translation>
                <numerusform>{} 条笔记</numerusform>
            </translation>
        </message>
        <message>
            <source>{} of {} frames</source>
            <translation>{} / {} 帧</translation>
        </message>
        <message numerus="yes">
            <source>{} other actors</source>
            <translation>
                <numerusform>{} 个其他参与者</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>{} packets</source>
            <translation>
                <numerusform>{} 个数据包</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>{} problems</source>
            <translation>
                <numerusform>{} 个问题</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>{} props</source>
            <translation>
                <numerusform>{} 个物件</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>{} remarks</source>
            <translation>
                <numerusform>{} 条提示</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>{} sensors</source>
            <translation>
                <numerusform>{} 个传感器</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>{} spawned</source>
            <translation>
                <numerusform>{} 个已生成</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>{} spectators</source>
            <translation>
                <numerusform>{} 个观察者</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>{} traffic lights</source>
            <translation>
                <numerusform>{} 个信号灯</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>{} traffic signs</source>
            <translation>
                <numerusform>{} 个交通标志</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>{} vehicles</source>
            <translation>
                <numerusform>{} 辆车</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>{} walkers</source>
            <translation>
                <numerusform>{} 名行人</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>{} weather changes</source>
            <translation>
                <numerusform>{} 次天气变化</numerusform>
            </translation>
        </message>
        <message>
            <source>{}: drag to move it</source>
            <translation>{}：拖动以移动</translation>
        </message>
        <message>
            <source>· all actors</source>
            <translation>· 所有参与者</translation>
        </message>
        <message>
            <source>· hero</source>
            <translation>· 自车</translation>
        </message>
        <message>
            <source>· selected</source>
            <translation>· 所选</translation>
        </message>
        <message>
            <source>ƒ known by {0}</source>
            <translation>ƒ 依据：{0}</translation>
        </message>
        <message>
            <source>ƒ the end of the lane: the map has no line here</source>
            <translation>ƒ 车道末端：地图在此没有停止线</translation>
        </message>
        <message>
            <source>“alive” is yes or no, not “{value}”</source>
            <translation>“alive” 的值为 yes 或 no，不是“{value}”</translation>
        </message>
        <message>
            <source>“{value}” is in no id, blueprint, role or category</source>
            <translation>没有 id、蓝图、角色或类别包含“{value}”</translation>
        </message>
        <message>
            <source>“{value}” leaves out everybody</source>
            <translation>“{value}” 排除了所有参与者</translation>
        </message>
        <message>
            <source>✓ shown</source>
            <translation>✓ 已显示</translation>
        </message>
        <message>
            <source>中文</source>
            <translation>中文</translation>
        </message>
    </context>
</TS>
