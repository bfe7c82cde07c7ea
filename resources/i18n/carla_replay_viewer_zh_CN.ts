<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
    <context>
        <name>window</name>
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
            <source>+ Signal</source>
            <translation>+ 信号</translation>
        </message>
        <message>
            <source>1 attached</source>
            <translation>1 次挂载</translation>
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
            <translation>发现 1 个问题</translation>
        </message>
        <message>
            <source>1 for the oldest of different records of this route and repetition, then 2</source>
            <translation>同一路线和重复的不同记录中最早的为 1，其次为 2</translation>
        </message>
        <message>
            <source>1 frame</source>
            <translation>1 帧</translation>
        </message>
        <message>
            <source>1 frame before</source>
            <translation>1 帧前</translation>
        </message>
        <message>
            <source>1 kind not judged</source>
            <translation>1 类未判定</translation>
        </message>
        <message>
            <source>1 light change</source>
            <translation>1 次灯色变化</translation>
        </message>
        <message>
            <source>1 line</source>
            <translation>1 行</translation>
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
            <translation>1 个道具</translation>
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
            <source>A folder of pictures of the map</source>
            <translation>地图图片的文件夹</translation>
        </message>
        <message>
            <source>A lane for each kind, or one for all</source>
            <translation>每类事件一条轨道，或合为一条</translation>
        </message>
        <message>
            <source>A popup, then a panel, the filter, the selection, the range; never following</source>
            <translation>先关弹窗，再离开面板，然后清筛选、选择、区间；不会停止跟随</translation>
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
            <source>Ability</source>
            <translation>能力</translation>
        </message>
        <message>
            <source>About</source>
            <translation>关于</translation>
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
            <source>Actors of both recordings, and where they part</source>
            <translation>两个录像中的参与者，以及它们在哪里分开</translation>
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
            <source>Ahead</source>
            <translation>前方</translation>
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
            <source>Align</source>
            <translation>对齐</translation>
        </message>
        <message>
            <source>Align: {}</source>
            <translation>对齐：{}</translation>
        </message>
        <message>
            <source>All</source>
            <translation>全部</translation>
        </message>
        <message>
            <source>All actors</source>
            <translation>全部参与者</translation>
        </message>
        <message>
            <source>All actors that the filter finds</source>
            <translation>筛选出的全部参与者</translation>
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
            <source>All vehicles</source>
            <translation>所有车辆</translation>
        </message>
        <message>
            <source>Also found</source>
            <translation>同时发现</translation>
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
            <source>Angular velocity, recorded</source>
            <translation>角速度（录制值）</translation>
        </message>
        <message>
            <source>Another recording, shown on top of this one</source>
            <translation>另一个录像，叠加在当前录像上</translation>
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
            <source>As the system's text</source>
            <translation>与系统文字一致</translation>
        </message>
        <message>
            <source>At 100 %</source>
            <translation>100 %</translation>
        </message>
        <message>
            <source>At 125 %</source>
            <translation>125 %</translation>
        </message>
        <message>
            <source>At 150 %</source>
            <translation>150 %</translation>
        </message>
        <message>
            <source>At 200 %</source>
            <translation>200 %</translation>
        </message>
        <message>
            <source>At byte</source>
            <translation>字节位置</translation>
        </message>
        <message>
            <source>At most</source>
            <translation>最大</translation>
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
            <translation>挂载</translation>
        </message>
        <message>
            <source>Attached to</source>
            <translation>挂载于</translation>
        </message>
        <message>
            <source>Attached {} to {}</source>
            <translation>{} 挂载于 {}</translation>
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
            <translation>返回</translation>
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
            <source>Bench2Drive's abilities that the scenario tests</source>
            <translation>该场景测试的 Bench2Drive 能力</translation>
        </message>
        <message>
            <source>Beside</source>
            <translation>旁边内容</translation>
        </message>
        <message>
            <source>Beside the recording, or in a folder named maps there, it is found by itself.</source>
            <translation>放在录制文件旁，或其 maps 文件夹中，即可自动找到。</translation>
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
            <source>Blueprints, walkers, traffic lights, controls and the town are not in such files.</source>
            <translation>此类文件不含蓝图、行人、交通灯、控制和城镇。</translation>
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
            <source>By elapsed time</source>
            <translation>按经过时间</translation>
        </message>
        <message>
            <source>By frame number</source>
            <translation>按帧号</translation>
        </message>
        <message>
            <source>By the Leaderboard 2.0 the product of the factors, by 2.1 1 / (1 + the sum of the coefficients)</source>
            <translation>Leaderboard 2.0 为各系数之积，2.1 为 1 / (1 + 各加数之和)</translation>
        </message>
        <message>
            <source>By the heroes’ way</source>
            <translation>按自车的路径</translation>
        </message>
        <message>
            <source>By the hero’s first motion</source>
            <translation>按自车开始移动</translation>
        </message>
        <message>
            <source>By the rules again</source>
            <translation>重新按规则</translation>
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
            <source>CARLA replays recordings only: the command import makes one</source>
            <translation>CARLA 只能回放录制文件：命令 import 可制作一个</translation>
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
            <source>Cameras</source>
            <translation>摄像头</translation>
        </message>
        <message>
            <source>Cameras to show</source>
            <translation>要显示的摄像头</translation>
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
            <source>Centre</source>
            <translation>中心</translation>
        </message>
        <message>
            <source>Centre here</source>
            <translation>以此处为中心</translation>
        </message>
        <message>
            <source>Change the values that the rules compare with</source>
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
            <translation>在“帮助”菜单中选择预设，在此更改单个按键</translation>
        </message>
        <message>
            <source>Choose a range; its edges can be dragged</source>
            <translation>选择区间；可拖动其边缘</translation>
        </message>
        <message>
            <source>Choose a row first</source>
            <translation>请先选择一行</translation>
        </message>
        <message>
            <source>Choose a signal to show in a lane, or drag a value of the inspector here</source>
            <translation>选择要在轨道中显示的信号，或将检查器中的值拖到此处</translation>
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
            <source>Choose partner…</source>
            <translation>选择对应者…</translation>
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
            <source>Clip of Bench2Drive</source>
            <translation>Bench2Drive 片段</translation>
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
            <source>Collisions</source>
            <translation>碰撞</translation>
        </message>
        <message>
            <source>Collisions, and controls of other vehicles than the hero, are not recorded.</source>
            <translation>没有记录碰撞，也没有记录主车以外车辆的控制。</translation>
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
            <source>Compare</source>
            <translation>比较</translation>
        </message>
        <message>
            <source>Compare the two selected</source>
            <translation>比较所选的两个</translation>
        </message>
        <message>
            <source>Compare with</source>
            <translation>与之比较</translation>
        </message>
        <message>
            <source>Compare with a recording first</source>
            <translation>请先与一个录像比较</translation>
        </message>
        <message>
            <source>Compare with the runs of another folder</source>
            <translation>与另一个文件夹中的运行比较</translation>
        </message>
        <message>
            <source>Compare with…</source>
            <translation>比较…</translation>
        </message>
        <message>
            <source>Compare {a} with {b}?</source>
            <translation>要比较 {a} 和 {b} 吗？</translation>
        </message>
        <message>
            <source>Comparing…</source>
            <translation>正在比较…</translation>
        </message>
        <message>
            <source>Comparing… {share} %</source>
            <translation>正在比较… {share} %</translation>
        </message>
        <message>
            <source>Comparison</source>
            <translation>比较</translation>
        </message>
        <message>
            <source>Concerned: {0}</source>
            <translation>相关者：{0}</translation>
        </message>
        <message>
            <source>Contact (not recorded)</source>
            <translation>接触（未录制）</translation>
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
            <source>Copy time and pose</source>
            <translation>复制时刻与位姿</translation>
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
            <source>Damaged parts of the file</source>
            <translation>文件中损坏之处</translation>
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
            <source>Derived: since its state changed, as far as the recording goes back</source>
            <translation>推算：自其状态变化以来，以录制所及为限</translation>
        </message>
        <message>
            <source>Derived; the light is known by {0}</source>
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
            <source>Destroyed {}</source>
            <translation>{} 已销毁</translation>
        </message>
        <message>
            <source>Details</source>
            <translation>详情</translation>
        </message>
        <message>
            <source>Differ</source>
            <translation>不同</translation>
        </message>
        <message>
            <source>Differ from</source>
            <translation>开始不同</translation>
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
            <source>Distance to B</source>
            <translation>与 B 的距离</translation>
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
            <source>Distance to the other run</source>
            <translation>与另一次运行的距离</translation>
        </message>
        <message>
            <source>Distance to {actor}</source>
            <translation>到 {actor} 的距离</translation>
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
            <source>Drag an actor’s head</source>
            <translation>拖动参与者的列头</translation>
        </message>
        <message>
            <source>Drag to move the pictures by frames</source>
            <translation>拖动以按帧移动图像</translation>
        </message>
        <message>
            <source>Driven paths</source>
            <translation>行驶路径</translation>
        </message>
        <message>
            <source>Driving score {0}</source>
            <translation>驾驶得分 {0}</translation>
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
            <source>Edit</source>
            <translation>编辑</translation>
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
            <source>End the comparison</source>
            <translation>结束比较</translation>
        </message>
        <message>
            <source>End the comparison with {0}</source>
            <translation>结束与 {0} 的比较</translation>
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
            <source>Errors</source>
            <translation>错误</translation>
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
            <source>Events shown</source>
            <translation>显示的事件</translation>
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
            <source>Files that could not be used</source>
            <translation>无法使用的内容</translation>
        </message>
        <message>
            <source>Filter actors</source>
            <translation>筛选参与者</translation>
        </message>
        <message>
            <source>Filter lines</source>
            <translation>筛选行</translation>
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
            <source>Filter: words</source>
            <translation>筛选：词语</translation>
        </message>
        <message>
            <source>Filter: words, collisions&gt;0, map_name=Town05 · or SELECT …</source>
            <translation>筛选：词语、collisions&gt;0、map_name=Town05 · 或 SELECT …</translation>
        </message>
        <message>
            <source>Find actor…</source>
            <translation>查找参与者…</translation>
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
            <translation>发现的问题</translation>
        </message>
        <message>
            <source>Findings over the map</source>
            <translation>地图上发现的问题</translation>
        </message>
        <message>
            <source>First in</source>
            <translation>首先不同</translation>
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
            <translation>缩放至全部运动参与者</translation>
        </message>
        <message>
            <source>Five minutes with the sample, in the guide</source>
            <translation>指南：用示例熟悉五分钟</translation>
        </message>
        <message>
            <source>Flip</source>
            <translation>翻转</translation>
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
            <source>Folder of runs to compare with</source>
            <translation>要比较的运行文件夹</translation>
        </message>
        <message>
            <source>Folder of this run</source>
            <translation>本次运行的文件夹</translation>
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
            <source>Frame of the recording, from 0, that the agent's step 0 shows</source>
            <translation>智能体第 0 步所示的录制帧（从 0 起）</translation>
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
            <source>From 3 s before the event to 3 s after it</source>
            <translation>从其前 3 s 到其后 3 s</translation>
        </message>
        <message>
            <source>From its start</source>
            <translation>从起点开始</translation>
        </message>
        <message>
            <source>From the folder of the run, once its cameras were shown</source>
            <translation>来自运行文件夹；显示过其摄像头之后可用</translation>
        </message>
        <message>
            <source>From the hero</source>
            <translation>距自车</translation>
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
            <source>Gap to {actor}</source>
            <translation>与 {actor} 的间距</translation>
        </message>
        <message>
            <source>Gear</source>
            <translation>挡位</translation>
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
            <source>Go to notes, edit and delete them</source>
            <translation>前往、编辑和删除笔记</translation>
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
            <source>Group by</source>
            <translation>分组</translation>
        </message>
        <message>
            <source>Guide</source>
            <translation>指南</translation>
        </message>
        <message>
            <source>HOV</source>
            <translation>高承载车道</translation>
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
            <source>Headway of {one} behind {other}</source>
            <translation>{one} 跟随 {other} 的车头时距</translation>
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
            <source>Hero's collisions</source>
            <translation>自车的碰撞</translation>
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
            <source>Id in the open recording</source>
            <translation>在打开的录像中的 id</translation>
        </message>
        <message>
            <source>Id in the other recording</source>
            <translation>在另一个录像中的 id</translation>
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
            <source>Import cancelled: nothing of it is kept</source>
            <translation>导入已取消：不保留任何内容</translation>
        </message>
        <message>
            <source>Import settings</source>
            <translation>导入设置</translation>
        </message>
        <message>
            <source>Importing</source>
            <translation>正在导入</translation>
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
            <translation>事件组</translation>
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
            <source>It is not recorded which lamps are lit</source>
            <translation>文件未说明哪些车灯亮着</translation>
        </message>
        <message>
            <source>Its position is not recorded</source>
            <translation>文件未说明其位置</translation>
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
            <source>Jerk of {who}</source>
            <translation>{who} 的加加速度</translation>
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
            <source>Kinds of events that are shown, here and elsewhere</source>
            <translation>在此处及别处显示哪些类别的事件</translation>
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
            <source>Language and size are those of the next start.</source>
            <translation>语言和大小在下次启动时生效。</translation>
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
            <source>Lasted beyond the recording</source>
            <translation>持续至录制结束之后</translation>
        </message>
        <message>
            <source>Lasted for the whole recording</source>
            <translation>全程持续</translation>
        </message>
        <message>
            <source>Lasted since before the recording</source>
            <translation>录制开始前已持续</translation>
        </message>
        <message>
            <source>Lateral acceleration</source>
            <translation>横向加速度</translation>
        </message>
        <message>
            <source>Lateral acceleration of {who}</source>
            <translation>{who} 的横向加速度</translation>
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
            <source>Least share</source>
            <translation>最小比例</translation>
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
            <source>Level</source>
            <translation>级别</translation>
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
            <source>Line</source>
            <translation>行</translation>
        </message>
        <message>
            <source>Lines of the log</source>
            <translation>日志的行</translation>
        </message>
        <message>
            <source>Lines that agent or Leaderboard wrote beside the recording</source>
            <translation>智能体或 Leaderboard 写在录制文件旁的日志行</translation>
        </message>
        <message>
            <source>List all events</source>
            <translation>列出所有事件</translation>
        </message>
        <message>
            <source>List only actors that are present at this time</source>
            <translation>只列出当前在场的参与者</translation>
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
            <source>Log</source>
            <translation>日志</translation>
        </message>
        <message>
            <source>Looking for pictures beside the recording…</source>
            <translation>正在查找录制文件旁的图像…</translation>
        </message>
        <message>
            <source>Looking for recordings…</source>
            <translation>正在查找录制文件…</translation>
        </message>
        <message>
            <source>Looking for text logs beside the recording…</source>
            <translation>正在录制文件附近查找文本日志…</translation>
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
            <source>Next difference</source>
            <translation>下一处不同</translation>
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
            <source>No actor that is present now matches the filter</source>
            <translation>在场者中没有符合筛选条件的</translation>
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
            <source>No difference</source>
            <translation>没有不同</translation>
        </message>
        <message>
            <source>No earlier collision</source>
            <translation>之前没有碰撞</translation>
        </message>
        <message>
            <source>No earlier difference</source>
            <translation>之前没有不同</translation>
        </message>
        <message>
            <source>No earlier event</source>
            <translation>之前没有事件</translation>
        </message>
        <message>
            <source>No earlier event is found yet</source>
            <translation>目前尚未找到之前的事件</translation>
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
            <source>No event matches the filters</source>
            <translation>没有符合筛选条件的事件</translation>
        </message>
        <message>
            <source>No folder of this run was found near the recording.</source>
            <translation>在录制文件附近没有找到本次运行的文件夹。</translation>
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
            <source>No later difference</source>
            <translation>之后没有不同</translation>
        </message>
        <message>
            <source>No later event</source>
            <translation>之后没有事件</translation>
        </message>
        <message>
            <source>No later event is found yet</source>
            <translation>目前尚未找到之后的事件</translation>
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
            <source>No line contains these words</source>
            <translation>没有包含这些词语的行</translation>
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
            <source>No note contains this text</source>
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
            <source>No partner</source>
            <translation>没有对应者</translation>
        </message>
        <message>
            <source>No picture yet</source>
            <translation>尚无图像</translation>
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
            <source>No recording has been read yet</source>
            <translation>尚未查看任何录制文件</translation>
        </message>
        <message>
            <source>No recording is open</source>
            <translation>未打开录制文件</translation>
        </message>
        <message>
            <source>No recording matches</source>
            <translation>没有符合条件的录制文件</translation>
        </message>
        <message>
            <source>No recording open</source>
            <translation>未打开录制文件</translation>
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
            <source>No text log of this run was found near the recording.</source>
            <translation>在录制文件附近没有找到本次运行的文本日志。</translation>
        </message>
        <message>
            <source>No vehicle moves in view</source>
            <translation>视野中没有行驶中的车</translation>
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
            <source>Not compared: stopped</source>
            <translation>未比较：已停止</translation>
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
            <source>Not one of CARLA's packets: no decoder for it is installed.</source>
            <translation>不是 CARLA 的数据包：未安装其解码器。</translation>
        </message>
        <message>
            <source>Not shown: {0}</source>
            <translation>不显示：{0}</translation>
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
            <source>Nothing is compared yet</source>
            <translation>还没有比较结果</translation>
        </message>
        <message>
            <source>Nothing is compared: see File, Compare with…</source>
            <translation>没有比较：见“文件”菜单中的“与…比较”</translation>
        </message>
        <message>
            <source>Nothing is recorded about it</source>
            <translation>没有相关录制内容</translation>
        </message>
        <message>
            <source>Nothing is recorded about {} over time</source>
            <translation>{} 没有随时间录制的内容</translation>
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
            <source>Number, mean, spread, best and worst score of the runs of each group</source>
            <translation>每组运行的数量、平均分、离散度、最高分和最低分</translation>
        </message>
        <message>
            <source>Of all actors, or of the chosen</source>
            <translation>所有参与者的，或所选参与者的</translation>
        </message>
        <message>
            <source>Of the actor in the chosen row</source>
            <translation>所选行中参与者的</translation>
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
            <source>Of this line, or of the last one before that tells it</source>
            <translation>本行的时间；没有时为之前最近一个写有时间的行的时间</translation>
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
            <source>Offset of the other recording</source>
            <translation>另一个录像的偏移</translation>
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
            <source>On the timeline</source>
            <translation>在时间轴上</translation>
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
            <source>Only differences</source>
            <translation>仅差异</translation>
        </message>
        <message>
            <source>Only the agent's vehicle is in such a folder; its blueprint, its box and the town are not.</source>
            <translation>此类文件夹中只有智能体的车辆，不含其蓝图、包围盒和城镇。</translation>
        </message>
        <message>
            <source>Only what the table has columns for is recorded; velocities are derived without such columns.</source>
            <translation>只记录表中有列的内容；没有速度列时，速度由推导得出。</translation>
        </message>
        <message>
            <source>Only with</source>
            <translation>仅含</translation>
        </message>
        <message>
            <source>Open</source>
            <translation>打开</translation>
        </message>
        <message>
            <source>Open a folder first</source>
            <translation>请先打开文件夹</translation>
        </message>
        <message>
            <source>Open a recording first</source>
            <translation>请先打开一个录像</translation>
        </message>
        <message>
            <source>Open a recording to see what lies beside it.</source>
            <translation>打开录制文件即可查看其旁边的内容。</translation>
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
            <source>Open recent</source>
            <translation>最近打开</translation>
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
            <source>Open {b}, or compare {a} with it?</source>
            <translation>打开 {b}，还是与 {a} 比较？</translation>
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
            <source>Other lines</source>
            <translation>其他行</translation>
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
            <source>Packet counts</source>
            <translation>数据包计数</translation>
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
            <translation>指南的页面</translation>
        </message>
        <message>
            <source>Panels</source>
            <translation>面板</translation>
        </message>
        <message>
            <source>Parent</source>
            <translation>父对象</translation>
        </message>
        <message>
            <source>Partner in A</source>
            <translation>A 中的对应者</translation>
        </message>
        <message>
            <source>Partner in B</source>
            <translation>B 中的对应者</translation>
        </message>
        <message>
            <source>Partners</source>
            <translation>对应者</translation>
        </message>
        <message>
            <source>Partners by</source>
            <translation>对应依据</translation>
        </message>
        <message>
            <source>Pause at findings</source>
            <translation>遇发现的问题时暂停</translation>
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
            <source>Penalty (Leaderboard 2.0 / 2.1)</source>
            <translation>惩罚系数（Leaderboard 2.0 / 2.1）</translation>
        </message>
        <message>
            <source>Penalty is without</source>
            <translation>未计入惩罚的项</translation>
        </message>
        <message>
            <source>Physics control</source>
            <translation>物理参数</translation>
        </message>
        <message>
            <source>Pictures that the driving stack wrote beside the recording</source>
            <translation>驾驶程序在录制文件旁写出的图像</translation>
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
            <source>Plan of the agent</source>
            <translation>智能体的规划</translation>
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
            <source>Point of contact</source>
            <translation>接触部位</translation>
        </message>
        <message>
            <source>Poses that an agent wrote</source>
            <translation>智能体写出的位姿</translation>
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
            <source>Previous difference</source>
            <translation>上一处不同</translation>
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
            <source>Props</source>
            <translation>道具</translation>
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
            <source>Read a result file of ScenarioRunner or the Leaderboard</source>
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
            <source>Reading {0} recordings…</source>
            <translation>正在读取 {0} 个录制文件…</translation>
        </message>
        <message>
            <source>Reading…</source>
            <translation>正在读取…</translation>
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
            <translation>录制</translation>
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
            <source>Recorded; the poses contradict it</source>
            <translation>录制值；与位姿矛盾</translation>
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
            <source>Recordings and tables</source>
            <translation>录制文件和表格</translation>
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
            <source>Repetition</source>
            <translation>重复次数</translation>
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
            <translation>重置按键</translation>
        </message>
        <message>
            <source>Reset layout</source>
            <translation>重置布局</translation>
        </message>
        <message>
            <source>Restart</source>
            <translation>重新启动</translation>
        </message>
        <message>
            <source>Restart now</source>
            <translation>立即重新启动</translation>
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
            <source>Rules that could not be applied, and why</source>
            <translation>无法应用的规则及其原因</translation>
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
            <translation>截取为录制文件…</translation>
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
            <source>Scenario</source>
            <translation>场景</translation>
        </message>
        <message>
            <source>Scenario of OPV2V or OpenCDA</source>
            <translation>OPV2V 或 OpenCDA 场景</translation>
        </message>
        <message>
            <source>ScenarioRunner counts it</source>
            <translation>ScenarioRunner 计入</translation>
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
            <source>Score before</source>
            <translation>之前得分</translation>
        </message>
        <message>
            <source>Scroll the lanes</source>
            <translation>滚动轨道</translation>
        </message>
        <message>
            <source>Search results</source>
            <translation>查找结果</translation>
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
            <source>Seconds that the other recording’s clock is ahead
Drag sideways, a frame per pixel, or type</source>
            <translation>另一个录像的时钟快多少秒
左右拖动（每像素一帧），或输入</translation>
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
            <source>Settings are not kept: {path} cannot be written. XDG_CONFIG_HOME may name another folder.</source>
            <translation>设置无法保存：{path} 不可写。可用 XDG_CONFIG_HOME 指定其他文件夹。</translation>
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
            <source>Since it changed</source>
            <translation>自变化以来</translation>
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
            <source>Slow simulation</source>
            <translation>仿真变慢</translation>
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
            <source>Speed of {}</source>
            <translation>速度（{}）</translation>
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
            <source>Speeds in km/h</source>
            <translation>速度以 km/h 显示</translation>
        </message>
        <message>
            <source>Stalled</source>
            <translation>仿真卡顿</translation>
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
            <translation>静态道具</translation>
        </message>
        <message>
            <source>Status</source>
            <translation>状态</translation>
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
            <source>Step</source>
            <translation>步</translation>
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
            <source>Stop the search for events</source>
            <translation>停止查找事件</translation>
        </message>
        <message>
            <source>Street lights</source>
            <translation>路灯</translation>
        </message>
        <message>
            <source>Stuck</source>
            <translation>停滞</translation>
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
            <source>Table of poses</source>
            <translation>位姿表</translation>
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
            <source>Take it from there</source>
            <translation>从那里移过来</translation>
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
            <source>Text logs of the run</source>
            <translation>本次运行的文本日志</translation>
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
            <source>The first {0} of more rows</source>
            <translation>更多行中的前 {0} 行</translation>
        </message>
        <message>
            <source>The folder of this run has no pictures.</source>
            <translation>本次运行的文件夹中没有图像。</translation>
        </message>
        <message>
            <source>The hero as ScenarioRunner and the Leaderboard count it, beside their results</source>
            <translation>按 ScenarioRunner 和 Leaderboard 的方式评判自车，并与其结果并列</translation>
        </message>
        <message>
            <source>The hero is the car with the smallest id.</source>
            <translation>主车是编号最小的车辆。</translation>
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
            <source>The parents of actors that existed at the start are not recorded</source>
            <translation>文件未说明开始时已在场者的父对象</translation>
        </message>
        <message>
            <source>The position of {0} is not recorded</source>
            <translation>{0} 的位置未录制</translation>
        </message>
        <message>
            <source>The recording has no frame</source>
            <translation>录制文件没有帧</translation>
        </message>
        <message>
            <source>The recording is opened again at the same time.</source>
            <translation>录制文件会在同一时刻重新打开。</translation>
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
            <source>The simulator slowed down ({value})</source>
            <translation>仿真变慢（{value}）</translation>
        </message>
        <message>
            <source>The simulator stalled</source>
            <translation>仿真卡顿</translation>
        </message>
        <message>
            <source>The value pointed at or last clicked in the inspector, else the speed</source>
            <translation>检查器中所指或上次单击的值，否则为速度</translation>
        </message>
        <message>
            <source>Theme</source>
            <translation>主题</translation>
        </message>
        <message>
            <source>There is no actor like {id} here to follow</source>
            <translation>此处没有与 {id} 对应的参与者可跟随</translation>
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
            <source>There is no recording of this run: what is known of it are its results.</source>
            <translation>此运行没有录制文件：已知的只有其结果。</translation>
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
            <source>There is nothing to show in the chosen folder.</source>
            <translation>所选文件夹中没有可显示的内容。</translation>
        </message>
        <message>
            <source>They were not judged, or only in part: the penalty may be lower.</source>
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
            <source>Time since it changed</source>
            <translation>自变化以来的时间</translation>
        </message>
        <message>
            <source>Time to collision</source>
            <translation>碰撞时间</translation>
        </message>
        <message>
            <source>Time to collision with {actor}</source>
            <translation>与 {actor} 的碰撞时间 (TTC)</translation>
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
            <source>Too large to be shown: these are the first {0} of {1} bytes.</source>
            <translation>过大，无法全部显示：这里是 {1} 字节中的前 {0} 字节。</translation>
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
            <source>Undo reset</source>
            <translation>撤销重置</translation>
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
            <source>Unreal Engine version</source>
            <translation>虚幻引擎版本</translation>
        </message>
        <message>
            <source>Unusual content that is no fault of the file</source>
            <translation>异常之处，但并非文件的错误</translation>
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
            <source>Use ↑ ↓ PgUp PgDn Home End in the list</source>
            <translation>将 ↑ ↓ PgUp PgDn Home End 交给列表</translation>
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
            <source>Vehicle lights</source>
            <translation>车辆灯光</translation>
        </message>
        <message>
            <source>Velocities and boxes recorded</source>
            <translation>已录制速度和边界框</translation>
        </message>
        <message>
            <source>Velocities are derived from positions at 10 Hz.</source>
            <translation>速度由 10 Hz 的位置推导得出。</translation>
        </message>
        <message>
            <source>Velocities are derived from positions.</source>
            <translation>速度由位置推导得出。</translation>
        </message>
        <message>
            <source>Velocities are derived from positions; speeds in such files do not tell the direction.</source>
            <translation>速度由位置推导得出；此类文件中的速率不含方向。</translation>
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
            <source>Velocity, recorded</source>
            <translation>速度（录制值）</translation>
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
            <source>Warnings</source>
            <translation>警告</translation>
        </message>
        <message>
            <source>Warnings and errors</source>
            <translation>警告和错误</translation>
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
            <source>What is there to see?</source>
            <translation>这里有什么值得注意？</translation>
        </message>
        <message>
            <source>What is this?</source>
            <translation>这是什么？</translation>
        </message>
        <message>
            <source>What is wrong with the file, and its packets</source>
            <translation>文件的问题及其数据包</translation>
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
            <translation>在所列问题的开始处</translation>
        </message>
        <message>
            <source>Where the actors are, seen from above</source>
            <translation>俯视各参与者所在位置</translation>
        </message>
        <message>
            <source>Where the compared recordings begin to differ</source>
            <translation>所比较的录像开始不同的地方</translation>
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
            <source>While the simulator runs with this map, a client of any version saves it (to_opendrive() returns the same as text):</source>
            <translation>仿真器以此地图运行时，任何版本的客户端都可保存它（to_opendrive() 以文本形式返回同样内容）：</translation>
        </message>
        <message>
            <source>Who</source>
            <translation>参与者</translation>
        </message>
        <message>
            <source>Who has no row in a frame is out of range there, not destroyed.</source>
            <translation>某帧没有行的参与者在该帧是超出范围，而不是被销毁。</translation>
        </message>
        <message>
            <source>Who is more than 100 m from the hero is out of range, not destroyed.</source>
            <translation>距主车超过 100 m 的参与者是超出范围，而不是被销毁。</translation>
        </message>
        <message>
            <source>Who is seen by no car is out of range, not destroyed.</source>
            <translation>没有任何车辆看到的参与者是超出范围，而不是被销毁。</translation>
        </message>
        <message>
            <source>Whole recording</source>
            <translation>整个录制文件</translation>
        </message>
        <message>
            <source>Whose findings are shown</source>
            <translation>显示谁的事件</translation>
        </message>
        <message>
            <source>Wind intensity</source>
            <translation>风力</translation>
        </message>
        <message>
            <source>Without partner</source>
            <translation>没有对应者</translation>
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
            <source>Write the listed events as JSON, as the command events does</source>
            <translation>将所列事件写为 JSON，与命令 events 相同</translation>
        </message>
        <message>
            <source>Write the listed events as a table, as the command events does</source>
            <translation>将所列事件写为表格，与命令 events 相同</translation>
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
            <source>Written by the agent</source>
            <translation>智能体写出的数值</translation>
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
            <source>Yaw acceleration of {who}</source>
            <translation>{who} 的横摆角加速度</translation>
        </message>
        <message>
            <source>Yaw rate</source>
            <translation>横摆角速度</translation>
        </message>
        <message>
            <source>Yaw rate of {who}</source>
            <translation>{who} 的横摆角速度</translation>
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
            <source>a folder of all tables, for pandas, polars and DuckDB</source>
            <translation>包含所有表格的文件夹，供 pandas、polars 和 DuckDB 使用</translation>
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
            <source>a vehicle stands, and why: not at a red light or in a queue that it leaves in time</source>
            <translation>车辆停滞及其原因：不是在会及时离开的红灯前或车队中</translation>
        </message>
        <message>
            <source>a wheel is past a solid line between two lanes, outside junctions</source>
            <translation>车轮越过两条车道之间的实线，路口除外</translation>
        </message>
        <message>
            <source>acceleration across the vehicle</source>
            <translation>车辆横向的加速度</translation>
        </message>
        <message>
            <source>acceleration across the vehicle, smoothed over time, for 0.2 s or longer</source>
            <translation>车辆横向的加速度，经时间平滑，持续 0.2 s 或更久</translation>
        </message>
        <message>
            <source>acceleration along the vehicle</source>
            <translation>车辆纵向的加速度</translation>
        </message>
        <message>
            <source>acceleration along the way that the vehicle goes, smoothed over time, for 0.2 s or longer</source>
            <translation>沿车辆行进方向的加速度，经时间平滑，持续 0.2 s 或更久</translation>
        </message>
        <message>
            <source>actors, each from its spawn to its destruction</source>
            <translation>参与者数，每个从生成到销毁计一次</translation>
        </message>
        <message>
            <source>agent</source>
            <translation>智能体</translation>
        </message>
        <message>
            <source>alive</source>
            <translation>存在</translation>
        </message>
        <message>
            <source>all packets, a line for each frame</source>
            <translation>所有数据包，每帧一行</translation>
        </message>
        <message>
            <source>and</source>
            <translation>和</translation>
        </message>
        <message>
            <source>and {} more</source>
            <translation>另有 {} 项</translation>
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
            <source>attributes of the blueprint, texts by name</source>
            <translation>蓝图的属性，按名称的文本</translation>
        </message>
        <message>
            <source>below the road</source>
            <translation>低于路面</translation>
        </message>
        <message>
            <source>better: passed now and failed in the other folder; worse: the other way round</source>
            <translation>better：现在通过而在另一个文件夹中失败；worse：相反</translation>
        </message>
        <message>
            <source>bicycle</source>
            <translation>自行车</translation>
        </message>
        <message>
            <source>bicycles that lived at any time</source>
            <translation>曾存在的自行车</translation>
        </message>
        <message>
            <source>bidirectional</source>
            <translation>双向车道</translation>
        </message>
        <message>
            <source>biking</source>
            <translation>自行车道</translation>
        </message>
        <message>
            <source>blocked</source>
            <translation>受阻</translation>
        </message>
        <message>
            <source>blueprint</source>
            <translation>蓝图</translation>
        </message>
        <message>
            <source>blueprint, as vehicle.tesla.model3</source>
            <translation>蓝图，如 vehicle.tesla.model3</translation>
        </message>
        <message>
            <source>border</source>
            <translation>边界带</translation>
        </message>
        <message>
            <source>boxes come closer than the threshold while closing, with a low time to collision just before</source>
            <translation>边界框在接近时的间距小于阈值，且此前碰撞时间很短</translation>
        </message>
        <message>
            <source>bus</source>
            <translation>公交车道</translation>
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
            <source>centre of the bounding box in the actor's frame</source>
            <translation>边界框中心，参与者坐标系</translation>
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
            <source>chosen</source>
            <translation>已选择</translation>
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
            <source>coefficient of the Leaderboard 2.1's penalty for each</source>
            <translation>Leaderboard 2.1 惩罚系数中每次的加数</translation>
        </message>
        <message>
            <source>collision</source>
            <translation>碰撞</translation>
        </message>
        <message>
            <source>collisions with static objects</source>
            <translation>与静态物体碰撞</translation>
        </message>
        <message>
            <source>collisions with vehicles</source>
            <translation>与车辆碰撞</translation>
        </message>
        <message>
            <source>collisions with walkers</source>
            <translation>与行人碰撞</translation>
        </message>
        <message>
            <source>comparison</source>
            <translation>比较</translation>
        </message>
        <message>
            <source>connecting ramp</source>
            <translation>连接匝道</translation>
        </message>
        <message>
            <source>contact, not recorded</source>
            <translation>接触，未录制</translation>
        </message>
        <message>
            <source>contacts of the hero that were found by boxes and not recorded</source>
            <translation>自车的接触，由边界框检出，未录制</translation>
        </message>
        <message>
            <source>control</source>
            <translation>控制</translation>
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
            <source>curb</source>
            <translation>路缘</translation>
        </message>
        <message>
            <source>damage</source>
            <translation>损坏</translation>
        </message>
        <message>
            <source>damages of the file</source>
            <translation>文件的损坏数</translation>
        </message>
        <message>
            <source>deceleration along the vehicle</source>
            <translation>车辆纵向的减速度</translation>
        </message>
        <message>
            <source>deceleration along the way that the vehicle goes, smoothed over time, for 0.2 s or longer</source>
            <translation>沿车辆行进方向的减速度，经时间平滑，持续 0.2 s 或更久</translation>
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
            <source>derived, not recorded</source>
            <translation>推算，未录制</translation>
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
            <source>distance between two boxes below which it is a near miss</source>
            <translation>两个边界框的间距小于此值即为近碰撞</translation>
        </message>
        <message>
            <source>distance from the route</source>
            <translation>与路线的距离</translation>
        </message>
        <message>
            <source>doors</source>
            <translation>车门</translation>
        </message>
        <message>
            <source>driving</source>
            <translation>行车道</translation>
        </message>
        <message>
            <source>driving forwards against the direction of the lane, outside junctions</source>
            <translation>逆车道方向向前行驶，路口除外</translation>
        </message>
        <message>
            <source>elapsed time of that frame</source>
            <translation>该帧的已用时间</translation>
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
            <source>entry</source>
            <translation>入口车道</translation>
        </message>
        <message>
            <source>error</source>
            <translation>错误</translation>
        </message>
        <message>
            <source>existence</source>
            <translation>存在</translation>
        </message>
        <message>
            <source>exit</source>
            <translation>出口车道</translation>
        </message>
        <message>
            <source>factor of the Leaderboard 2.0's penalty for each</source>
            <translation>Leaderboard 2.0 惩罚系数中每次的系数</translation>
        </message>
        <message>
            <source>falling deeper than the threshold below the road, or, where the map has none, below where the fall began</source>
            <translation>下落到路面以下，深度超过阈值；地图上没有路面处，以坠落起点为准</translation>
        </message>
        <message>
            <source>false if a newer attempt counts instead</source>
            <translation>若以更新的一次尝试为准，则为 false</translation>
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
            <source>frames in the file</source>
            <translation>文件中的帧数</translation>
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
            <source>half the size of the bounding box</source>
            <translation>边界框尺寸的一半</translation>
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
            <source>heading</source>
            <translation>朝向</translation>
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
            <source>high, medium or low</source>
            <translation>高、中或低</translation>
        </message>
        <message>
            <source>higher than the threshold over the road, or, where no map tells that, falling freely or far over where it rested, or, of walkers and those just spawned, falling 5 m or more</source>
            <translation>离路面高度超过阈值；若无地图，则为自由下落或远高于原先静止处；行人和刚生成者则为坠落 5 m 或以上</translation>
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
            <source>how far the box is beside all lanes</source>
            <translation>边界框超出所有车道的距离</translation>
        </message>
        <message>
            <source>how far the box is on a sidewalk</source>
            <translation>边界框侵入人行道的距离</translation>
        </message>
        <message>
            <source>how far the hero drove</source>
            <translation>自车的行驶距离</translation>
        </message>
        <message>
            <source>how long a run may be blocked; 60 s for Bench2Drive</source>
            <translation>运行允许受阻的时长；Bench2Drive 为 60 s</translation>
        </message>
        <message>
            <source>how long a vehicle stands</source>
            <translation>车辆停滞的时长</translation>
        </message>
        <message>
            <source>how long the hero stands</source>
            <translation>自车停滞的时长</translation>
        </message>
        <message>
            <source>how long the hero stood in seconds, by cause</source>
            <translation>自车停滞的秒数，按原因</translation>
        </message>
        <message>
            <source>how long the hero stood, in all its stands of 1 s or longer</source>
            <translation>自车停滞的总时长（每次 1 s 及以上）</translation>
        </message>
        <message>
            <source>how many more the rules find that it would not, or may not, count</source>
            <translation>规则另外发现、但它不会或可能不会计入的数目</translation>
        </message>
        <message>
            <source>how many of them no rule of this program finds</source>
            <translation>其中本程序的规则均未发现的数目</translation>
        </message>
        <message>
            <source>how many; null if that is not known</source>
            <translation>数目；未知则为 null</translation>
        </message>
        <message>
            <source>how much faster a step is than those around it</source>
            <translation>单步速度超出前后的幅度</translation>
        </message>
        <message>
            <source>how often it occurs</source>
            <translation>出现次数</translation>
        </message>
        <message>
            <source>how often the hero was spawned: its values are of all of these</source>
            <translation>自车生成的次数：其各值涵盖全部生命周期</translation>
        </message>
        <message>
            <source>how the program deals with it</source>
            <translation>本程序的处理方式</translation>
        </message>
        <message>
            <source>id of its kind</source>
            <translation>类别的 id</translation>
        </message>
        <message>
            <source>id of the actor</source>
            <translation>参与者的 id</translation>
        </message>
        <message>
            <source>id of the actor directly ahead, the walker, or what is pushed against</source>
            <translation>正前方的参与者、行人或所顶住之物的 id</translation>
        </message>
        <message>
            <source>id of the actor that it is attached to</source>
            <translation>所挂载参与者的 id</translation>
        </message>
        <message>
            <source>id of the first frame with it</source>
            <translation>首个含有它的帧的 id</translation>
        </message>
        <message>
            <source>id of the first frame without it; null if it lived to the end</source>
            <translation>首个不含它的帧的 id；存在到最后则为 null</translation>
        </message>
        <message>
            <source>id of the first of a queue</source>
            <translation>车队第一辆的 id</translation>
        </message>
        <message>
            <source>id of the frame at or near which the first one is</source>
            <translation>第一处所在或附近的帧的 id</translation>
        </message>
        <message>
            <source>id of the frame in which it begins</source>
            <translation>开始时所在帧的 id</translation>
        </message>
        <message>
            <source>id of the frame in which it was spawned: an id may be used again</source>
            <translation>其生成时所在帧的 id：同一 id 可能再次使用</translation>
        </message>
        <message>
            <source>id of the frame in which the second actor was spawned</source>
            <translation>第二个参与者生成时所在帧的 id</translation>
        </message>
        <message>
            <source>id of the frame of the last one</source>
            <translation>最后一处所在帧的 id</translation>
        </message>
        <message>
            <source>id of the frame, as written</source>
            <translation>帧的 id，与文件中一致</translation>
        </message>
        <message>
            <source>id of the hero, the first one if it came again with another</source>
            <translation>自车的 id；若再次出现时 id 不同，则为第一个</translation>
        </message>
        <message>
            <source>id of the main actor; null for none</source>
            <translation>主要参与者的 id；没有则为 null</translation>
        </message>
        <message>
            <source>id of the parent, or of the other one of a collision; null for none</source>
            <translation>父参与者或碰撞另一方的 id；没有则为 null</translation>
        </message>
        <message>
            <source>id of the second actor; null for scenery or none</source>
            <translation>第二个参与者的 id；为场景物体或没有则为 null</translation>
        </message>
        <message>
            <source>id of the traffic light or stop sign that a vehicle stands at</source>
            <translation>车辆停在其前的交通灯或停车标志的 id</translation>
        </message>
        <message>
            <source>id while recording; an id may be used again</source>
            <translation>录制时的 id；同一 id 可能再次使用</translation>
        </message>
        <message>
            <source>in the air</source>
            <translation>腾空</translation>
        </message>
        <message>
            <source>incidents of the hero</source>
            <translation>自车的事件组</translation>
        </message>
        <message>
            <source>infractions in the results: deviated from its route</source>
            <translation>结果中的违规：偏离路线</translation>
        </message>
        <message>
            <source>infractions in the results: did not yield to an emergency vehicle</source>
            <translation>结果中的违规：未避让紧急车辆</translation>
        </message>
        <message>
            <source>infractions in the results: hit … objects</source>
            <translation>结果中的违规：撞到物体的次数</translation>
        </message>
        <message>
            <source>infractions in the results: hit … pedestrians</source>
            <translation>结果中的违规：撞到行人的次数</translation>
        </message>
        <message>
            <source>infractions in the results: hit … vehicles</source>
            <translation>结果中的违规：撞到车辆的次数</translation>
        </message>
        <message>
            <source>infractions in the results: left the lanes of its route</source>
            <translation>结果中的违规：驶出路线车道</translation>
        </message>
        <message>
            <source>infractions in the results: ran out of time</source>
            <translation>结果中的违规：超时</translation>
        </message>
        <message>
            <source>infractions in the results: ran … red lights</source>
            <translation>结果中的违规：闯红灯的次数</translation>
        </message>
        <message>
            <source>infractions in the results: ran … stop signs</source>
            <translation>结果中的违规：闯停车标志的次数</translation>
        </message>
        <message>
            <source>infractions in the results: timed out … scenarios</source>
            <translation>结果中的违规：场景超时的次数</translation>
        </message>
        <message>
            <source>infractions in the results: was blocked</source>
            <translation>结果中的违规：被困</translation>
        </message>
        <message>
            <source>infractions in the results: was slower than the traffic</source>
            <translation>结果中的违规：慢于周围车流</translation>
        </message>
        <message>
            <source>it is larger than {0} × {0} pixels</source>
            <translation>它大于 {0} × {0} 像素</translation>
        </message>
        <message>
            <source>it is no whole picture</source>
            <translation>它不是完整的图像</translation>
        </message>
        <message>
            <source>its attribute role_name</source>
            <translation>其属性 role_name</translation>
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
            <source>kind of events of which it counts some</source>
            <translation>其计入部分事件的类别</translation>
        </message>
        <message>
            <source>kind of the worst event: the hero's, of all if the hero has none</source>
            <translation>最严重事件的类别：取自车的，自车没有事件时取全部</translation>
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
            <source>lamps</source>
            <translation>车灯</translation>
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
            <translation>横向加速度</translation>
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
            <source>least distance driven against the direction of the lane</source>
            <translation>逆车道方向行驶的最短距离</translation>
        </message>
        <message>
            <source>least duration of speeding</source>
            <translation>超速的最短持续时间</translation>
        </message>
        <message>
            <source>least time against the direction of the lane</source>
            <translation>逆车道方向行驶的最短时间</translation>
        </message>
        <message>
            <source>least time beside all lanes</source>
            <translation>位于所有车道之外的最短时间</translation>
        </message>
        <message>
            <source>least time in the air</source>
            <translation>腾空的最短时间</translation>
        </message>
        <message>
            <source>least time of a slow simulation</source>
            <translation>仿真变慢的最短时间</translation>
        </message>
        <message>
            <source>least time on a sidewalk</source>
            <translation>位于人行道上的最短时间</translation>
        </message>
        <message>
            <source>least time overturned</source>
            <translation>翻车的最短持续时间</translation>
        </message>
        <message>
            <source>left</source>
            <translation>左侧</translation>
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
            <source>location at the spawn; relative to the parent if there is one</source>
            <translation>生成时的位置；若有父参与者则相对于它</translation>
        </message>
        <message>
            <source>log</source>
            <translation>日志</translation>
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
            <source>measured value</source>
            <translation>测量值</translation>
        </message>
        <message>
            <source>median</source>
            <translation>中央分隔带</translation>
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
            <source>name in ScenarioRunner's results</source>
            <translation>ScenarioRunner 结果中的名称</translation>
        </message>
        <message>
            <source>name in the Leaderboard's results</source>
            <translation>Leaderboard 结果中的名称</translation>
        </message>
        <message>
            <source>near miss</source>
            <translation>近碰撞</translation>
        </message>
        <message>
            <source>nearest</source>
            <translation>最近</translation>
        </message>
        <message>
            <source>nearest, another blueprint</source>
            <translation>最近，蓝图不同</translation>
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
            <source>no recording</source>
            <translation>没有录制文件</translation>
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
            <source>number of incidents in that group</source>
            <translation>该组中事件组的数目</translation>
        </message>
        <message>
            <source>number of its group of similar incidents; null for none</source>
            <translation>所属相似事件组集合的编号；没有则为 null</translation>
        </message>
        <message>
            <source>number of its incident; null for none</source>
            <translation>所属事件组的编号；没有则为 null</translation>
        </message>
        <message>
            <source>number of the repetition, from 0</source>
            <translation>重复的编号，从 0 开始</translation>
        </message>
        <message>
            <source>number of the weather in Bench2Drive</source>
            <translation>Bench2Drive 中的天气编号</translation>
        </message>
        <message>
            <source>off</source>
            <translation>关</translation>
        </message>
        <message>
            <source>off ramp</source>
            <translation>驶出匝道</translation>
        </message>
        <message>
            <source>off the route</source>
            <translation>偏离路线</translation>
        </message>
        <message>
            <source>offset of pictures</source>
            <translation>图像偏移</translation>
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
            <source>on ramp</source>
            <translation>驶入匝道</translation>
        </message>
        <message>
            <source>on the sidewalk</source>
            <translation>在人行道上</translation>
        </message>
        <message>
            <source>on the wrong way</source>
            <translation>逆行</translation>
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
            <source>one row per actor and frame, or a table of something else, or of signals</source>
            <translation>每个参与者每帧一行，或其他内容、信号的表格</translation>
        </message>
        <message>
            <source>only in A</source>
            <translation>仅在 A 中</translation>
        </message>
        <message>
            <source>only in B</source>
            <translation>仅在 B 中</translation>
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
            <source>outside the lanes</source>
            <translation>驶出车道</translation>
        </message>
        <message>
            <source>overlap of two boxes, one known by blueprint only</source>
            <translation>两个边界框的重叠，其中一个仅由蓝图得知</translation>
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
            <source>parking</source>
            <translation>停车道</translation>
        </message>
        <message>
            <source>passed; no recording</source>
            <translation>已通过；没有录制文件</translation>
        </message>
        <message>
            <source>penalty in the results, 0 to 1</source>
            <translation>结果中的惩罚系数，0 到 1</translation>
        </message>
        <message>
            <source>penalty of the Leaderboard 2.1 for the infractions in the results</source>
            <translation>按 Leaderboard 2.1 对结果中违规计算的惩罚系数</translation>
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
            <source>plan</source>
            <translation>规划</translation>
        </message>
        <message>
            <source>position</source>
            <translation>位置</translation>
        </message>
        <message>
            <source>post-encroachment time</source>
            <translation>后侵入时间</translation>
        </message>
        <message>
            <source>preliminary: still looking</source>
            <translation>初步结果：仍在查找</translation>
        </message>
        <message>
            <source>product of the Leaderboard's factors; null if not all of them are judged</source>
            <translation>Leaderboard 系数之积；未全部判定时为 null</translation>
        </message>
        <message>
            <source>product of the factors that are judged: at least the penalty</source>
            <translation>已判定系数之积：惩罚系数不高于此值</translation>
        </message>
        <message>
            <source>prop</source>
            <translation>道具</translation>
        </message>
        <message>
            <source>rail</source>
            <translation>铁路</translation>
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
            <source>recorded collisions of all actors, one for each pair and touch</source>
            <translation>录制的所有参与者的碰撞，每对每次接触计一次</translation>
        </message>
        <message>
            <source>recorded collisions of the hero</source>
            <translation>录制的自车碰撞</translation>
        </message>
        <message>
            <source>recorded, derived, both, or results</source>
            <translation>录制、推算、两者或结果</translation>
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
            <source>red lights</source>
            <translation>闯红灯</translation>
        </message>
        <message>
            <source>red lights that the hero ran, as ScenarioRunner counts them</source>
            <translation>自车闯红灯次数，按 ScenarioRunner 计</translation>
        </message>
        <message>
            <source>releases of CARLA that write such files</source>
            <translation>写出此类文件的 CARLA 版本</translation>
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
            <source>restricted</source>
            <translation>限制车道</translation>
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
            <source>right {0}</source>
            <translation>右 {0}</translation>
        </message>
        <message>
            <source>road</source>
            <translation>道路</translation>
        </message>
        <message>
            <source>road works</source>
            <translation>施工区</translation>
        </message>
        <message>
            <source>road {road} · lane {lane} {kind}</source>
            <translation>道路 {road} · 车道 {lane} {kind}</translation>
        </message>
        <message>
            <source>roll</source>
            <translation>横滚</translation>
        </message>
        <message>
            <source>rotation at the spawn; relative to the parent if there is one</source>
            <translation>生成时的旋转；若有父参与者则相对于它</translation>
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
            <source>same id</source>
            <translation>相同 id</translation>
        </message>
        <message>
            <source>same place</source>
            <translation>相同位置</translation>
        </message>
        <message>
            <source>same role</source>
            <translation>相同角色</translation>
        </message>
        <message>
            <source>scenery</source>
            <translation>静态环境</translation>
        </message>
        <message>
            <source>score in the other folder</source>
            <translation>在另一个文件夹中的得分</translation>
        </message>
        <message>
            <source>score in the results, 0 to 100</source>
            <translation>结果中的得分，0 到 100</translation>
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
            <source>share of the hero's time in which it stood</source>
            <translation>自车停滞时间所占比例</translation>
        </message>
        <message>
            <source>share of the route that was driven, in the results</source>
            <translation>结果中已行驶路线的比例</translation>
        </message>
        <message>
            <source>share of the run that is comfortable by Bench2Drive's rule</source>
            <translation>按 Bench2Drive 规则舒适的部分所占比例</translation>
        </message>
        <message>
            <source>shared</source>
            <translation>共用车道</translation>
        </message>
        <message>
            <source>shoulder</source>
            <translation>路肩</translation>
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
            <source>simulated over real time, as a share of its 90th percentile</source>
            <translation>仿真时间与真实时间之比，占其第 90 百分位的比例</translation>
        </message>
        <message>
            <source>simulated over real time, averaged over 5 s, stays below a share of its 90th percentile</source>
            <translation>仿真时间与真实时间之比（5 s 平均）持续低于其第 90 百分位的一定比例</translation>
        </message>
        <message>
            <source>simulated time</source>
            <translation>仿真时间</translation>
        </message>
        <message>
            <source>simulated time in the results</source>
            <translation>结果中的仿真时间</translation>
        </message>
        <message>
            <source>since the recording started</source>
            <translation>录制开始以来</translation>
        </message>
        <message>
            <source>since the simulation started</source>
            <translation>仿真开始以来</translation>
        </message>
        <message>
            <source>size of the file</source>
            <translation>文件大小</translation>
        </message>
        <message>
            <source>size of the header and the complete frames</source>
            <translation>文件头与完整帧的大小</translation>
        </message>
        <message>
            <source>slip lane</source>
            <translation>转弯专用道</translation>
        </message>
        <message>
            <source>slow simulation</source>
            <translation>仿真变慢</translation>
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
            <source>spawn, destroy, parent or collision</source>
            <translation>spawn、destroy、parent 或 collision</translation>
        </message>
        <message>
            <source>special</source>
            <translation>特殊车道</translation>
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
            <source>speed below which a vehicle has stopped</source>
            <translation>低于此速度即视为已停车</translation>
        </message>
        <message>
            <source>speed below which a vehicle stands</source>
            <translation>低于此速度即视为停滞</translation>
        </message>
        <message>
            <source>speed from which any step is a teleport</source>
            <translation>判为瞬移的速度下限</translation>
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
            <source>status in the results, word for word; missing: no record, no recording</source>
            <translation>结果中的状态，原文；missing：既无结果记录也无录制文件</translation>
        </message>
        <message>
            <source>steered</source>
            <translation>转向</translation>
        </message>
        <message>
            <source>step {0}</source>
            <translation>第 {0} 步</translation>
        </message>
        <message>
            <source>stop</source>
            <translation>紧急停车带</translation>
        </message>
        <message>
            <source>stop sign</source>
            <translation>闯停车标志</translation>
        </message>
        <message>
            <source>stop signs</source>
            <translation>闯停车标志</translation>
        </message>
        <message>
            <source>stop signs that the hero ran, as ScenarioRunner counts them</source>
            <translation>自车闯停车标志次数，按 ScenarioRunner 计</translation>
        </message>
        <message>
            <source>stuck</source>
            <translation>停滞</translation>
        </message>
        <message>
            <source>success {0} %</source>
            <translation>成功率 {0} %</translation>
        </message>
        <message>
            <source>tables of {0}</source>
            <translation>{0} 的表格</translation>
        </message>
        <message>
            <source>taxi</source>
            <translation>出租车道</translation>
        </message>
        <message>
            <source>teleport</source>
            <translation>瞬移</translation>
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
            <source>the boxes of both overlap by at least the threshold, or less if closing at 0.5 m/s or faster</source>
            <translation>双方的边界框重叠不小于阈值，或在以 0.5 m/s 或更快接近时重叠较小</translation>
        </message>
        <message>
            <source>the boxes would touch within the threshold if both kept speed and heading, for 0.3 s or longer</source>
            <translation>若双方保持速度和航向，边界框将在阈值时间内接触，持续 0.3 s 或更久</translation>
        </message>
        <message>
            <source>the file</source>
            <translation>文件</translation>
        </message>
        <message>
            <source>the file's name without its folder</source>
            <translation>不含文件夹的文件名</translation>
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
            <source>the hero's hardest braking among the events; negative</source>
            <translation>自车的最大减速度，仅计事件；为负值</translation>
        </message>
        <message>
            <source>the hero's highest speed</source>
            <translation>自车的最高速度</translation>
        </message>
        <message>
            <source>the hero's least time to collision among the events</source>
            <translation>自车的最小碰撞时间，仅计事件</translation>
        </message>
        <message>
            <source>the hero's speed on average</source>
            <translation>自车的平均速度</translation>
        </message>
        <message>
            <source>the hero's speed relative to the traffic's, in the results</source>
            <translation>结果中主车速度相对于车流速度的百分比</translation>
        </message>
        <message>
            <source>the map's signals</source>
            <translation>地图信号</translation>
        </message>
        <message>
            <source>the route's id, as in the file of routes</source>
            <translation>路线的 id，与路线文件中相同</translation>
        </message>
        <message>
            <source>the route's scenario</source>
            <translation>路线的场景</translation>
        </message>
        <message>
            <source>the scene, for Foxglove and Lichtblick</source>
            <translation>场景，供 Foxglove 和 Lichtblick 使用</translation>
        </message>
        <message>
            <source>the scene, for Rerun</source>
            <translation>场景，供 Rerun 使用</translation>
        </message>
        <message>
            <source>the town, by its header</source>
            <translation>城镇，据文件头</translation>
        </message>
        <message>
            <source>this recording</source>
            <translation>此录制文件</translation>
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
            <translation>同一事件组中两个发现的问题之间的时间</translation>
        </message>
        <message>
            <source>time on the clock in the results</source>
            <translation>结果中的实际用时</translation>
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
            <source>time to the next frame; 0 for the last</source>
            <translation>到下一帧的时间；最后一帧为 0</translation>
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
            <source>trajectories of vehicles and walkers, for other simulators</source>
            <translation>车辆和行人的轨迹，供其他仿真器使用</translation>
        </message>
        <message>
            <source>tram</source>
            <translation>有轨电车道</translation>
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
            <source>unit of value and threshold</source>
            <translation>值和阈值的单位</translation>
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
            <source>value that it was compared with</source>
            <translation>所比较的值</translation>
        </message>
        <message>
            <source>vehicle</source>
            <translation>车辆</translation>
        </message>
        <message>
            <source>vehicle, bicycle, walker, traffic light …</source>
            <translation>车辆、自行车、行人、信号灯 …</translation>
        </message>
        <message>
            <source>vehicles but bicycles that lived at any time</source>
            <translation>曾存在的车辆，不含自行车</translation>
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
            <source>version of the format, by the header</source>
            <translation>格式版本，据文件头</translation>
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
            <source>walkers that lived at any time</source>
            <translation>曾存在的行人</translation>
        </message>
        <message>
            <source>walking</source>
            <translation>步行道</translation>
        </message>
        <message>
            <source>wall clock since the recording started</source>
            <translation>录制开始以来的实际时间</translation>
        </message>
        <message>
            <source>warning</source>
            <translation>警告</translation>
        </message>
        <message>
            <source>weather</source>
            <translation>天气</translation>
        </message>
        <message>
            <source>what</source>
            <translation>内容</translation>
        </message>
        <message>
            <source>what is not known: a column or kind, a colon, and why</source>
            <translation>未知内容：列或类别、冒号及原因</translation>
        </message>
        <message>
            <source>what is wrong</source>
            <translation>问题所在</translation>
        </message>
        <message>
            <source>what made it an event, in words</source>
            <translation>构成事件的原因</translation>
        </message>
        <message>
            <source>what the agent wrote beside the recording: cameras, plan, signals, log</source>
            <translation>智能体写在录制文件旁的内容：摄像头、规划、信号、日志</translation>
        </message>
        <message>
            <source>what was done</source>
            <translation>处理方式</translation>
        </message>
        <message>
            <source>when ScenarioRunner would count it, if not at the start</source>
            <translation>若不在开始时，ScenarioRunner 计入它的时间</translation>
        </message>
        <message>
            <source>when each is counted</source>
            <translation>每次计入的时间</translation>
        </message>
        <message>
            <source>when it begins, in the recording's time</source>
            <translation>开始时间，录制时间</translation>
        </message>
        <message>
            <source>when it ends</source>
            <translation>结束时间</translation>
        </message>
        <message>
            <source>when it was destroyed; null if it lived to the end</source>
            <translation>销毁时间；存在到最后则为 null</translation>
        </message>
        <message>
            <source>when it was spawned</source>
            <translation>生成时间</translation>
        </message>
        <message>
            <source>when the file was last written</source>
            <translation>文件最后写入时间</translation>
        </message>
        <message>
            <source>when the recording began, by its header</source>
            <translation>录制开始时间，据文件头</translation>
        </message>
        <message>
            <source>when the worst event begins</source>
            <translation>最严重事件的开始时间</translation>
        </message>
        <message>
            <source>where in the file the first one is</source>
            <translation>第一处在文件中的位置</translation>
        </message>
        <message>
            <source>where it stands</source>
            <translation>其所在位置</translation>
        </message>
        <message>
            <source>where, in CARLA's frame</source>
            <translation>位置，CARLA 坐标系</translation>
        </message>
        <message>
            <source>whether ScenarioRunner would count it; null where that is not known</source>
            <translation>ScenarioRunner 是否计入；未知则为 null</translation>
        </message>
        <message>
            <source>whether it concerns the hero</source>
            <translation>是否与自车有关</translation>
        </message>
        <message>
            <source>whether it had begun when the recording begins</source>
            <translation>录制开始时是否已经开始</translation>
        </message>
        <message>
            <source>whether it is the hero, in any of its lifetimes</source>
            <translation>是否为自车（其任一生命周期）</translation>
        </message>
        <message>
            <source>whether it still lasts when the recording ends</source>
            <translation>录制结束时是否仍在持续</translation>
        </message>
        <message>
            <source>whether it was recorded with additional_data</source>
            <translation>是否以 additional_data 录制</translation>
        </message>
        <message>
            <source>whether something is lost; else it is a note</source>
            <translation>是否有内容丢失；否则为提示</translation>
        </message>
        <message>
            <source>whether the box is recorded; else it is the usual one of such actors</source>
            <translation>边界框是否为录制的；否则为此类参与者的常用值</translation>
        </message>
        <message>
            <source>whether the run is a success by Bench2Drive's rule</source>
            <translation>按 Bench2Drive 规则是否成功</translation>
        </message>
        <message>
            <source>whether the value is a duration that the recording may cut short</source>
            <translation>该值是否为可能被录制截短的时长</translation>
        </message>
        <message>
            <source>why a vehicle stands; null for events of other kinds</source>
            <translation>车辆停滞的原因；其他类型的事件为 null</translation>
        </message>
        <message>
            <source>why the count is not known; empty if it is</source>
            <translation>数目未知的原因；已知则为空</translation>
        </message>
        <message>
            <source>why the file or its events cannot be used; null if they can</source>
            <translation>文件或其事件无法使用的原因；可用则为 null</translation>
        </message>
        <message>
            <source>why the first of a queue stands; of a vehicle alone, its own cause</source>
            <translation>车队第一辆停滞的原因；单独车辆则为其自身原因</translation>
        </message>
        <message>
            <source>why the run failed: why the hero stood, else what the results say; else null</source>
            <translation>失败的原因：主车为何停住，否则为结果所述；都没有则为 null</translation>
        </message>
        <message>
            <source>why the version is known, in words</source>
            <translation>版本的判定依据</translation>
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
            <source>window over which motion is smoothed for jerk</source>
            <translation>计算加加速度时平滑运动的时间窗</translation>
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
            <source>{0} behind it</source>
            <translation>其后 {0} 辆</translation>
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
            <source>{0} is not present at this time</source>
            <translation>{0} 此时不在场</translation>
        </message>
        <message>
            <source>{0} is not spawned until {1}</source>
            <translation>{0} 在 {1} 之前尚未生成</translation>
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
            <source>{0} not read yet</source>
            <translation>{0} 个未查看</translation>
        </message>
        <message>
            <source>{0} of {1}</source>
            <translation>{0} / {1}</translation>
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
            <source>{0} of {1} read</source>
            <translation>已查看 {0} / {1}</translation>
        </message>
        <message>
            <source>{0} other files</source>
            <translation>{0} 个其他文件</translation>
        </message>
        <message>
            <source>{0} over the {1} that are there</source>
            <translation>按现有的 {1} 条计为 {0}</translation>
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
            <source>{0} routes missing</source>
            <translation>缺少 {0} 条路线</translation>
        </message>
        <message>
            <source>{0} rows</source>
            <translation>{0} 行</translation>
        </message>
        <message>
            <source>{0} runs</source>
            <translation>{0} 次运行</translation>
        </message>
        <message>
            <source>{0} s ahead</source>
            <translation>提前 {0} s</translation>
        </message>
        <message>
            <source>{0} s old</source>
            <translation>{0} s 前</translation>
        </message>
        <message>
            <source>{0} was destroyed at {1}</source>
            <translation>{0} 已于 {1} 销毁</translation>
        </message>
        <message>
            <source>{1} of {0} recordings</source>
            <translation>{1} / {0} 个录制文件</translation>
        </message>
        <message>
            <source>{1} of {0} runs</source>
            <translation>{0} 次运行中的 {1} 次</translation>
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
            <source>{key} is the key of “{action}”</source>
            <translation>{key} 是“{action}”的快捷键</translation>
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
            <source>{name} holds more than notes; it is moved aside before notes are written</source>
            <translation>{name} 中不只有笔记；写入笔记之前会将它移开</translation>
        </message>
        <message>
            <source>{name} is damaged ({reason}); it is moved aside before notes are written</source>
            <translation>{name} 已损坏（{reason}）；写入笔记前会将其移开</translation>
        </message>
        <message>
            <source>{name} is gone; its notes are written again with the next change</source>
            <translation>{name} 已不存在；下次更改时会重新写入其中的笔记</translation>
        </message>
        <message>
            <source>{name}: {count} remarks on what could not be read; the first: {first}</source>
            <translation>{name}：有 {count} 条关于无法读取内容的说明；第一条：{first}</translation>
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
            <source>{shown} of {all} cameras</source>
            <translation>{shown}/{all} 个摄像头</translation>
        </message>
        <message>
            <source>{shown} of {all} kinds</source>
            <translation>{shown} / {all} 类</translation>
        </message>
        <message>
            <source>{signal.id} · road {signal.road}</source>
            <translation>{signal.id} · 道路 {signal.road}</translation>
        </message>
        <message>
            <source>{time} of {duration}, frame {frame}</source>
            <translation>{time} / {duration}，第 {frame} 帧</translation>
        </message>
        <message>
            <source>{utc.day} {month} {utc.year}</source>
            <translation>{utc.year}-{utc.month:02}-{utc.day:02}</translation>
        </message>
        <message>
            <source>{what}, {when}</source>
            <translation>{when}的{what}</translation>
        </message>
        <message>
            <source>{who} accelerated hard</source>
            <translation>{who} 急加速</translation>
        </message>
        <message>
            <source>{who} braked hard</source>
            <translation>{who} 急减速</translation>
        </message>
        <message>
            <source>{who} crossed a solid line</source>
            <translation>{who} 压实线</translation>
        </message>
        <message>
            <source>{who} crossed {value} apart (PET)</source>
            <translation>{who} 先后通过，相隔 {value} (PET)</translation>
        </message>
        <message>
            <source>{who} drove the wrong way</source>
            <translation>{who} 逆行</translation>
        </message>
        <message>
            <source>{who} fell below the road</source>
            <translation>{who} 落到路面之下</translation>
        </message>
        <message>
            <source>{who} in the air</source>
            <translation>{who} 腾空</translation>
        </message>
        <message>
            <source>{who} off the route</source>
            <translation>{who} 偏离路线</translation>
        </message>
        <message>
            <source>{who} on a sidewalk</source>
            <translation>{who} 驶上人行道</translation>
        </message>
        <message>
            <source>{who} outside the lanes</source>
            <translation>{who} 驶出车道</translation>
        </message>
        <message>
            <source>{who} overturned</source>
            <translation>{who} 翻车</translation>
        </message>
        <message>
            <source>{who} ran a red light</source>
            <translation>{who} 闯红灯</translation>
        </message>
        <message>
            <source>{who} ran a stop sign</source>
            <translation>{who} 未在停车标志处停车</translation>
        </message>
        <message>
            <source>{who} stuck</source>
            <translation>{who} 停滞</translation>
        </message>
        <message>
            <source>{who} teleported</source>
            <translation>{who} 瞬移</translation>
        </message>
        <message>
            <source>{who} was speeding</source>
            <translation>{who} 超速</translation>
        </message>
        <message>
            <source>{} actors</source>
            <translation>{} 个参与者</translation>
        </message>
        <message>
            <source>{} and {} more</source>
            <translation>{}，另有 {} 项</translation>
        </message>
        <message numerus="yes">
            <source>{} attached</source>
            <translation>
                <numerusform>{} 次挂载</numerusform>
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
                <numerusform>发现 {} 个问题</numerusform>
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
                <numerusform>{} 帧前</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>{} kinds not judged</source>
            <translation>
                <numerusform>{} 类未判定</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>{} light changes</source>
            <translation>
                <numerusform>{} 次灯色变化</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>{} lines</source>
            <translation>
                <numerusform>{} 行</numerusform>
            </translation>
        </message>
        <message>
            <source>{} more</source>
            <translation>另有 {} 项</translation>
        </message>
        <message>
            <source>{} more kinds of events</source>
            <translation>另有 {} 类事件</translation>
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
                <numerusform>{} 个道具</numerusform>
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
            <source>“{value}” excludes all actors</source>
            <translation>“{value}” 排除了所有参与者</translation>
        </message>
        <message>
            <source>“{value}” is in no id, blueprint, role or category</source>
            <translation>没有 id、蓝图、角色或类别包含“{value}”</translation>
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
    <context>
        <name>messages</name>
        <message>
            <source> and others</source>
            <translation> 等</translation>
        </message>
        <message>
            <source> and {} more</source>
            <translation> 等另外 {} 个</translation>
        </message>
        <message>
            <source> and {} others</source>
            <translation> 等另外 {} 个</translation>
        </message>
        <message>
            <source> and {} {}</source>
            <translation>，以及 {} {}</translation>
        </message>
        <message>
            <source> at byte {}</source>
            <translation>（字节 {} 处）</translation>
        </message>
        <message>
            <source> at {} % of the route</source>
            <translation>（路线的 {} % 处）</translation>
        </message>
        <message>
            <source> at {} m</source>
            <translation>（{} m 处）</translation>
        </message>
        <message>
            <source> in line {}</source>
            <translation>（第 {} 行）</translation>
        </message>
        <message>
            <source> in {} of {} places</source>
            <translation>（{1} 处中的 {0} 处）</translation>
        </message>
        <message>
            <source> of {}</source>
            <translation>，{}</translation>
        </message>
        <message>
            <source>"{}" is missing</source>
            <translation>缺少“{}”</translation>
        </message>
        <message>
            <source>% of the surrounding traffic's one</source>
            <translation>%（相对于周围车流）</translation>
        </message>
        <message>
            <source>'{}' is about two actors, and cannot be exported</source>
            <translation>“{}”涉及两个参与者，无法导出</translation>
        </message>
        <message>
            <source>'{}' is no actor: give an id, {}, or {}NAME</source>
            <translation>“{}”不是参与者：请给出 id、{} 或 {}NAME</translation>
        </message>
        <message>
            <source>'{}' is no alignment: give {}, event:KIND:N or seconds</source>
            <translation>“{}”不是对齐方式：请给出 {}、event:KIND:N 或秒数</translation>
        </message>
        <message>
            <source>'{}' is no value for {}: give a positive number, in {}</source>
            <translation>“{}”不能作为 {} 的值：请给出正数，单位 {}</translation>
        </message>
        <message>
            <source>'{}' is no video that can be written: use {}</source>
            <translation>“{}”不是可写出的视频：请使用 {}</translation>
        </message>
        <message>
            <source>'{}' needs the hero's route: {}</source>
            <translation>“{}”需要自车的路线：{}</translation>
        </message>
        <message>
            <source>'{}' sets nothing: give NAME=VALUE, as ttc=1.5</source>
            <translation>“{}”未设置任何内容：请写成 NAME=VALUE，如 ttc=1.5</translation>
        </message>
        <message>
            <source>, closing at {} m/s</source>
            <translation>，接近速度 {} m/s</translation>
        </message>
        <message>
            <source>, elapsed={} to {}</source>
            <translation>, elapsed={} 至 {}</translation>
        </message>
        <message>
            <source>, more than brakes can do</source>
            <translation>，超出制动能力</translation>
        </message>
        <message>
            <source>, nor others it has</source>
            <translation>，其另外的也不</translation>
        </message>
        <message>
            <source>, {} of these along them</source>
            <translation>，其中 {} 沿车道行驶</translation>
        </message>
        <message>
            <source>--hero ID or --hero role=NAME says who it is</source>
            <translation>用 --hero ID 或 --hero role=NAME 指明它是谁</translation>
        </message>
        <message>
            <source>-1 reverse, 0 neutral, 1 and up forward</source>
            <translation>-1 倒挡，0 空挡，1 及以上为前进挡</translation>
        </message>
        <message>
            <source>. It is damaged: {}</source>
            <translation>。文件已损坏：{}</translation>
        </message>
        <message>
            <source>. Make room there, or name another place</source>
            <translation>。请在那里腾出空间，或另选位置</translation>
        </message>
        <message>
            <source>0 bytes</source>
            <translation>0 字节</translation>
        </message>
        <message>
            <source>0 front left, 1 front right, 2 back left, 3 back right, further axles</source>
            <translation>0 左前，1 右前，2 左后，3 右后，其后为更多车轴</translation>
        </message>
        <message>
            <source>0 to 1</source>
            <translation>0 至 1</translation>
        </message>
        <message>
            <source>1 byte is left out</source>
            <translation>略去 1 字节</translation>
        </message>
        <message>
            <source>1 camera</source>
            <translation>1 个摄像头</translation>
        </message>
        <message>
            <source>1 complete frame</source>
            <translation>1 个完整帧</translation>
        </message>
        <message>
            <source>1 sensor</source>
            <translation>1 个传感器</translation>
        </message>
        <message>
            <source>1 video</source>
            <translation>1 个视频</translation>
        </message>
        <message>
            <source>2 or more</source>
            <translation>2 个或更多</translation>
        </message>
        <message>
            <source>3 or more</source>
            <translation>3 个或更多</translation>
        </message>
        <message>
            <source>4294967295 (0 in old builds) is scenery</source>
            <translation>4294967295（旧版本为 0）表示静态环境</translation>
        </message>
        <message>
            <source>; of the {} found: {}</source>
            <translation>；按找到的 {} 条计：{}</translation>
        </message>
        <message>
            <source>A and B are one file.</source>
            <translation>A 和 B 是同一个文件。</translation>
        </message>
        <message>
            <source>A is in {}, B in {}</source>
            <translation>A 在 {}，B 在 {}</translation>
        </message>
        <message>
            <source>A server answered with it: download the file again, signed in where that is needed.</source>
            <translation>这是服务器的答复：请重新下载文件，必要时先登录。</translation>
        </message>
        <message>
            <source>Actors added. The first frame lists all that exist.</source>
            <translation>添加的参与者。第一帧列出所有现存者。</translation>
        </message>
        <message>
            <source>Actors attached to a parent, in the frame that adds them.</source>
            <translation>挂载于父对象的参与者，位于添加它们的帧中。</translation>
        </message>
        <message>
            <source>Actors destroyed; already missing from Position.</source>
            <translation>销毁的参与者；Position 中已没有它们。</translation>
        </message>
        <message>
            <source>An early build for UE5 wrote it, which could not replay its own files: no build can.</source>
            <translation>由早期的 UE5 版本写成，该版本无法回放自己的文件：任何版本都不能。</translation>
        </message>
        <message>
            <source>Annotations are files anno/00000.json.gz, 00001.json.gz, …</source>
            <translation>标注是文件 anno/00000.json.gz、00001.json.gz……</translation>
        </message>
        <message>
            <source>Ask its owner for read access, or copy it to your own folder.</source>
            <translation>请向所有者申请读取权限，或将其复制到自己的文件夹。</translation>
        </message>
        <message>
            <source>Average speed is </source>
            <translation>平均速度为 </translation>
        </message>
        <message>
            <source>B runs {} {}: --align {}.</source>
            <translation>B 相差 {} {}：--align {}。</translation>
        </message>
        <message>
            <source>Bench2Drive writes metric_info.json into the folder of a run; a killed run leaves it empty or half.</source>
            <translation>Bench2Drive 将 metric_info.json 写入运行的文件夹；被终止的运行会留下空的或不完整的文件。</translation>
        </message>
        <message>
            <source>Box of each actor added in this frame; NaN for actors without a mesh.</source>
            <translation>此帧添加的每个参与者的边界框；没有网格的为 NaN。</translation>
        </message>
        <message>
            <source>Builds of CARLA number doors and wheels differently and hang on others': use {}.</source>
            <translation>CARLA 各版本对车门和车轮的编号不同，遇到其他版本的会卡住：请使用 {}。</translation>
        </message>
        <message>
            <source>CARLA does not know packets with id {} and leaves them out.</source>
            <translation>CARLA 不认识 id 为 {} 的数据包，会略过。</translation>
        </message>
        <message>
            <source>CARLA for UE5 wrote it: builds for UE4 read it wrongly and break.</source>
            <translation>由 UE5 版 CARLA 写成：UE4 版会误读并崩溃。</translation>
        </message>
        <message>
            <source>CARLA never shows the last frame: nothing is left to see from there on.</source>
            <translation>CARLA 从不显示最后一帧：从此处起没有可看的内容。</translation>
        </message>
        <message>
            <source>CARLA writes each frame as it comes: nothing was recorded, or the disk was full.</source>
            <translation>CARLA 逐帧写入：没有录制任何内容，或磁盘已满。</translation>
        </message>
        <message>
            <source>CARLA's .xodr maps are in Content/Carla/Maps/OpenDrive.</source>
            <translation>CARLA 的 .xodr 地图在 Content/Carla/Maps/OpenDrive 中。</translation>
        </message>
        <message>
            <source>CARLA's maps are in Content/Carla/Maps/OpenDrive, and carla.Map.save_to_disk writes one.</source>
            <translation>CARLA 的地图在 Content/Carla/Maps/OpenDrive 中，也可用 carla.Map.save_to_disk 写出。</translation>
        </message>
        <message>
            <source>Cannot be placed: {}.</source>
            <translation>无法确定位置：{}。</translation>
        </message>
        <message>
            <source>Check the disk, then try again.</source>
            <translation>请检查磁盘后重试。</translation>
        </message>
        <message>
            <source>Choose a file inside it.</source>
            <translation>请选择其中的文件。</translation>
        </message>
        <message>
            <source>Choose the file itself.</source>
            <translation>请选择文件本身。</translation>
        </message>
        <message>
            <source>Choose the file that was meant.</source>
            <translation>请选择正确的文件。</translation>
        </message>
        <message>
            <source>Closes a frame.</source>
            <translation>结束一帧。</translation>
        </message>
        <message>
            <source>Commanded speed of each walker.</source>
            <translation>每名行人的指令速度。</translation>
        </message>
        <message>
            <source>Contacts reported by collision sensors, each ordered pair once per frame.</source>
            <translation>碰撞传感器报告的接触，每个有序对每帧一次。</translation>
        </message>
        <message>
            <source>Copy its bytes to a file first.</source>
            <translation>请先将其内容复制到文件中。</translation>
        </message>
        <message>
            <source>Does not belong to this recording: positions differ by {} m at best.</source>
            <translation>不属于此录制文件：位置至少相差 {} m。</translation>
        </message>
        <message>
            <source>Doors that were opened or closed: a change, not a state.</source>
            <translation>打开或关闭的车门：是变化，而非状态。</translation>
        </message>
        <message>
            <source>Entities can stand for other files and are not read; remove them and what uses them.</source>
            <translation>实体可能指向其他文件，不予读取；请删除实体及其引用。</translation>
        </message>
        <message>
            <source>Export or copy the map again.</source>
            <translation>请重新导出或复制地图。</translation>
        </message>
        <message>
            <source>Export the map again, or choose another file.</source>
            <translation>请重新导出地图，或选择其他文件。</translation>
        </message>
        <message>
            <source>Fetch the file itself: this only names it.</source>
            <translation>请获取文件本身：此文件仅指出其名称。</translation>
        </message>
        <message>
            <source>Foxglove and Lichtblick open it.</source>
            <translation>可用 Foxglove 和 Lichtblick 打开。</translation>
        </message>
        <message>
            <source>Foxglove and rosbag open it.</source>
            <translation>可用 Foxglove 和 rosbag 打开。</translation>
        </message>
        <message>
            <source>FrameCounter or a fork's</source>
            <translation>FrameCounter 或分支版本的数据包</translation>
        </message>
        <message>
            <source>Game time of visual effects.</source>
            <translation>视觉效果的游戏时间。</translation>
        </message>
        <message>
            <source>How long the states of a light last; when it is added or they change.</source>
            <translation>信号灯各状态的时长；在添加或变化时写入。</translation>
        </message>
        <message>
            <source>Ids that are texts are read with ids = "text" in a mapping file.</source>
            <translation>文本编号需在映射文件中写 ids = "text"。</translation>
        </message>
        <message>
            <source>It is made of a recording: open that.</source>
            <translation>它由录制文件生成：请打开录制文件。</translation>
        </message>
        <message>
            <source>It is some other file: choose the right one.</source>
            <translation>这是其他文件：请选择正确的文件。</translation>
        </message>
        <message>
            <source>It may have been moved or renamed; choose it where it is now.</source>
            <translation>它可能已被移动或重命名；请在现在的位置选择。</translation>
        </message>
        <message>
            <source>It may have been moved or renamed; choose the file where it is now.</source>
            <translation>它可能已被移动或重命名；请在现在的位置选择该文件。</translation>
        </message>
        <message>
            <source>It was made, but never written, as after a full disk: copy it again.</source>
            <translation>文件已创建但未写入，例如磁盘已满：请重新复制。</translation>
        </message>
        <message>
            <source>It was replaced or rewritten; reload it.</source>
            <translation>它已被替换或改写；请重新加载。</translation>
        </message>
        <message>
            <source>Its attributes are numbered as since 0.9.16: older builds of CARLA take them for others.</source>
            <translation>其属性按 0.9.16 起的方式编号：更旧的 CARLA 会误认。</translation>
        </message>
        <message>
            <source>Lamps of each vehicle.</source>
            <translation>每辆车的车灯。</translation>
        </message>
        <message>
            <source>Last control applied to each vehicle; not a measurement.</source>
            <translation>对每辆车最后施加的控制；不是测量值。</translation>
        </message>
        <message>
            <source>Later actors use id {} again: CARLA before 0.9.16 may move the wrong ones.</source>
            <translation>后来的参与者再次使用 id {}：0.9.16 之前的 CARLA 可能移动错误的参与者。</translation>
        </message>
        <message>
            <source>Lights of the scene: all of them in the first frame, then changes.</source>
            <translation>场景中的灯：第一帧为全部，之后为变化。</translation>
        </message>
        <message>
            <source>Looked at before with other options, or by another version of the program: {} of these recordings. The tables are made anew.</source>
            <translation>这些录制文件中有 {} 个此前以其他选项或由程序的另一版本查看过。表格会重新生成。</translation>
        </message>
        <message>
            <source>Make room in {}.</source>
            <translation>请在 {} 中腾出空间。</translation>
        </message>
        <message>
            <source>Name the columns in a mapping file; the guide shows one.</source>
            <translation>请在映射文件中指定各列；指南中有示例。</translation>
        </message>
        <message>
            <source>No run has a record in results, so there are no numbers.</source>
            <translation>没有任何运行在结果中有记录，因此没有数值。</translation>
        </message>
        <message>
            <source>Not comparable: {}.</source>
            <translation>无法比较：{}。</translation>
        </message>
        <message>
            <source>Not compared, because not recorded: {}.</source>
            <translation>未比较，因为没有记录：{}。</translation>
        </message>
        <message>
            <source>Not counted, as they are not among the routes{}.</source>
            <translation>不属于这些路线，因而不计{}。</translation>
        </message>
        <message>
            <source>Nothing adds id {}: CARLA moves whatever actor has that id then.</source>
            <translation>没有记录添加 id {}：CARLA 会移动当时持有该 id 的任何参与者。</translation>
        </message>
        <message>
            <source>Open a file made by CARLA's recorder (client.start_recorder).</source>
            <translation>请打开由 CARLA 录制器生成的文件 (client.start_recorder)。</translation>
        </message>
        <message>
            <source>Open it as the recording.</source>
            <translation>请将其作为录制文件打开。</translation>
        </message>
        <message>
            <source>Open the recording, with --roads {}.</source>
            <translation>请打开录制文件，并使用 --roads {}。</translation>
        </message>
        <message>
            <source>Open the recording; events --criteria --results {} sets this beside what is found in it.</source>
            <translation>请打开录制文件；events --criteria --results {} 会将其与发现的问题并列。</translation>
        </message>
        <message>
            <source>Open the recording; these are used where they lie beside it, or with --routes {}.</source>
            <translation>请打开录制文件；这些路线在其旁边时会被使用，或使用 --routes {}。</translation>
        </message>
        <message>
            <source>Opens a frame.</source>
            <translation>开始一帧。</translation>
        </message>
        <message>
            <source>Physics of vehicles added in this frame. Nothing tells the layout: the one that fits exactly is right.</source>
            <translation>此帧添加的车辆的物理参数。文件未说明布局：恰好吻合者即为正确。</translation>
        </message>
        <message>
            <source>Pictures begin with the recording ({}).</source>
            <translation>图像与录制同时开始（{}）。</translation>
        </message>
        <message>
            <source>Pictures begin {} frames after the recording ({}).</source>
            <translation>图像比录制晚 {} 帧开始（{}）。</translation>
        </message>
        <message>
            <source>Pictures begin {} frames before the recording ({}).</source>
            <translation>图像比录制早 {} 帧开始（{}）。</translation>
        </message>
        <message>
            <source>Placed by hand: pictures begin with the recording.</source>
            <translation>手动设定：图像与录制同时开始。</translation>
        </message>
        <message>
            <source>Placed by hand: pictures begin {} frames after the recording.</source>
            <translation>手动设定：图像比录制晚 {} 帧开始。</translation>
        </message>
        <message>
            <source>Placed by hand: pictures begin {} frames before the recording.</source>
            <translation>手动设定：图像比录制早 {} 帧开始。</translation>
        </message>
        <message>
            <source>Placed by its name and layout, not verified: {}.</source>
            <translation>按名称和布局，未核实：{}。</translation>
        </message>
        <message>
            <source>Placed by {} in {} lines</source>
            <translation>按{}定位，共 {} 行</translation>
        </message>
        <message>
            <source>Plan ahead of the path driven</source>
            <translation>规划超前于实际路径</translation>
        </message>
        <message>
            <source>Plan right of the path driven</source>
            <translation>规划偏右于实际路径</translation>
        </message>
        <message>
            <source>PlatformTime is not recorded</source>
            <translation>未录制 PlatformTime</translation>
        </message>
        <message>
            <source>Pose of each walker's skeleton: per bone its name, location in cm and rotation, relative to its parent.</source>
            <translation>每名行人骨架的姿态：每根骨骼的名称、位置（cm）和旋转，相对于父骨骼。</translation>
        </message>
        <message>
            <source>Pose of vehicles and walkers; from 0.9.12 also of the spectator and of props.</source>
            <translation>车辆和行人的位姿；自 0.9.12 起也包括观察者和道具。</translation>
        </message>
        <message>
            <source>ROS 2 plays a bag.</source>
            <translation>ROS 2 可播放 bag。</translation>
        </message>
        <message>
            <source>Recording ended at once, or the file was cut: record it again, or look for a complete copy.</source>
            <translation>录制立即结束，或文件被截断：请重新录制，或查找完整的副本。</translation>
        </message>
        <message>
            <source>Reload it.</source>
            <translation>请重新加载。</translation>
        </message>
        <message>
            <source>Rerun opens it.</source>
            <translation>可用 Rerun 打开。</translation>
        </message>
        <message>
            <source>Same controls, the car moved otherwise: {}</source>
            <translation>控制相同，车辆的运动却不同：{}</translation>
        </message>
        <message>
            <source>Save it as UTF-8.</source>
            <translation>请保存为 UTF-8。</translation>
        </message>
        <message>
            <source>ScenarioRunner runs it.</source>
            <translation>由 ScenarioRunner 运行。</translation>
        </message>
        <message>
            <source>Sort its rows by frame first, for example with duckdb: COPY (FROM 'in.csv' ORDER BY frame) TO 'out.csv'.</source>
            <translation>请先按帧对行排序，例如使用 duckdb：COPY (FROM 'in.csv' ORDER BY frame) TO 'out.csv'。</translation>
        </message>
        <message>
            <source>State of the traffic lights.</source>
            <translation>信号灯的状态。</translation>
        </message>
        <message>
            <source>Steering and rotation of each wheel.</source>
            <translation>每个车轮的转向角和转角。</translation>
        </message>
        <message>
            <source>Stood at green</source>
            <translation>绿灯时未起步</translation>
        </message>
        <message>
            <source>Stood {} at green</source>
            <translation>绿灯时停留 {}</translation>
        </message>
        <message>
            <source>Stuck for {} {}</source>
            <translation>停滞 {}：{}</translation>
        </message>
        <message>
            <source>Stuck {}</source>
            <translation>停滞：{}</translation>
        </message>
        <message>
            <source>The Leaderboard's routes begin with &lt;routes&gt;, and hold a &lt;route&gt; with way points for each.</source>
            <translation>Leaderboard 的路线以 &lt;routes&gt; 开头，每条路线为一个含路径点的 &lt;route&gt;。</translation>
        </message>
        <message>
            <source>The agent parted first: {}</source>
            <translation>智能体先不同：{}</translation>
        </message>
        <message>
            <source>The file has {}: CARLA breaks on files over 2 GiB; cut a part of it and replay that.</source>
            <translation>文件大小为 {}：CARLA 遇到超过 2 GiB 的文件会崩溃；请剪出一部分再回放。</translation>
        </message>
        <message>
            <source>The file is damaged{} ({}): CARLA may stop, hang or break there; replay what check --repair writes.</source>
            <translation>文件已损坏{}（{}）：CARLA 可能在该处停止、卡住或崩溃；请回放 check --repair 写出的文件。</translation>
        </message>
        <message>
            <source>The lines have no place in the recording: {}.</source>
            <translation>这些行无法对应到录制文件中的时间：{}。</translation>
        </message>
        <message>
            <source>The recording was cut before its first frame; nothing is left.</source>
            <translation>录制在第一帧之前被截断；没有留下任何内容。</translation>
        </message>
        <message>
            <source>The same</source>
            <translation>相同</translation>
        </message>
        <message>
            <source>The same, as far as both record it</source>
            <translation>就两者所记录的而言相同</translation>
        </message>
        <message>
            <source>The start differs: {}</source>
            <translation>开始不同：{}</translation>
        </message>
        <message>
            <source>The world parted first: {}</source>
            <translation>周围世界先不同：{}</translation>
        </message>
        <message>
            <source>There is no hero in {}: only the world is compared.</source>
            <translation>{} 中没有自车：只比较周围世界。</translation>
        </message>
        <message>
            <source>Unpack it, and open what is in it.</source>
            <translation>请解压并打开其中的内容。</translation>
        </message>
        <message>
            <source>Velocity of vehicles and walkers.</source>
            <translation>车辆和行人的速度。</translation>
        </message>
        <message>
            <source>Wall-clock time; a recording has additional data if it has this packet.</source>
            <translation>实际时间；有此数据包即表示录制文件含附加数据。</translation>
        </message>
        <message>
            <source>Weather, in the first frame and at every change.</source>
            <translation>天气，在第一帧和每次变化时写入。</translation>
        </message>
        <message>
            <source>Where lights and signs act on vehicles.</source>
            <translation>信号灯和标志对车辆的作用范围。</translation>
        </message>
        <message>
            <source>World frames from {} to {} are missing.</source>
            <translation>缺少世界帧 {} 到 {}。</translation>
        </message>
        <message>
            <source>Write it into a mapping file: rate = 25.</source>
            <translation>请写入映射文件：rate = 25。</translation>
        </message>
        <message>
            <source>XML that begins with &lt;{}&gt;</source>
            <translation>以 &lt;{}&gt; 开头的 XML</translation>
        </message>
        <message>
            <source>XML without a root</source>
            <translation>没有根元素的 XML</translation>
        </message>
        <message>
            <source>a 7-Zip archive</source>
            <translation>7-Zip 压缩包</translation>
        </message>
        <message>
            <source>a Dask scheduler</source>
            <translation>Dask 调度器</translation>
        </message>
        <message>
            <source>a GIF shows at most {} pictures a second; give --fps {} or less</source>
            <translation>GIF 每秒最多显示 {} 张图片；请使用 --fps {} 或更低</translation>
        </message>
        <message>
            <source>a Parquet table</source>
            <translation>Parquet 表格</translation>
        </message>
        <message>
            <source>a ROS 2 bag or SQLite database</source>
            <translation>ROS 2 bag 或 SQLite 数据库</translation>
        </message>
        <message>
            <source>a Rerun recording</source>
            <translation>Rerun 录制文件</translation>
        </message>
        <message>
            <source>a Zstandard file</source>
            <translation>Zstandard 文件</translation>
        </message>
        <message>
            <source>a bzip2 file</source>
            <translation>bzip2 文件</translation>
        </message>
        <message>
            <source>a file is in the place of the folder</source>
            <translation>文件夹的位置上是一个文件</translation>
        </message>
        <message>
            <source>a file that cannot be understood; it is moved aside before anything is written</source>
            <translation>无法识别的文件；写入前会将其移开</translation>
        </message>
        <message>
            <source>a file that the system does not let us read</source>
            <translation>系统不允许读取的文件</translation>
        </message>
        <message>
            <source>a file that was deleted while its notes were known; they are written again with the next change</source>
            <translation>在笔记已知时被删除的文件；下次更改时会重新写入</translation>
        </message>
        <message>
            <source>a file with more than the notes that can be read; it is moved aside before anything is written</source>
            <translation>除可读取的笔记外还有其他内容的文件；写入之前会将它移开</translation>
        </message>
        <message>
            <source>a folder is in its place</source>
            <translation>其位置上是一个文件夹</translation>
        </message>
        <message>
            <source>a frame has more than one packet {}</source>
            <translation>某一帧含多个 {} 数据包</translation>
        </message>
        <message>
            <source>a frame has more than {} {} records</source>
            <translation>某一帧的 {1} 记录超过 {0} 条</translation>
        </message>
        <message>
            <source>a frame of more than {} packets</source>
            <translation>某一帧的数据包超过 {} 个</translation>
        </message>
        <message>
            <source>a frame without its FrameEnd</source>
            <translation>某一帧缺少 FrameEnd</translation>
        </message>
        <message>
            <source>a geometry has no known shape</source>
            <translation>某一几何段的形状未知</translation>
        </message>
        <message>
            <source>a git-annex pointer</source>
            <translation>git-annex 指针</translation>
        </message>
        <message>
            <source>a gzip file</source>
            <translation>gzip 文件</translation>
        </message>
        <message>
            <source>a lane has the id "{}"</source>
            <translation>某一车道的 id 为“{}”</translation>
        </message>
        <message>
            <source>a map name of {} bytes</source>
            <translation>{} 字节的地图名称</translation>
        </message>
        <message>
            <source>a message about the speed</source>
            <translation>车速消息</translation>
        </message>
        <message>
            <source>a question about a library</source>
            <translation>查询录制库</translation>
        </message>
        <message>
            <source>a question is one SELECT</source>
            <translation>查询须为一条 SELECT</translation>
        </message>
        <message>
            <source>a record of {} reaches beyond its packet</source>
            <translation>{} 的一条记录超出其数据包</translation>
        </message>
        <message>
            <source>a recording without frames cannot be aligned</source>
            <translation>没有帧的录像无法对齐</translation>
        </message>
        <message>
            <source>a road has no geometry or no lanes</source>
            <translation>某一道路没有几何或车道</translation>
        </message>
        <message>
            <source>a road is longer than its geometry</source>
            <translation>某一道路长于其几何</translation>
        </message>
        <message>
            <source>a tar archive</source>
            <translation>tar 归档</translation>
        </message>
        <message>
            <source>a text of {} bytes of {} reaches beyond its packet</source>
            <translation>{1} 的一段 {0} 字节文本超出其数据包</translation>
        </message>
        <message>
            <source>a text of {} is not UTF-8</source>
            <translation>{} 的一段文本不是 UTF-8</translation>
        </message>
        <message>
            <source>a text of {} reaches beyond its packet</source>
            <translation>{} 的一段文本超出其数据包</translation>
        </message>
        <message>
            <source>a vector is missing</source>
            <translation>缺少一个向量</translation>
        </message>
        <message>
            <source>a web page</source>
            <translation>网页</translation>
        </message>
        <message>
            <source>accumulates; usually negative when driving forwards</source>
            <translation>累计值；前进时通常为负</translation>
        </message>
        <message>
            <source>actor {}</source>
            <translation>参与者 {}</translation>
        </message>
        <message>
            <source>actor {} cannot be the hero: it is a {}</source>
            <translation>参与者 {} 不能作为自车：它是{}</translation>
        </message>
        <message>
            <source>actor {} cannot be the hero: it is left out</source>
            <translation>参与者 {} 不能作为自车：它已被略去</translation>
        </message>
        <message>
            <source>actor {} cannot be the hero: it is not there in this range</source>
            <translation>参与者 {} 不能作为自车：它不在此区间内</translation>
        </message>
        <message>
            <source>actor {} is attached to {} after the frame that adds it</source>
            <translation>参与者 {} 在添加它的帧之后才挂载于 {}</translation>
        </message>
        <message>
            <source>actor {} is attached to {} out of order, or too deep</source>
            <translation>参与者 {} 挂载于 {} 的顺序有误，或层级过深</translation>
        </message>
        <message>
            <source>actor {} is attached to {}, but it is not there</source>
            <translation>参与者 {} 挂载于 {}，但后者不存在</translation>
        </message>
        <message>
            <source>actor {} is destroyed, but it is not there</source>
            <translation>参与者 {} 被销毁，但它不存在</translation>
        </message>
        <message>
            <source>actor {}{}</source>
            <translation>参与者 {}{}</translation>
        </message>
        <message>
            <source>actors move that were never added: {}{}</source>
            <translation>有从未添加的参与者在移动：{}{}</translation>
        </message>
        <message>
            <source>additional data</source>
            <translation>附加数据</translation>
        </message>
        <message>
            <source>additional data, with records</source>
            <translation>附加数据，含记录</translation>
        </message>
        <message>
            <source>against a wall</source>
            <translation>顶住墙体</translation>
        </message>
        <message>
            <source>against an obstacle</source>
            <translation>顶住障碍物</translation>
        </message>
        <message>
            <source>against something</source>
            <translation>顶着某物</translation>
        </message>
        <message>
            <source>against {}</source>
            <translation>顶住 {}</translation>
        </message>
        <message>
            <source>always text</source>
            <translation>始终为文本</translation>
        </message>
        <message>
            <source>an LZ4 file</source>
            <translation>LZ4 文件</translation>
        </message>
        <message>
            <source>an Unreal asset</source>
            <translation>Unreal 资源</translation>
        </message>
        <message>
            <source>an attribute of {} has a type that means nothing</source>
            <translation>{} 的某一属性类型无意义</translation>
        </message>
        <message>
            <source>an xz file</source>
            <translation>xz 文件</translation>
        </message>
        <message>
            <source>and back</source>
            <translation>并返回</translation>
        </message>
        <message>
            <source>another recording begins here</source>
            <translation>另一录制在此开始</translation>
        </message>
        <message>
            <source>as commanded</source>
            <translation>按指令</translation>
        </message>
        <message>
            <source>at a red light</source>
            <translation>在红灯前</translation>
        </message>
        <message>
            <source>at a stop sign</source>
            <translation>在停车标志前</translation>
        </message>
        <message>
            <source>at byte {}</source>
            <translation>位于字节 {}</translation>
        </message>
        <message>
            <source>at green</source>
            <translation>在绿灯前</translation>
        </message>
        <message>
            <source>at least one complete road with lanes</source>
            <translation>至少一条含车道的完整道路</translation>
        </message>
        <message>
            <source>at least {} bytes</source>
            <translation>至少 {} 字节</translation>
        </message>
        <message>
            <source>at red</source>
            <translation>红灯前</translation>
        </message>
        <message>
            <source>at red light {}</source>
            <translation>在红灯 {} 前</translation>
        </message>
        <message>
            <source>at stop sign {}</source>
            <translation>在停车标志 {} 前</translation>
        </message>
        <message>
            <source>at stop signs</source>
            <translation>停车标志前</translation>
        </message>
        <message>
            <source>attachments to who is not there</source>
            <translation>挂载于不在场者</translation>
        </message>
        <message>
            <source>behind a vehicle</source>
            <translation>在一辆车后方</translation>
        </message>
        <message>
            <source>behind a walker</source>
            <translation>在行人后方</translation>
        </message>
        <message>
            <source>behind others</source>
            <translation>在他车后面</translation>
        </message>
        <message>
            <source>behind walker {}</source>
            <translation>在行人 {} 后方</translation>
        </message>
        <message>
            <source>behind {}</source>
            <translation>在 {} 后方</translation>
        </message>
        <message>
            <source>bicycles may be there</source>
            <translation>自行车可以在此</translation>
        </message>
        <message>
            <source>bits of VehicleLightState</source>
            <translation>VehicleLightState 的位</translation>
        </message>
        <message>
            <source>blanks only</source>
            <translation>只有空白</translation>
        </message>
        <message>
            <source>boxes by blueprint</source>
            <translation>来自蓝图的边界框</translation>
        </message>
        <message>
            <source>by {}</source>
            <translation>依据{}</translation>
        </message>
        <message>
            <source>centre, in the actor's own frame</source>
            <translation>中心，参与者自身坐标系</translation>
        </message>
        <message>
            <source>centre, in the world</source>
            <translation>中心，世界坐标系</translation>
        </message>
        <message>
            <source>closing at {} m/s</source>
            <translation>接近速度 {} m/s</translation>
        </message>
        <message>
            <source>closing at {} m/s, {} m apart</source>
            <translation>接近速度 {} m/s，相距 {} m</translation>
        </message>
        <message>
            <source>collisions with static objects</source>
            <translation>与静态物体碰撞</translation>
        </message>
        <message>
            <source>collisions with vehicles</source>
            <translation>与车辆碰撞</translation>
        </message>
        <message>
            <source>collisions with walkers</source>
            <translation>与行人碰撞</translation>
        </message>
        <message>
            <source>collisions with who is not there</source>
            <translation>与不在场者碰撞</translation>
        </message>
        <message>
            <source>column {}</source>
            <translation>第 {} 列</translation>
        </message>
        <message>
            <source>columns and types are tables: [columns], then one name a line</source>
            <translation>columns 和 types 是表：先写 [columns]，然后每行一个名称</translation>
        </message>
        <message>
            <source>controls: not recorded</source>
            <translation>控制量未知（未录制）</translation>
        </message>
        <message>
            <source>counts from 1; not the simulator's frame number</source>
            <translation>从 1 开始计数；不是仿真器的帧号</translation>
        </message>
        <message>
            <source>counts hits; has gaps</source>
            <translation>撞击计数；有间断</translation>
        </message>
        <message>
            <source>criteria of ScenarioRunner</source>
            <translation>ScenarioRunner 的判据</translation>
        </message>
        <message>
            <source>csv holds one table; export the others by themselves, or use parquet</source>
            <translation>csv 只含一张表格；请单独导出其他表格，或使用 parquet</translation>
        </message>
        <message>
            <source>damaged records</source>
            <translation>损坏的记录</translation>
        </message>
        <message>
            <source>deviated from its route</source>
            <translation>偏离了路线</translation>
        </message>
        <message>
            <source>deviated from the route{}</source>
            <translation>偏离了路线{}</translation>
        </message>
        <message>
            <source>did not yield to an emergency vehicle</source>
            <translation>未避让紧急车辆</translation>
        </message>
        <message>
            <source>down after {} s</source>
            <translation>{} s 后落下</translation>
        </message>
        <message>
            <source>driving score</source>
            <translation>驾驶得分</translation>
        </message>
        <message>
            <source>driving score: {} records have no score and count as 0.</source>
            <translation>驾驶得分：{} 条记录没有得分，计为 0。</translation>
        </message>
        <message>
            <source>early UE5: Position has f64 but EventAdd f32, and some packets are shorter than they say</source>
            <translation>早期 UE5：Position 为 f64 而 EventAdd 为 f32，且部分数据包短于其声明的长度</translation>
        </message>
        <message>
            <source>every {} frames</source>
            <translation>每 {} 帧</translation>
        </message>
        <message>
            <source>every {} to {} frames</source>
            <translation>每 {} 至 {} 帧</translation>
        </message>
        <message>
            <source>expected {}</source>
            <translation>应为 {}</translation>
        </message>
        <message>
            <source>for no known cause</source>
            <translation>原因不明</translation>
        </message>
        <message>
            <source>for walkers</source>
            <translation>等行人</translation>
        </message>
        <message>
            <source>found {}</source>
            <translation>实为 {}</translation>
        </message>
        <message>
            <source>frames are missing before this one: its id skips some</source>
            <translation>此帧之前缺帧：其 id 有跳跃</translation>
        </message>
        <message>
            <source>frames are too far apart to smooth motion over the window</source>
            <translation>帧间隔过大，无法在窗口内平滑运动</translation>
        </message>
        <message>
            <source>frames count from {} to {}</source>
            <translation>帧从 {} 计到 {}</translation>
        </message>
        <message>
            <source>frames have a fixed length, and PlatformTime is not recorded</source>
            <translation>帧时长固定，且未录制 PlatformTime</translation>
        </message>
        <message>
            <source>git annex get {}</source>
            <translation>git annex get {}</translation>
        </message>
        <message>
            <source>git lfs pull</source>
            <translation>git lfs pull</translation>
        </message>
        <message>
            <source>give seconds, #FRAME, collision:N, H:M:S, a time of day, 50 %, or +1.5 from here</source>
            <translation>请给出秒数、#帧、collision:N、时:分:秒、时刻、50 %，或相对此处的 +1.5</translation>
        </message>
        <message>
            <source>half the size along each axis</source>
            <translation>各轴方向尺寸的一半</translation>
        </message>
        <message>
            <source>has a value that means nothing</source>
            <translation>的值无意义</translation>
        </message>
        <message>
            <source>has an actor a second time in its frame; the first row counts</source>
            <translation>在同一帧中参与者重复；以第一行为准</translation>
        </message>
        <message>
            <source>has no usable pose; it is left out</source>
            <translation>没有可用的位姿；已略去</translation>
        </message>
        <message>
            <source>header version {}: attribute types are numbered one higher</source>
            <translation>文件头版本 {}：属性类型编号大 1</translation>
        </message>
        <message>
            <source>hero_collisions: no collision sensor of the hero is recorded</source>
            <translation>自车的碰撞：未录制自车的碰撞传感器</translation>
        </message>
        <message>
            <source>hit a pedestrian</source>
            <translation>撞到行人</translation>
        </message>
        <message>
            <source>hit a vehicle</source>
            <translation>撞到车辆</translation>
        </message>
        <message>
            <source>hit an object</source>
            <translation>撞到物体</translation>
        </message>
        <message>
            <source>hit {} objects</source>
            <translation>撞到 {} 个物体</translation>
        </message>
        <message>
            <source>hit {} pedestrians</source>
            <translation>撞到 {} 名行人</translation>
        </message>
        <message>
            <source>hit {} vehicles</source>
            <translation>撞到 {} 辆车</translation>
        </message>
        <message>
            <source>id 21 stands before Position: 21–23 are doors, wheels, bikers (between 0.9.15 and 0.9.16)</source>
            <translation>id 21 位于 Position 之前：21–23 为车门、车轮、骑行者（介于 0.9.15 与 0.9.16）</translation>
        </message>
        <message>
            <source>id of the actor it is attached to</source>
            <translation>所挂载参与者的 id</translation>
        </message>
        <message>
            <source>id of the actor while recording</source>
            <translation>录制时参与者的 id</translation>
        </message>
        <message>
            <source>id {} is not free</source>
            <translation>id {} 已被占用</translation>
        </message>
        <message>
            <source>id {} stands before Position: 21–23 are wheels, bikers, doors (from 0.9.16)</source>
            <translation>id {} 位于 Position 之前：21–23 为车轮、骑行者、车门（自 0.9.16 起）</translation>
        </message>
        <message>
            <source>ids 21 and 22 stand after AnimWalker and nothing before Position: wheels and bikers (0.9.15)</source>
            <translation>id 21 和 22 位于 AnimWalker 之后，Position 之前没有：车轮和骑行者 (0.9.15)</translation>
        </message>
        <message>
            <source>in a gridlock</source>
            <translation>车辆互相堵死</translation>
        </message>
        <message>
            <source>in a gridlock of {}</source>
            <translation>{} 辆车互相堵死</translation>
        </message>
        <message>
            <source>in a queue of {} behind {}</source>
            <translation>在 {1} 后方的 {0} 辆车队中</translation>
        </message>
        <message>
            <source>in line {}</source>
            <translation>第 {} 行</translation>
        </message>
        <message>
            <source>in the world</source>
            <translation>世界坐标系</translation>
        </message>
        <message>
            <source>in the world, or relative to the parent if attached after the start</source>
            <translation>世界坐标系；若在开始后挂载，则相对于父对象</translation>
        </message>
        <message>
            <source>index of the blueprint in that server's list; 0 for actors of the map</source>
            <translation>蓝图在该服务器列表中的编号；地图自带的参与者为 0</translation>
        </message>
        <message>
            <source>infractions that are not counted, as the Leaderboard has none of that name: {}.</source>
            <translation>未计入的违规，Leaderboard 没有这样的名称：{}。</translation>
        </message>
        <message>
            <source>infractions: these are no lists: {}.</source>
            <translation>违规：这些不是列表：{}。</translation>
        </message>
        <message>
            <source>infractions: these are none of the Leaderboard.</source>
            <translation>违规：这不是 Leaderboard 的违规。</translation>
        </message>
        <message>
            <source>install the extra {} of this program, as its README says</source>
            <translation>请按 README 安装本程序的附加组件 {}</translation>
        </message>
        <message>
            <source>install {} into {}</source>
            <translation>请将 {} 安装到 {}</translation>
        </message>
        <message>
            <source>is NaN, infinite or absurd</source>
            <translation>为 NaN、无穷大或不合理</translation>
        </message>
        <message>
            <source>it at column {}</source>
            <translation>位于第 {} 列</translation>
        </message>
        <message>
            <source>it begins with the road</source>
            <translation>从道路起点开始</translation>
        </message>
        <message>
            <source>it cannot be fetched: {}</source>
            <translation>无法获取：{}</translation>
        </message>
        <message>
            <source>it ended its process {} times (status {})</source>
            <translation>它使进程终止了 {} 次（状态 {}）</translation>
        </message>
        <message>
            <source>it ended its workers again and again</source>
            <translation>它一再使工作进程终止</translation>
        </message>
        <message>
            <source>it ends with its geometry</source>
            <translation>随其几何结束</translation>
        </message>
        <message>
            <source>it exists already</source>
            <translation>它已存在</translation>
        </message>
        <message>
            <source>it exists already, and is not empty</source>
            <translation>它已存在且不为空</translation>
        </message>
        <message>
            <source>it has no column of frames or seconds</source>
            <translation>没有帧或秒的列</translation>
        </message>
        <message>
            <source>it has no column {}</source>
            <translation>没有列 {}</translation>
        </message>
        <message>
            <source>it has no fields</source>
            <translation>没有字段</translation>
        </message>
        <message>
            <source>it has no route_id.</source>
            <translation>它没有 route_id。</translation>
        </message>
        <message>
            <source>it is drawn straight</source>
            <translation>按直线绘制</translation>
        </message>
        <message>
            <source>it is kept as written</source>
            <translation>按原样保留</translation>
        </message>
        <message>
            <source>it is kept raw</source>
            <translation>以原始形式保留</translation>
        </message>
        <message>
            <source>it is left out</source>
            <translation>已略去</translation>
        </message>
        <message>
            <source>it is longer than {} MB</source>
            <translation>超过 {} MB</translation>
        </message>
        <message>
            <source>it is missing</source>
            <translation>它缺失</translation>
        </message>
        <message>
            <source>it is nested too deep</source>
            <translation>嵌套过深</translation>
        </message>
        <message>
            <source>it is no JSON: {}</source>
            <translation>它不是 JSON：{}</translation>
        </message>
        <message>
            <source>it is no PacketKind</source>
            <translation>不是 PacketKind</translation>
        </message>
        <message>
            <source>it is no list of recordings</source>
            <translation>它不是录制文件的列表</translation>
        </message>
        <message>
            <source>it is no manifest of a library</source>
            <translation>它不是结果库的清单</translation>
        </message>
        <message>
            <source>it is not a JSON object</source>
            <translation>不是 JSON 对象</translation>
        </message>
        <message>
            <source>it is not listed</source>
            <translation>未列出</translation>
        </message>
        <message>
            <source>it is read as {}</source>
            <translation>读作 {}</translation>
        </message>
        <message>
            <source>it is shorter than what was read of it</source>
            <translation>比已读取的内容短</translation>
        </message>
        <message>
            <source>it is shown with replacement marks</source>
            <translation>以替换符显示</translation>
        </message>
        <message>
            <source>it is taken for the time of the frame before</source>
            <translation>视为前一帧的时间</translation>
        </message>
        <message>
            <source>it is taken for unknown</source>
            <translation>视为未知</translation>
        </message>
        <message>
            <source>it is that of the geometries</source>
            <translation>以几何段之和为准</translation>
        </message>
        <message>
            <source>it is too large for the memory that is there: {}</source>
            <translation>超出可用内存：{}</translation>
        </message>
        <message>
            <source>it keeps its own place</source>
            <translation>保持自己的位置</translation>
        </message>
        <message>
            <source>it lasts {} s, from {} to {} UTC</source>
            <translation>时长 {} s，从 {} 到 {} UTC</translation>
        </message>
        <message>
            <source>it still begins and goes on as it was read, and may have grown</source>
            <translation>开头及后续与已读取的一致，可能已增长</translation>
        </message>
        <message>
            <source>it stood before the line when it was first seen</source>
            <translation>首次出现时已停在线前</translation>
        </message>
        <message>
            <source>it tells no place</source>
            <translation>未说明位置</translation>
        </message>
        <message>
            <source>it took longer than {} s</source>
            <translation>耗时超过 {} s</translation>
        </message>
        <message>
            <source>it turns {} times around itself</source>
            <translation>绕自身旋转 {} 圈</translation>
        </message>
        <message>
            <source>it was found {} times</source>
            <translation>检出 {} 次</translation>
        </message>
        <message>
            <source>it was not looked for</source>
            <translation>未检测</translation>
        </message>
        <message>
            <source>its analysis failed: {}: {} (in {})</source>
            <translation>分析失败：{}：{}（位于 {}）</translation>
        </message>
        <message>
            <source>its blueprint tells what it is</source>
            <translation>以其蓝图为准</translation>
        </message>
        <message>
            <source>its notes are not a list</source>
            <translation>其笔记不是列表</translation>
        </message>
        <message>
            <source>its packets are shown raw</source>
            <translation>其数据包以原始形式显示</translation>
        </message>
        <message>
            <source>its size counts: all records it has room for are read</source>
            <translation>以其大小为准：读取能容纳的全部记录</translation>
        </message>
        <message>
            <source>its text cannot be read: {}</source>
            <translation>其文本无法读取：{}</translation>
        </message>
        <message>
            <source>its trigger volume</source>
            <translation>其触发区域</translation>
        </message>
        <message>
            <source>its value is shown as text</source>
            <translation>其值以文本显示</translation>
        </message>
        <message>
            <source>its worker failed: {}: {}</source>
            <translation>其工作进程失败：{}：{}</translation>
        </message>
        <message>
            <source>lane mark</source>
            <translation>车道标线</translation>
        </message>
        <message>
            <source>lane type</source>
            <translation>车道类型</translation>
        </message>
        <message>
            <source>laneSection: s="{}" is before the road</source>
            <translation>laneSection：s="{}" 在道路起点之前</translation>
        </message>
        <message>
            <source>left the lanes of its route</source>
            <translation>驶出了路线车道</translation>
        </message>
        <message>
            <source>length of a road: {}</source>
            <translation>道路长度：{}</translation>
        </message>
        <message>
            <source>light {}, by {}, at {} m/s</source>
            <translation>信号灯 {}，依据{}，速度 {} m/s</translation>
        </message>
        <message>
            <source>lights that may govern the lane show different states</source>
            <translation>可能控制该车道的信号灯状态不一</translation>
        </message>
        <message>
            <source>lights: no map</source>
            <translation>信号灯未知（没有地图）</translation>
        </message>
        <message>
            <source>lights: none is recorded</source>
            <translation>信号灯未知（未录制）</translation>
        </message>
        <message>
            <source>lights: which one governs the lane, or its state</source>
            <translation>信号灯未知（不清楚控制该车道的信号灯或其状态）</translation>
        </message>
        <message>
            <source>line {}</source>
            <translation>第 {} 行</translation>
        </message>
        <message>
            <source>line {}, column {}</source>
            <translation>第 {} 行，第 {} 列</translation>
        </message>
        <message>
            <source>linear, 0 to 1</source>
            <translation>线性，0 至 1</translation>
        </message>
        <message>
            <source>lz4 -dc {} &gt; {}</source>
            <translation>lz4 -dc {} &gt; {}</translation>
        </message>
        <message>
            <source>module {} has no attribute {}</source>
            <translation>模块 {} 没有属性 {}</translation>
        </message>
        <message>
            <source>moves {} m</source>
            <translation>移动 {} m</translation>
        </message>
        <message>
            <source>name of the attribute</source>
            <translation>属性名称</translation>
        </message>
        <message>
            <source>never moved</source>
            <translation>从未移动</translation>
        </message>
        <message>
            <source>no brake</source>
            <translation>未制动</translation>
        </message>
        <message>
            <source>no collision sensor is recorded</source>
            <translation>未录制碰撞传感器</translation>
        </message>
        <message>
            <source>no collision sensor of the hero is recorded</source>
            <translation>未录制自车的碰撞传感器</translation>
        </message>
        <message>
            <source>no column has seconds, and the rate is not known</source>
            <translation>没有秒的列，帧率也未知</translation>
        </message>
        <message>
            <source>no complete frame comes before it; {}</source>
            <translation>其前没有完整帧；{}</translation>
        </message>
        <message>
            <source>no file in it can be read</source>
            <translation>其中没有可读取的文件</translation>
        </message>
        <message>
            <source>no file of routes has this route.</source>
            <translation>没有路线文件包含这条路线。</translation>
        </message>
        <message>
            <source>no folder tells at which frame its steps begin</source>
            <translation>没有文件夹说明其步从哪一帧开始</translation>
        </message>
        <message>
            <source>no green light</source>
            <translation>无绿灯</translation>
        </message>
        <message>
            <source>no line tells a step, a frame or the simulation's time</source>
            <translation>没有一行写有步、帧或仿真时间</translation>
        </message>
        <message>
            <source>no payload</source>
            <translation>无载荷</translation>
        </message>
        <message>
            <source>no red light</source>
            <translation>无红灯</translation>
        </message>
        <message>
            <source>no results yet</source>
            <translation>尚无结果</translation>
        </message>
        <message>
            <source>no results yet: {} of {}</source>
            <translation>尚无结果：{} / {}</translation>
        </message>
        <message>
            <source>no route has the name of the recording, and there is no hero whose start would tell it</source>
            <translation>没有与录制文件同名的路线，也没有可据其起点判断的自车</translation>
        </message>
        <message>
            <source>no route is in {}</source>
            <translation>{} 没有路线</translation>
        </message>
        <message>
            <source>no route of {} begins where the hero does; {}</source>
            <translation>{} 的路线均不从自车的起点开始；{}</translation>
        </message>
        <message>
            <source>no signal of the road map and no trigger volume tells on which lane it acts</source>
            <translation>道路地图的信号和触发区域均未说明其作用于哪条车道</translation>
        </message>
        <message>
            <source>no status</source>
            <translation>无状态</translation>
        </message>
        <message>
            <source>no stop sign</source>
            <translation>无停车标志</translation>
        </message>
        <message>
            <source>no throttle against anything</source>
            <translation>未踩油门顶住任何物体</translation>
        </message>
        <message>
            <source>no time passes in the recording</source>
            <translation>录制中没有时间流逝</translation>
        </message>
        <message>
            <source>no walker ahead</source>
            <translation>前方无行人</translation>
        </message>
        <message>
            <source>nobody ahead</source>
            <translation>前方无车辆</translation>
        </message>
        <message>
            <source>nobody is left in this range</source>
            <translation>此区间内没有剩余的参与者</translation>
        </message>
        <message>
            <source>nobody who was chosen has {}</source>
            <translation>所选参与者均没有 {}</translation>
        </message>
        <message>
            <source>none that can be used</source>
            <translation>没有可用的</translation>
        </message>
        <message>
            <source>not a time</source>
            <translation>不是时间</translation>
        </message>
        <message>
            <source>not a whole number that any table holds</source>
            <translation>不是表格能容纳的整数</translation>
        </message>
        <message>
            <source>not an actor id; -1 occurs</source>
            <translation>不是参与者 id；可能为 -1</translation>
        </message>
        <message>
            <source>not passed</source>
            <translation>未通过</translation>
        </message>
        <message>
            <source>not seen to come down</source>
            <translation>未见落下</translation>
        </message>
        <message>
            <source>not upright again</source>
            <translation>未再直立</translation>
        </message>
        <message>
            <source>not without throttle</source>
            <translation>并非无油门</translation>
        </message>
        <message>
            <source>notes of another recording of that name; they are not shown</source>
            <translation>同名的另一录制文件的笔记；不显示</translation>
        </message>
        <message>
            <source>nothing is attached</source>
            <translation>不建立挂载</translation>
        </message>
        <message>
            <source>nothing is destroyed</source>
            <translation>不销毁任何对象</translation>
        </message>
        <message>
            <source>nothing like it was found in the recording</source>
            <translation>录制文件中未检出类似内容</translation>
        </message>
        <message>
            <source>nothing stands under its name; the open file can still be read</source>
            <translation>该名称下没有文件；已打开的文件仍可读取</translation>
        </message>
        <message>
            <source>numbers of frames</source>
            <translation>帧号</translation>
        </message>
        <message>
            <source>of the light's whole group</source>
            <translation>整个灯组的</translation>
        </message>
        <message>
            <source>of {}</source>
            <translation>共 {}</translation>
        </message>
        <message>
            <source>of {} it is not known whether ScenarioRunner would count it</source>
            <translation>{} 是否会被 ScenarioRunner 计入尚不可知</translation>
        </message>
        <message>
            <source>off the route</source>
            <translation>偏离路线</translation>
        </message>
        <message>
            <source>on the sidewalk</source>
            <translation>在人行道上</translation>
        </message>
        <message>
            <source>on the wrong way</source>
            <translation>逆行</translation>
        </message>
        <message>
            <source>one drives on its right, as in CARLA</source>
            <translation>按 CARLA 靠右行驶</translation>
        </message>
        <message>
            <source>one more each with header version 2</source>
            <translation>文件头版本 2 中各大 1</translation>
        </message>
        <message>
            <source>one of its records counts</source>
            <translation>以其中一条记录为准</translation>
        </message>
        <message>
            <source>one record</source>
            <translation>一条记录</translation>
        </message>
        <message>
            <source>only Position tells where it is</source>
            <translation>只有 Position 说明其位置</translation>
        </message>
        <message>
            <source>other values at step {}</source>
            <translation>第 {} 步有其他值</translation>
        </message>
        <message>
            <source>outside the lanes</source>
            <translation>驶出车道</translation>
        </message>
        <message>
            <source>over the road</source>
            <translation>高于路面</translation>
        </message>
        <message>
            <source>over where it came from or down</source>
            <translation>高于其来处或落下处</translation>
        </message>
        <message>
            <source>owner of the collision sensor</source>
            <translation>碰撞传感器的所有者</translation>
        </message>
        <message>
            <source>packet {}</source>
            <translation>数据包 {}</translation>
        </message>
        <message>
            <source>packet {} where a frame should start</source>
            <translation>应为帧开头处却是数据包 {}</translation>
        </message>
        <message>
            <source>packets with id {} are not known</source>
            <translation>id 为 {} 的数据包未知</translation>
        </message>
        <message>
            <source>penalty: it is without {}</source>
            <translation>惩罚系数：未计入 {}</translation>
        </message>
        <message>
            <source>poses of {} actors in {} frames take {} MB, {} MB are allowed</source>
            <translation>{} 个参与者在 {} 帧中的位姿需要 {} MB，允许 {} MB</translation>
        </message>
        <message>
            <source>positions agree within {} m at {} steps</source>
            <translation>位置相差不超过 {} m，共 {} 步</translation>
        </message>
        <message>
            <source>ran a red light</source>
            <translation>闯红灯</translation>
        </message>
        <message>
            <source>ran a stop sign</source>
            <translation>闯停车标志</translation>
        </message>
        <message>
            <source>ran out of time</source>
            <translation>超时</translation>
        </message>
        <message>
            <source>ran out of time: stood {} of {} s in {} stand{}</source>
            <translation>超时：停滞 {} s / {} s，{} 次{}</translation>
        </message>
        <message>
            <source>ran out of time{}</source>
            <translation>超时{}</translation>
        </message>
        <message>
            <source>ran {} red lights</source>
            <translation>闯了 {} 次红灯</translation>
        </message>
        <message>
            <source>ran {} stop signs</source>
            <translation>闯了 {} 次停车标志</translation>
        </message>
        <message>
            <source>reading TOML needs Python 3.11 or the package tomli: install it, or use --set</source>
            <translation>读取 TOML 需要 Python 3.11 或 tomli 包：请安装，或使用 --set</translation>
        </message>
        <message>
            <source>reading a csv</source>
            <translation>读取 csv</translation>
        </message>
        <message>
            <source>reading a scenario of OPV2V</source>
            <translation>读取 OPV2V 场景</translation>
        </message>
        <message>
            <source>reading it is not permitted</source>
            <translation>没有读取权限</translation>
        </message>
        <message>
            <source>reading the stream registered as</source>
            <translation>reading the stream registered as</translation>
        </message>
        <message>
            <source>reading {}: addresses</source>
            <translation>读取 {}：地址</translation>
        </message>
        <message>
            <source>recorded boxes</source>
            <translation>录制的边界框</translation>
        </message>
        <message>
            <source>records that are no JSON were left out: {}</source>
            <translation>略去了不是 JSON 的记录：{}</translation>
        </message>
        <message>
            <source>red lights</source>
            <translation>闯红灯</translation>
        </message>
        <message>
            <source>relative to its parent bone</source>
            <translation>相对于父骨骼</translation>
        </message>
        <message>
            <source>rename it, or name another folder with --library</source>
            <translation>请重命名，或用 --library 指定其他文件夹</translation>
        </message>
        <message>
            <source>reported by {}</source>
            <translation>由 {} 报告</translation>
        </message>
        <message>
            <source>rerun {}</source>
            <translation>rerun {}</translation>
        </message>
        <message>
            <source>results of the Leaderboard</source>
            <translation>Leaderboard 的结果</translation>
        </message>
        <message>
            <source>road {}</source>
            <translation>道路 {}</translation>
        </message>
        <message>
            <source>role_name {}</source>
            <translation>role_name {}</translation>
        </message>
        <message>
            <source>roll, pitch, yaw in the world</source>
            <translation>横滚、俯仰、偏航，世界坐标系</translation>
        </message>
        <message>
            <source>roll, pitch, yaw; relative like the location</source>
            <translation>横滚、俯仰、偏航；与位置一样可为相对值</translation>
        </message>
        <message>
            <source>ros2 bag play {}</source>
            <translation>ros2 bag play {}</translation>
        </message>
        <message>
            <source>route {}</source>
            <translation>路线 {}</translation>
        </message>
        <message>
            <source>route {} is in {}, the recording in {}</source>
            <translation>路线 {} 在 {}，录制文件在 {}</translation>
        </message>
        <message>
            <source>routes have {} to {} runs each; the mean of a route's runs counts.</source>
            <translation>各路线有 {} 至 {} 次运行；取每条路线各次运行的平均值。</translation>
        </message>
        <message>
            <source>routes of the Leaderboard</source>
            <translation>Leaderboard 的路线</translation>
        </message>
        <message>
            <source>routes {} begin where the hero does</source>
            <translation>路线 {} 均从自车的起点开始</translation>
        </message>
        <message>
            <source>rules go by the motion between new poses</source>
            <translation>规则按新位姿之间的运动判断</translation>
        </message>
        <message>
            <source>rules use the usual box of such an actor</source>
            <translation>规则采用此类参与者的常见边界框</translation>
        </message>
        <message>
            <source>s={}, length={} is no stretch of a road</source>
            <translation>s={}, length={} 不是道路的一段</translation>
        </message>
        <message>
            <source>samples by step</source>
            <translation>按步的样本</translation>
        </message>
        <message>
            <source>scores: these are no scores of the Leaderboard.</source>
            <translation>得分：这不是 Leaderboard 的得分。</translation>
        </message>
        <message>
            <source>seconds at the beginning</source>
            <translation>行首的秒数</translation>
        </message>
        <message>
            <source>several offsets fit the positions alike</source>
            <translation>多个偏移与位置同样吻合</translation>
        </message>
        <message>
            <source>several runs are in it, as {} begin again</source>
            <translation>其中有多次运行，因为{}重新开始</translation>
        </message>
        <message>
            <source>share of the maximum, 0 to 1</source>
            <translation>占最大值的比例，0 至 1</translation>
        </message>
        <message>
            <source>simulated seconds per second: usually {}; {} at begin, worst, end</source>
            <translation>每秒仿真秒数：通常 {}；开始、最差、结束时 {}</translation>
        </message>
        <message>
            <source>simulated time</source>
            <translation>仿真时间</translation>
        </message>
        <message>
            <source>since the recording started</source>
            <translation>录制开始以来</translation>
        </message>
        <message>
            <source>since the simulation started</source>
            <translation>仿真开始以来</translation>
        </message>
        <message>
            <source>some of their poses are not known</source>
            <translation>其部分位姿未知</translation>
        </message>
        <message>
            <source>something else stands under its name, or in its place</source>
            <translation>该名称下或该位置是其他内容</translation>
        </message>
        <message>
            <source>steps of the agent</source>
            <translation>智能体的步</translation>
        </message>
        <message>
            <source>stop sign by {}</source>
            <translation>停车标志，依据{}</translation>
        </message>
        <message>
            <source>stop signs</source>
            <translation>闯停车标志</translation>
        </message>
        <message>
            <source>stop signs: no map</source>
            <translation>停车标志未知（没有地图）</translation>
        </message>
        <message>
            <source>success rate</source>
            <translation>成功率</translation>
        </message>
        <message>
            <source>such angles are taken for 0</source>
            <translation>此类角度视为 0</translation>
        </message>
        <message>
            <source>taken for UE4: neither Position nor EventAdd has a record that tells</source>
            <translation>视为 UE4：Position 和 EventAdd 均无可判断的记录</translation>
        </message>
        <message>
            <source>tar -xf {}</source>
            <translation>tar -xf {}</translation>
        </message>
        <message>
            <source>the Dask scheduler has gone; what was done by then is kept</source>
            <translation>Dask 调度器已消失；此前完成的内容保留</translation>
        </message>
        <message>
            <source>the Dask scheduler has no workers any more; what was done by then is kept</source>
            <translation>Dask 调度器已没有工作进程；此前完成的内容保留</translation>
        </message>
        <message>
            <source>the XML is broken: {}</source>
            <translation>XML 已损坏：{}</translation>
        </message>
        <message>
            <source>the actor has no place there</source>
            <translation>该参与者在此处没有位置</translation>
        </message>
        <message>
            <source>the agent could not be set up</source>
            <translation>智能体无法设置</translation>
        </message>
        <message>
            <source>the agent crashed{}</source>
            <translation>智能体崩溃{}</translation>
        </message>
        <message>
            <source>the agent's sensors were invalid</source>
            <translation>智能体的传感器无效</translation>
        </message>
        <message>
            <source>the angular velocity is derived from the poses there</source>
            <translation>该处的角速度由位姿推算</translation>
        </message>
        <message>
            <source>the answer takes more than {}; ask for fewer rows, or read it in parts</source>
            <translation>结果占用超过 {}；请查询更少的行，或分批读取</translation>
        </message>
        <message>
            <source>the blueprint, as vehicle.tesla.model3</source>
            <translation>蓝图，如 vehicle.tesla.model3</translation>
        </message>
        <message>
            <source>the box of {} has {} × {} × {} m, which it cannot have</source>
            <translation>{} 的边界框为 {} × {} × {} m，这不可能</translation>
        </message>
        <message>
            <source>the box of {} is NaN, negative or absurd</source>
            <translation>{} 的边界框为 NaN、负值或不合理</translation>
        </message>
        <message>
            <source>the boxes are {} m apart</source>
            <translation>边界框相距 {} m</translation>
        </message>
        <message>
            <source>the boxes overlap</source>
            <translation>边界框重叠</translation>
        </message>
        <message>
            <source>the cache cannot be written: {}</source>
            <translation>无法写入缓存：{}</translation>
        </message>
        <message>
            <source>the clock of the computer</source>
            <translation>计算机时钟</translation>
        </message>
        <message>
            <source>the count of {} reaches beyond its packet</source>
            <translation>{} 的计数超出其数据包</translation>
        </message>
        <message>
            <source>the delimiter is one character</source>
            <translation>分隔符是一个字符</translation>
        </message>
        <message>
            <source>the duration of a frame does not lead to the time of the next</source>
            <translation>某一帧的时长与下一帧的时间不符</translation>
        </message>
        <message>
            <source>the duration of a frame is negative or no number</source>
            <translation>某一帧的时长为负或不是数字</translation>
        </message>
        <message>
            <source>the extra {}</source>
            <translation>附加组件 {}</translation>
        </message>
        <message>
            <source>the file became shorter while it was read</source>
            <translation>文件在读取时变短</translation>
        </message>
        <message>
            <source>the file defines entities</source>
            <translation>文件定义了实体</translation>
        </message>
        <message>
            <source>the file ends after its header</source>
            <translation>文件在文件头之后结束</translation>
        </message>
        <message>
            <source>the file ends inside a frame</source>
            <translation>文件在帧内结束</translation>
        </message>
        <message>
            <source>the file ends inside its header</source>
            <translation>文件在文件头内结束</translation>
        </message>
        <message>
            <source>the file has become shorter since it was opened</source>
            <translation>文件在打开后变短</translation>
        </message>
        <message>
            <source>the file is cut in the middle; {} whole records were read</source>
            <translation>文件在中间被截断；读取了 {} 条完整记录</translation>
        </message>
        <message>
            <source>the file is empty</source>
            <translation>文件为空</translation>
        </message>
        <message>
            <source>the file is no longer the recording that was opened</source>
            <translation>文件已不是所打开的录制文件</translation>
        </message>
        <message>
            <source>the file of notes is read-only</source>
            <translation>笔记文件为只读</translation>
        </message>
        <message>
            <source>the first place cannot be written, this one can</source>
            <translation>首选位置无法写入，此处可以</translation>
        </message>
        <message>
            <source>the folder cannot be read: {}</source>
            <translation>无法读取文件夹：{}</translation>
        </message>
        <message>
            <source>the folder holds no positions</source>
            <translation>文件夹不含位置</translation>
        </message>
        <message>
            <source>the frame is kept in its place</source>
            <translation>该帧保留在原位</translation>
        </message>
        <message>
            <source>the frame of this row is before that of the row above</source>
            <translation>此行的帧早于上一行的帧</translation>
        </message>
        <message>
            <source>the gzipped data are damaged: {}</source>
            <translation>gzip 数据已损坏：{}</translation>
        </message>
        <message>
            <source>the hero</source>
            <translation>自车</translation>
        </message>
        <message>
            <source>the hero is the same</source>
            <translation>自车相同</translation>
        </message>
        <message>
            <source>the hero never moves</source>
            <translation>自车从不移动</translation>
        </message>
        <message>
            <source>the hero was never there</source>
            <translation>自车从未到过该处</translation>
        </message>
        <message>
            <source>the hero was never there with it</source>
            <translation>自车从未与其同在该处</translation>
        </message>
        <message>
            <source>the hero was there {} times</source>
            <translation>自车到过该处 {} 次</translation>
        </message>
        <message>
            <source>the hero's control follows {} s later</source>
            <translation>自车的控制在 {} 秒后随之不同</translation>
        </message>
        <message>
            <source>the hero's events were not looked for</source>
            <translation>未检测自车的事件</translation>
        </message>
        <message>
            <source>the heroes do not move for two seconds that both recordings share</source>
            <translation>在两个录像共有的时间里，自车移动不足两秒</translation>
        </message>
        <message>
            <source>the id of a frame is not greater than those before it</source>
            <translation>某一帧的 id 不大于之前的</translation>
        </message>
        <message>
            <source>the last frame announces another one</source>
            <translation>最后一帧表明后面还有一帧</translation>
        </message>
        <message>
            <source>the light is off, or its state is not known</source>
            <translation>信号灯熄灭，或其状态未知</translation>
        </message>
        <message>
            <source>the limit is {} km/h</source>
            <translation>限速 {} km/h</translation>
        </message>
        <message>
            <source>the line {}</source>
            <translation>行 {}</translation>
        </message>
        <message>
            <source>the map's signals</source>
            <translation>地图信号</translation>
        </message>
        <message>
            <source>the nearest, {}, does {} m away</source>
            <translation>最近的 {} 相距 {} m</translation>
        </message>
        <message>
            <source>the note ends before it starts, or has no id</source>
            <translation>笔记的终点早于起点，或没有 id</translation>
        </message>
        <message>
            <source>the number of {} reaches beyond its packet</source>
            <translation>{} 的数量超出其数据包</translation>
        </message>
        <message>
            <source>the output</source>
            <translation>输出</translation>
        </message>
        <message>
            <source>the packet decoder '{}' cannot be loaded: {}</source>
            <translation>数据包解码器“{}”无法加载：{}</translation>
        </message>
        <message>
            <source>the packet decoder '{}' is not used: {}</source>
            <translation>数据包解码器“{}”未使用：{}</translation>
        </message>
        <message>
            <source>the parent {} of actor {} is not recorded</source>
            <translation>参与者 {1} 的父对象 {0} 未录制</translation>
        </message>
        <message>
            <source>the place of {} in EventAdd is NaN, infinite or absurd</source>
            <translation>EventAdd 中 {} 的位置为 NaN、无穷大或不合理</translation>
        </message>
        <message>
            <source>the pose of {} is new only {}</source>
            <translation>{} 的位姿仅{}更新一次</translation>
        </message>
        <message>
            <source>the range ends at {} s, before it begins at {} s</source>
            <translation>区间在 {} s 结束，早于其起点 {} s</translation>
        </message>
        <message>
            <source>the rate is a number of frames per second</source>
            <translation>rate 是每秒帧数</translation>
        </message>
        <message>
            <source>the record is left out</source>
            <translation>该记录已略去</translation>
        </message>
        <message>
            <source>the recorded angular velocity of {} contradicts the poses in {}</source>
            <translation>{} 录制的角速度在 {} 与位姿矛盾</translation>
        </message>
        <message>
            <source>the recorded velocity of {} contradicts the poses in {}</source>
            <translation>{} 录制的速度在 {} 与位姿矛盾</translation>
        </message>
        <message>
            <source>the recording has no hero</source>
            <translation>录制文件中没有自车</translation>
        </message>
        <message>
            <source>the recording has no hero: choose actors with --actors</source>
            <translation>录制文件中没有自车：请用 --actors 选择参与者</translation>
        </message>
        <message>
            <source>the recording has no traffic lights</source>
            <translation>录制文件中没有信号灯</translation>
        </message>
        <message>
            <source>the recording has no vehicle to compare with</source>
            <translation>录制中没有可比较的车辆</translation>
        </message>
        <message>
            <source>the recording has none</source>
            <translation>录制文件中没有</translation>
        </message>
        <message>
            <source>the recording has {} s</source>
            <translation>录制时长 {} s</translation>
        </message>
        <message>
            <source>the recording was cut here, or is still being written; reload it then</source>
            <translation>录制在此被截断，或仍在写入；如为后者请重新加载</translation>
        </message>
        <message>
            <source>the recordings have no frame id in common</source>
            <translation>两个录像没有共同的帧号</translation>
        </message>
        <message>
            <source>the rest of the run's folder is shown</source>
            <translation>显示运行文件夹的其余内容</translation>
        </message>
        <message>
            <source>the rest of this packet is left out</source>
            <translation>此数据包的其余部分已略去</translation>
        </message>
        <message>
            <source>the road map does not fit</source>
            <translation>道路地图不吻合</translation>
        </message>
        <message>
            <source>the road map has no limits where they drive</source>
            <translation>其行驶处的道路地图没有限速</translation>
        </message>
        <message>
            <source>the rule of a road is "{}"</source>
            <translation>某一道路的 rule 为“{}”</translation>
        </message>
        <message>
            <source>the run was cut off{}</source>
            <translation>运行被中断{}</translation>
        </message>
        <message>
            <source>the simulation crashed{}</source>
            <translation>仿真崩溃{}</translation>
        </message>
        <message>
            <source>the system cannot read it</source>
            <translation>系统无法读取</translation>
        </message>
        <message>
            <source>the system cannot read it: {}</source>
            <translation>系统无法读取：{}</translation>
        </message>
        <message>
            <source>the time of a frame goes backwards or is no time</source>
            <translation>某一帧的时间倒退或不是时间</translation>
        </message>
        <message>
            <source>the time to the next frame is taken</source>
            <translation>采用到下一帧的时间</translation>
        </message>
        <message>
            <source>the times count</source>
            <translation>以时间为准</translation>
        </message>
        <message>
            <source>the usual size of such an actor is shown</source>
            <translation>显示此类参与者的常见尺寸</translation>
        </message>
        <message>
            <source>the vehicle moves at fewer than {} of {} steps</source>
            <translation>车辆移动的步数少于 {}（共 {} 步）</translation>
        </message>
        <message>
            <source>the velocity is derived from the poses there</source>
            <translation>该处的速度由位姿推算</translation>
        </message>
        <message>
            <source>the weather differs by {} at {} s</source>
            <translation>{1} 秒时天气相差 {0}</translation>
        </message>
        <message>
            <source>their poses are not known</source>
            <translation>其位姿未知</translation>
        </message>
        <message>
            <source>then {}</source>
            <translation>然后 {}</translation>
        </message>
        <message>
            <source>there are no annotations in it</source>
            <translation>其中没有标注</translation>
        </message>
        <message>
            <source>there are no frames in it</source>
            <translation>其中没有帧</translation>
        </message>
        <message>
            <source>there are no poses in it</source>
            <translation>其中没有位姿</translation>
        </message>
        <message>
            <source>there are {} actors with the role_name {}: give the id of one ({})</source>
            <translation>有 {} 个参与者的 role_name 为 {}：请给出其中一个的 id（{}）</translation>
        </message>
        <message>
            <source>there are {} different records of this route and repetition: the newest counts.</source>
            <translation>这条路线的这次重复有 {} 个不同的记录：以最新的为准。</translation>
        </message>
        <message>
            <source>there is more of this kind</source>
            <translation>还有更多此类内容</translation>
        </message>
        <message>
            <source>there is no actor with the role_name {}</source>
            <translation>没有 role_name 为 {} 的参与者</translation>
        </message>
        <message>
            <source>there is no actor {}</source>
            <translation>没有参与者 {}</translation>
        </message>
        <message>
            <source>there is no collision {}: the recording has {}</source>
            <translation>没有碰撞 {}：录制文件中有 {} 次</translation>
        </message>
        <message>
            <source>there is no complete frame in this recording</source>
            <translation>此录制文件中没有完整帧</translation>
        </message>
        <message>
            <source>there is no frame to show</source>
            <translation>没有可显示的帧</translation>
        </message>
        <message>
            <source>there is no frame {}: {}{}</source>
            <translation>没有帧 {}：{}{}</translation>
        </message>
        <message>
            <source>there is no hero</source>
            <translation>没有自车</translation>
        </message>
        <message>
            <source>there is no hero whose route it is</source>
            <translation>没有路线所属的自车</translation>
        </message>
        <message>
            <source>there is no hero: nobody is called hero, ego_vehicle or ego by its role_name</source>
            <translation>没有自车：没有参与者的 role_name 为 hero、ego_vehicle 或 ego</translation>
        </message>
        <message>
            <source>there is no kind '{}' of events; there are {}</source>
            <translation>没有“{}”这种事件；有 {}</translation>
        </message>
        <message>
            <source>there is no place for notes</source>
            <translation>没有存放笔记的位置</translation>
        </message>
        <message>
            <source>there is no record of this route</source>
            <translation>没有这条路线的结果记录</translation>
        </message>
        <message>
            <source>there is no road in it</source>
            <translation>其中没有道路</translation>
        </message>
        <message>
            <source>there is no road map</source>
            <translation>没有道路地图</translation>
        </message>
        <message>
            <source>there is no route</source>
            <translation>没有路线</translation>
        </message>
        <message>
            <source>there is no route in it</source>
            <translation>其中没有路线</translation>
        </message>
        <message>
            <source>there is no signal '{}'; there are {}</source>
            <translation>没有信号“{}”；可用的有 {}</translation>
        </message>
        <message>
            <source>there is no such file</source>
            <translation>没有此文件</translation>
        </message>
        <message>
            <source>there is no such folder</source>
            <translation>没有此文件夹</translation>
        </message>
        <message>
            <source>there is no threshold '{}'; there are {}</source>
            <translation>没有阈值“{}”；可用的有 {}</translation>
        </message>
        <message>
            <source>there is no {} for Python {}.{} on this system</source>
            <translation>此系统没有适用于 Python {1}.{2} 的 {0}</translation>
        </message>
        <message>
            <source>there is no {} {}</source>
            <translation>没有 {} {}</translation>
        </message>
        <message>
            <source>they are kept raw</source>
            <translation>以原始形式保留</translation>
        </message>
        <message>
            <source>they are read as one</source>
            <translation>合并为一个读取</translation>
        </message>
        <message>
            <source>they have no blueprint</source>
            <translation>没有蓝图</translation>
        </message>
        <message>
            <source>they share no time: A lasts from {} to {} s, B from {} to {} s on A's clock</source>
            <translation>它们没有共同的时间：按 A 的时钟，A 从 {} 到 {} 秒，B 从 {} 到 {} 秒</translation>
        </message>
        <message>
            <source>this frame cannot be reached; convert the video to MP4</source>
            <translation>无法定位到这一帧；请把视频转换为 MP4</translation>
        </message>
        <message>
            <source>this is a folder</source>
            <translation>这是文件夹</translation>
        </message>
        <message>
            <source>this is a link that leads to itself</source>
            <translation>这是指向自身的链接</translation>
        </message>
        <message>
            <source>this is no JSON: {}</source>
            <translation>这不是 JSON：{}</translation>
        </message>
        <message>
            <source>this is no TOML: {}</source>
            <translation>这不是 TOML：{}</translation>
        </message>
        <message>
            <source>this is no csv: {}</source>
            <translation>这不是 csv：{}</translation>
        </message>
        <message>
            <source>this is no metric_info.json</source>
            <translation>这不是 metric_info.json</translation>
        </message>
        <message>
            <source>this is not a CARLA recording</source>
            <translation>这不是 CARLA 录制文件</translation>
        </message>
        <message>
            <source>this is not a file of routes</source>
            <translation>这不是路线文件</translation>
        </message>
        <message>
            <source>this is not a regular file</source>
            <translation>这不是普通文件</translation>
        </message>
        <message>
            <source>this is not an OpenDRIVE map</source>
            <translation>这不是 OpenDRIVE 地图</translation>
        </message>
        <message>
            <source>this packaged program has no pip: install the program from its source with {}, as its README says</source>
            <translation>此打包程序不含 pip：请按 README 从源代码安装程序及 {}</translation>
        </message>
        <message>
            <source>this packet is left out</source>
            <translation>此数据包已略去</translation>
        </message>
        <message>
            <source>those it has are read</source>
            <translation>读取其已有的</translation>
        </message>
        <message>
            <source>time goes on where this frame says</source>
            <translation>时间按此帧所述继续</translation>
        </message>
        <message>
            <source>time of the Leaderboard</source>
            <translation>Leaderboard 的时间</translation>
        </message>
        <message>
            <source>time to the next frame; -1 in the last frame of every file</source>
            <translation>到下一帧的时间；每个文件的最后一帧为 -1</translation>
        </message>
        <message>
            <source>timed out</source>
            <translation>超时</translation>
        </message>
        <message>
            <source>timed out a scenario</source>
            <translation>1 个场景超时</translation>
        </message>
        <message>
            <source>timed out {} scenarios</source>
            <translation>{} 个场景超时</translation>
        </message>
        <message>
            <source>to keep a library</source>
            <translation>保存录制库</translation>
        </message>
        <message>
            <source>too few samples</source>
            <translation>样本太少</translation>
        </message>
        <message>
            <source>u16 count, then count records</source>
            <translation>u16 计数，随后为相应数量的记录</translation>
        </message>
        <message>
            <source>u16 count, then count records of varying length</source>
            <translation>u16 计数，随后为相应数量的变长记录</translation>
        </message>
        <message>
            <source>unrar x {}</source>
            <translation>unrar x {}</translation>
        </message>
        <message>
            <source>unzip {}</source>
            <translation>unzip {}</translation>
        </message>
        <message>
            <source>upright again after {} s</source>
            <translation>{} s 后恢复直立</translation>
        </message>
        <message>
            <source>version {}</source>
            <translation>版本 {}</translation>
        </message>
        <message>
            <source>wall clock since the recording started</source>
            <translation>录制开始以来的实际时间</translation>
        </message>
        <message>
            <source>was blocked</source>
            <translation>被困</translation>
        </message>
        <message>
            <source>was slower than the traffic</source>
            <translation>慢于车流</translation>
        </message>
        <message>
            <source>way points are joined straight{}, not along lanes</source>
            <translation>路径点以直线连接{}，而非沿车道</translation>
        </message>
        <message>
            <source>what they are is not known; they are shown from here on</source>
            <translation>其为何物未知；从此处起显示</translation>
        </message>
        <message>
            <source>where a file was moved</source>
            <translation>文件移至的位置</translation>
        </message>
        <message>
            <source>where it stands</source>
            <translation>其所在位置</translation>
        </message>
        <message>
            <source>where it was is not known</source>
            <translation>其原位置未知</translation>
        </message>
        <message>
            <source>who had the id before ends here</source>
            <translation>原持有该 id 者在此结束</translation>
        </message>
        <message>
            <source>with no known cause</source>
            <translation>原因未知</translation>
        </message>
        <message>
            <source>with records</source>
            <translation>含记录</translation>
        </message>
        <message>
            <source>with the brake held</source>
            <translation>制动未松开</translation>
        </message>
        <message>
            <source>with {}</source>
            <translation>有 {}</translation>
        </message>
        <message>
            <source>without a blueprint</source>
            <translation>没有蓝图</translation>
        </message>
        <message>
            <source>without a hero in both recordings, poses cannot align them</source>
            <translation>两个录像中没有都有自车，无法按位姿对齐</translation>
        </message>
        <message>
            <source>without an id</source>
            <translation>没有 id</translation>
        </message>
        <message>
            <source>without throttle</source>
            <translation>无油门</translation>
        </message>
        <message>
            <source>world axes</source>
            <translation>世界坐标轴</translation>
        </message>
        <message>
            <source>xz -dc {} &gt; {}</source>
            <translation>xz -dc {} &gt; {}</translation>
        </message>
        <message>
            <source>zeros where a packet should begin</source>
            <translation>应为数据包开头处是零</translation>
        </message>
        <message>
            <source>zstd -dc {} &gt; {}</source>
            <translation>zstd -dc {} &gt; {}</translation>
        </message>
        <message>
            <source>{} "{}" is unknown</source>
            <translation>{}“{}”未知</translation>
        </message>
        <message>
            <source>{} (only in A)</source>
            <translation>{}（仅在 A 中）</translation>
        </message>
        <message>
            <source>{} (only in B)</source>
            <translation>{}（仅在 B 中）</translation>
        </message>
        <message>
            <source>{} (since {} s, farther away)</source>
            <translation>{}（从 {} 秒起，在更远处）</translation>
        </message>
        <message>
            <source>{} ({} to {} s)</source>
            <translation>{}（{} 至 {} s）</translation>
        </message>
        <message>
            <source>{} To do so, type: {}.</source>
            <translation>{} 为此请输入：{}。</translation>
        </message>
        <message>
            <source>{} actors ({}{})</source>
            <translation>{} 个参与者（{}{}）</translation>
        </message>
        <message>
            <source>{} actors are too alike to be told apart, and are not judged.</source>
            <translation>{} 个参与者太相似而无法区分，未作判断。</translation>
        </message>
        <message>
            <source>{} actors had the id {}</source>
            <translation>{} 个参与者用过 id {}</translation>
        </message>
        <message>
            <source>{} and {}</source>
            <translation>{} 和 {}</translation>
        </message>
        <message>
            <source>{} and {}, which are</source>
            <translation>{} 和 {}，它们</translation>
        </message>
        <message>
            <source>{} at byte {} of the payload</source>
            <translation>{}，位于载荷的字节 {}</translation>
        </message>
        <message>
            <source>{} before it can be read; at the end, {}</source>
            <translation>其前的 {} 可读取；末尾 {}</translation>
        </message>
        <message>
            <source>{} bytes</source>
            <translation>{} 字节</translation>
        </message>
        <message>
            <source>{} bytes are left out</source>
            <translation>略去 {} 字节</translation>
        </message>
        <message>
            <source>{} bytes are left over in {}</source>
            <translation>{1} 中剩余 {0} 字节</translation>
        </message>
        <message>
            <source>{} cameras</source>
            <translation>{} 个摄像头</translation>
        </message>
        <message>
            <source>{} cannot be written: {}{}</source>
            <translation>无法写入 {}：{}{}</translation>
        </message>
        <message>
            <source>{} cannot have {} bytes</source>
            <translation>{} 不可能有 {} 字节</translation>
        </message>
        <message>
            <source>{} complete frames</source>
            <translation>{} 个完整帧</translation>
        </message>
        <message>
            <source>{} different records fit it, in {}; name one of the files</source>
            <translation>有 {} 条不同的记录与之相符，位于 {}；请指定其中一个文件</translation>
        </message>
        <message>
            <source>{} ends at {} s</source>
            <translation>{} 在 {} 秒结束</translation>
        </message>
        <message>
            <source>{} exists only in {} at {} s</source>
            <translation>{2} 秒时 {0} 仅存在于 {1}</translation>
        </message>
        <message>
            <source>{} failed</source>
            <translation>{} 失败</translation>
        </message>
        <message>
            <source>{} had other doors open at {} s</source>
            <translation>{1} 秒时 {0} 打开的车门不同</translation>
        </message>
        <message>
            <source>{} had other lamps on: {} at {} s</source>
            <translation>{2} 秒时 {0} 打开的车灯不同：{1}</translation>
        </message>
        <message>
            <source>{} had {} {} apart at {} s</source>
            <translation>{3} 秒时 {0} 的 {1} 相差 {2}</translation>
        </message>
        <message>
            <source>{} has no frame</source>
            <translation>{} 没有帧</translation>
        </message>
        <message>
            <source>{} has no such word</source>
            <translation>{} 没有这个取值</translation>
        </message>
        <message>
            <source>{} has several heroes: {} is taken.</source>
            <translation>{} 有多个自车：取 {}。</translation>
        </message>
        <message>
            <source>{} has type {}, which means nothing</source>
            <translation>{} 的类型为 {}，无意义</translation>
        </message>
        <message>
            <source>{} has {} bytes a record instead of {}, as no known build writes</source>
            <translation>{} 每条记录为 {} 字节而非 {}，没有已知版本如此写入</translation>
        </message>
        <message>
            <source>{} has {} events of the kind {}, not {}</source>
            <translation>{} 有 {} 个 {} 事件，而不是 {}</translation>
        </message>
        <message>
            <source>{} has {} way points</source>
            <translation>{} 有 {} 个路径点</translation>
        </message>
        <message>
            <source>{} headed {}° elsewhere at {} s</source>
            <translation>{2} 秒时 {0} 的朝向相差 {1}°</translation>
        </message>
        <message>
            <source>{} in a layout that is not known</source>
            <translation>{} 的布局未知</translation>
        </message>
        <message>
            <source>{} in {}</source>
            <translation>{} / {}</translation>
        </message>
        <message>
            <source>{} is added, but its id is in use</source>
            <translation>{} 被添加，但其 id 正在使用</translation>
        </message>
        <message>
            <source>{} is no number</source>
            <translation>{} 不是数字</translation>
        </message>
        <message>
            <source>{} is no time: minutes and seconds go up to 59</source>
            <translation>{} 不是时间：分和秒最大为 59</translation>
        </message>
        <message>
            <source>{} is no time: {}</source>
            <translation>{} 不是时间：{}</translation>
        </message>
        <message>
            <source>{} is not in the recording: {}{}</source>
            <translation>{} 不在录制范围内：{}{}</translation>
        </message>
        <message>
            <source>{} is of another blueprint at {} s</source>
            <translation>{1} 秒时 {0} 的蓝图不同</translation>
        </message>
        <message>
            <source>{} is outside of the recording: shares go from 0 % to 100 %</source>
            <translation>{} 超出录制范围：比例为 0 % 至 100 %</translation>
        </message>
        <message>
            <source>{} left, then {} came</source>
            <translation>{} 先离开，随后 {} 进入</translation>
        </message>
        <message>
            <source>{} lie outside the recording</source>
            <translation>{}在录制范围之外</translation>
        </message>
        <message>
            <source>{} m apart then</source>
            <translation>此时相距 {} m</translation>
        </message>
        <message>
            <source>{} m behind at {} m/s</source>
            <translation>在后 {} m，速度 {} m/s</translation>
        </message>
        <message>
            <source>{} m in one step</source>
            <translation>一步移动 {} m</translation>
        </message>
        <message>
            <source>{} m that way</source>
            <translation>如此行驶 {} m</translation>
        </message>
        <message>
            <source>{} names {}, which {} not there</source>
            <translation>{} 提到的 {} 不存在</translation>
        </message>
        <message>
            <source>{} needs an even width and height, and {}x{} is not</source>
            <translation>{} 需要偶数的宽和高，而 {}x{} 不是</translation>
        </message>
        <message>
            <source>{} needs {} not installed: {}</source>
            <translation>{} 需要 {}未安装：{}</translation>
        </message>
        <message>
            <source>{} not known ({})</source>
            <translation>{}未知（{}）</translation>
        </message>
        <message>
            <source>{} of frames</source>
            <translation>{} 的帧中</translation>
        </message>
        <message>
            <source>{} of the route's length was driven {} m away</source>
            <translation>路线长度的 {} 在 {} m 以外行驶</translation>
        </message>
        <message>
            <source>{} of {}</source>
            <translation>{1} 的 {0}</translation>
        </message>
        <message>
            <source>{} of {} have a record{}.</source>
            <translation>{} / {} 有记录{}。</translation>
        </message>
        <message>
            <source>{} or {}</source>
            <translation>{} 或 {}</translation>
        </message>
        <message>
            <source>{} overlap by {} m{}</source>
            <translation>{}重叠 {} m{}</translation>
        </message>
        <message>
            <source>{} reaches beyond the end of the file</source>
            <translation>{} 超出文件末尾</translation>
        </message>
        <message>
            <source>{} recordings are called so</source>
            <translation>{} 个录制文件有此名称</translation>
        </message>
        <message>
            <source>{} routes are called {}</source>
            <translation>{} 条路线名为 {}</translation>
        </message>
        <message>
            <source>{} rows</source>
            <translation>{} 行</translation>
        </message>
        <message>
            <source>{} s is after the end: the recording has {} s</source>
            <translation>{} s 在末尾之后：录制时长 {} s</translation>
        </message>
        <message>
            <source>{} s is after the end: {}{}</source>
            <translation>{} s 在末尾之后：{}{}</translation>
        </message>
        <message>
            <source>{} says that it has {} records, but it has {}</source>
            <translation>{} 声明有 {} 条记录，实有 {} 条</translation>
        </message>
        <message>
            <source>{} sensors</source>
            <translation>{} 个传感器</translation>
        </message>
        <message>
            <source>{} stands elsewhere in the recording</source>
            <translation>{} 在录制文件中位于别处</translation>
        </message>
        <message>
            <source>{} stands in {} twice</source>
            <translation>{} 在 {} 中出现两次</translation>
        </message>
        <message>
            <source>{} up to {} s, then {}.</source>
            <translation>到 {1} 秒为止{0}，然后 {2}。</translation>
        </message>
        <message>
            <source>{} videos</source>
            <translation>{} 个视频</translation>
        </message>
        <message>
            <source>{} was changed while it was imported.</source>
            <translation>{} 在导入期间被更改。</translation>
        </message>
        <message>
            <source>{} was {} at {} s</source>
            <translation>{2} 秒时 {0} 为 {1}</translation>
        </message>
        <message>
            <source>{} was {} m apart at {} s</source>
            <translation>{2} 秒时 {0} 相距 {1} 米</translation>
        </message>
        <message>
            <source>{} with a record; no file of routes says how many there should be.</source>
            <translation>{} 有记录；没有路线文件说明应有多少条。</translation>
        </message>
        <message>
            <source>{} with an impossible size of {} bytes</source>
            <translation>{}，大小 {} 字节不可能</translation>
        </message>
        <message>
            <source>{} {} reach beyond their packet</source>
            <translation>{} 个 {} 超出其数据包</translation>
        </message>
        <message>
            <source>{}, and nobody moves who could be</source>
            <translation>{}，也没有可能是自车的参与者在移动</translation>
        </message>
        <message>
            <source>{}, and others like it</source>
            <translation>{}，以及类似的</translation>
        </message>
        <message>
            <source>{}, damaged, with frame {}, its last whole one</source>
            <translation>{}，文件已损坏，最后一个完整的帧是 {}</translation>
        </message>
        <message>
            <source>{}, itself {}</source>
            <translation>{}，其本身{}</translation>
        </message>
        <message>
            <source>{}, not verified.</source>
            <translation>{}，未核实。</translation>
        </message>
        <message>
            <source>{}, scenario {}</source>
            <translation>{}，场景 {}</translation>
        </message>
        <message>
            <source>{}, which is</source>
            <translation>{}，它</translation>
        </message>
        <message>
            <source>{}, which never changed</source>
            <translation>{}，其从未变化</translation>
        </message>
        <message>
            <source>{}, which never moved</source>
            <translation>{}，其从未移动</translation>
        </message>
        <message>
            <source>{}, {} m from the hero</source>
            <translation>{}，距自车 {} 米</translation>
        </message>
        <message>
            <source>{}. Make it writable, or name another folder with --library.</source>
            <translation>{}。请使其可写，或用 --library 指定另一个文件夹。</translation>
        </message>
        <message>
            <source>{}.parquet has other columns</source>
            <translation>{}.parquet 的列不同</translation>
        </message>
        <message>
            <source>{}: EventAdd is consumed exactly with that engine's vectors</source>
            <translation>{}：按该引擎的向量恰好读完 EventAdd</translation>
        </message>
        <message>
            <source>{}: Parquet is read with an extra: {}.</source>
            <translation>{}：读取 Parquet 需要附加组件：{}。</translation>
        </message>
        <message>
            <source>{}: Position has {} bytes a record</source>
            <translation>{}：Position 每条记录 {} 字节</translation>
        </message>
        <message>
            <source>{}: a number is NaN, infinite or absurd</source>
            <translation>{}：某个数为 NaN、无穷大或不合理</translation>
        </message>
        <message>
            <source>{}: a part of the library is damaged: {}.</source>
            <translation>{}：录制库的一部分已损坏：{}。</translation>
        </message>
        <message>
            <source>{}: a recording is not overwritten by what is made of it; name another file</source>
            <translation>{}：录制文件不会被由其生成的内容覆盖；请指定其他文件</translation>
        </message>
        <message>
            <source>{}: a text of actor {} is not UTF-8</source>
            <translation>{}：参与者 {} 的一段文本不是 UTF-8</translation>
        </message>
        <message>
            <source>{}: an id stands in it twice; the first counts.</source>
            <translation>{}：其中某编号出现两次；以第一个为准。</translation>
        </message>
        <message>
            <source>{}: another program has been writing it for long.</source>
            <translation>{}：另一程序长时间占用写入。</translation>
        </message>
        <message>
            <source>{}: cannot be put aside: {}</source>
            <translation>{}：无法移到一旁：{}</translation>
        </message>
        <message>
            <source>{}: cannot be read: {}</source>
            <translation>{}：无法读取：{}</translation>
        </message>
        <message>
            <source>{}: cannot be read: {}.</source>
            <translation>{}：无法读取：{}。</translation>
        </message>
        <message>
            <source>{}: cannot be written: {}</source>
            <translation>{}：无法写入：{}</translation>
        </message>
        <message>
            <source>{}: damaged: {}: it is now {}, and made anew.</source>
            <translation>{}：已损坏：{}：现改名为 {}，并重新生成。</translation>
        </message>
        <message>
            <source>{}: give {}</source>
            <translation>{}：请给出 {}</translation>
        </message>
        <message>
            <source>{}: it belongs to {}, by its positions.</source>
            <translation>{}：按其位置，它属于 {}。</translation>
        </message>
        <message>
            <source>{}: it cannot be fetched: {}.</source>
            <translation>{}：无法获取：{}。</translation>
        </message>
        <message>
            <source>{}: it cannot be read: {}.</source>
            <translation>{}：无法读取：{}。</translation>
        </message>
        <message>
            <source>{}: it has no usable pose; it is left out.</source>
            <translation>{}：没有可用的位姿；已略去。</translation>
        </message>
        <message>
            <source>{}: it is cut in the middle; {} steps were read.</source>
            <translation>{}：文件在中间被截断；已读取 {} 步。</translation>
        </message>
        <message>
            <source>{}: it is cut; {} frames were found.</source>
            <translation>{}：文件被截断；找到 {} 帧。</translation>
        </message>
        <message>
            <source>{}: it is longer than {} MB.</source>
            <translation>{}：超过 {} MB。</translation>
        </message>
        <message>
            <source>{}: its recordings cannot be compared; one is damaged or too large.</source>
            <translation>{}：其录制文件无法比较；其中一个已损坏或过大。</translation>
        </message>
        <message>
            <source>{}: no Dask scheduler answers there: {}</source>
            <translation>{}：该处没有 Dask 调度器应答：{}</translation>
        </message>
        <message>
            <source>{}: no column says frame, step or elapsed; it is not shown.</source>
            <translation>{}：没有 frame、step 或 elapsed 列；不显示。</translation>
        </message>
        <message>
            <source>{}: nobody drives, and no vehicle stands on its lanes</source>
            <translation>{}：没有车辆行驶，也没有车辆停在其车道上</translation>
        </message>
        <message>
            <source>{}: none of the hero is beyond the threshold</source>
            <translation>{}：自车没有超过阈值的</translation>
        </message>
        <message>
            <source>{}: only the first {} frames are shown.</source>
            <translation>{}：只显示前 {} 帧。</translation>
        </message>
        <message>
            <source>{}: only the first {} lines are listed.</source>
            <translation>{}：只列出前 {} 行。</translation>
        </message>
        <message>
            <source>{}: step {} has no usable pose; it is left out.</source>
            <translation>{}：第 {} 步没有可用的位姿；已略去。</translation>
        </message>
        <message>
            <source>{}: tables need a folder whose name is UTF-8: {}</source>
            <translation>{}：表格所在的文件夹名必须是 UTF-8：{}</translation>
        </message>
        <message>
            <source>{}: the file is empty; the run may have been killed.</source>
            <translation>{}：文件为空；运行可能被终止。</translation>
        </message>
        <message>
            <source>{}: the scheduler has no workers; start some</source>
            <translation>{}：调度器没有工作进程；请启动一些</translation>
        </message>
        <message>
            <source>{}: the times of its frames are missing; convert it to MP4.</source>
            <translation>{}：缺少各帧的时间；请转换为 MP4。</translation>
        </message>
        <message>
            <source>{}: the worker {} has {} of this program, and not {}</source>
            <translation>{}：工作进程 {} 的本程序为 {}，而非 {}</translation>
        </message>
        <message>
            <source>{}: their routes or maps are not here.</source>
            <translation>{}：没有它们的路线或地图。</translation>
        </message>
        <message>
            <source>{}: there are no bounding_boxes in it.</source>
            <translation>{}：其中没有 bounding_boxes。</translation>
        </message>
        <message>
            <source>{}: there is no such folder.</source>
            <translation>{}：没有此文件夹。</translation>
        </message>
        <message>
            <source>{}: there is no true_ego_pos in it.</source>
            <translation>{}：其中没有 true_ego_pos。</translation>
        </message>
        <message>
            <source>{}: there is nothing about {}</source>
            <translation>{}：没有关于 {} 的内容</translation>
        </message>
        <message>
            <source>{}: these are no results of ScenarioRunner or the Leaderboard</source>
            <translation>{}：这不是 ScenarioRunner 或 Leaderboard 的结果</translation>
        </message>
        <message>
            <source>{}: this is a file; name a folder</source>
            <translation>{}：这是文件；请指定文件夹</translation>
        </message>
        <message>
            <source>{}: this is a folder; it is left out.</source>
            <translation>{}：这是文件夹；已略过。</translation>
        </message>
        <message>
            <source>{}: this is a folder; name a file</source>
            <translation>{}：这是文件夹；请指定文件</translation>
        </message>
        <message>
            <source>{}: this is no JSON object.</source>
            <translation>{}：不是 JSON 对象。</translation>
        </message>
        <message>
            <source>{}: this is no JSON: {}</source>
            <translation>{}：这不是 JSON：{}</translation>
        </message>
        <message>
            <source>{}: this is no TOML: {}</source>
            <translation>{}：这不是 TOML：{}</translation>
        </message>
        <message>
            <source>{}: this is no YAML mapping.</source>
            <translation>{}：这不是 YAML 映射。</translation>
        </message>
        <message>
            <source>{}: this is no number.</source>
            <translation>{}：这不是数字。</translation>
        </message>
        <message>
            <source>{}: this is no table that can be read: {}.</source>
            <translation>{}：不是可读取的表格：{}。</translation>
        </message>
        <message>
            <source>{}: this is no text in UTF-8; it is not listed.</source>
            <translation>{}：这不是 UTF-8 文本；未列出。</translation>
        </message>
        <message>
            <source>{}: this is no whole JSON: {}.</source>
            <translation>{}：不是完整的 JSON：{}。</translation>
        </message>
        <message>
            <source>{}: this is no whole YAML{}.</source>
            <translation>{}：这不是完整的 YAML{}。</translation>
        </message>
        <message>
            <source>{}: this is no whole video: {}.</source>
            <translation>{}：不是完整的视频：{}。</translation>
        </message>
        <message>
            <source>{}: this is not a regular file; it is left out.</source>
            <translation>{}：不是普通文件；已略过。</translation>
        </message>
        <message>
            <source>{}: this link leads to a folder that is looked at already.</source>
            <translation>{}：此链接指向已查看的文件夹。</translation>
        </message>
        <message>
            <source>{}: vehicle {} has no usable pose; it is left out.</source>
            <translation>{}：车辆 {} 没有可用的位姿；已略去。</translation>
        </message>
        <message>
            <source>{}: vehicles drive on the {} of its roads, against its lanes</source>
            <translation>{}：车辆在其道路的 {} 侧行驶，与其车道方向相反</translation>
        </message>
        <message>
            <source>{}: videos are shown with an extra: {}.</source>
            <translation>{}：显示视频需要附加组件：{}。</translation>
        </message>
        <message>
            <source>{}: {} failed runs without a red light or stop sign may count in the benchmark</source>
            <translation>{}：有 {} 次没有闯红灯或停车标志的失败运行在该基准测试中可能计为通过</translation>
        </message>
        <message>
            <source>{}: {} files before this one are missing.</source>
            <translation>{}：此文件之前缺少 {} 个文件。</translation>
        </message>
        <message>
            <source>{}: {} has {} cells, not {}; it is left out.</source>
            <translation>{}：{} 有 {} 个单元格，应为 {} 个；已略去。</translation>
        </message>
        <message>
            <source>{}: {} of the places driven at are on its lanes{}</source>
            <translation>{}：行驶位置中有 {} 在其车道上{}</translation>
        </message>
        <message>
            <source>{}: {} of {} routes have {}.</source>
            <translation>{}：{} / {} 条路线有 {}。</translation>
        </message>
        <message>
            <source>{}: {} runs are called {}, repetition {}; they are not compared.</source>
            <translation>{}：有 {} 个运行名为 {}，重复次数为 {}；不作比较。</translation>
        </message>
        <message>
            <source>{}: {} {} has no usable pose; it is left out.</source>
            <translation>{}：{} {} 没有可用的位姿；已略去。</translation>
        </message>
        <message>
            <source>{}: {}: what it had is made anew.</source>
            <translation>{}：{}：其内容会重新生成。</translation>
        </message>
        <message>
            <source>{}: {}; name another, or overwrite with --force</source>
            <translation>{}：{}；请指定其他名称，或用 --force 覆盖</translation>
        </message>
        <message>
            <source>{}: {}={} of &lt;{}&gt; is no place in metres</source>
            <translation>{0}：&lt;{3}&gt; 的 {1}={2} 不是以米为单位的位置</translation>
        </message>
        <message>
            <source>{}; it could be {}</source>
            <translation>{}；可能是 {}</translation>
        </message>
        <message>
            <source>{}; not of this run: {}.</source>
            <translation>{}；不属于本次运行：{}。</translation>
        </message>
        <message>
            <source>{}; reading goes on at byte {}</source>
            <translation>{}；从字节 {} 继续读取</translation>
        </message>
        <message>
            <source>{}="{}" is no usable number</source>
            <translation>{}="{}" 不是可用的数字</translation>
        </message>
        <message>
            <source>… and {} more routes with several runs, all in --json.</source>
            <translation>……以及另外 {} 条多次运行的路线，--json 中有全部。</translation>
        </message>
    </context>
</TS>
