; What Inno Setup makes of the bundle: a setup.exe for one user or all. make.py runs it. Untried.
[Setup]
AppId={#Id}
AppName=CARLA Replay Viewer
AppVersion={#Version}
AppPublisher={#Publisher}
AppPublisherURL={#Homepage}
DefaultDirName={autopf}\CARLA Replay Viewer
DefaultGroupName=CARLA Replay Viewer
PrivilegesRequired=lowest
PrivilegesRequiredOverridesAllowed=dialog
ArchitecturesAllowed=x64compatible
ArchitecturesInstallIn64BitMode=x64compatible
ChangesAssociations=yes
OutputDir={#Output}
OutputBaseFilename=carla-replay-viewer-{#Version}-setup
UninstallDisplayIcon={app}\carla-replay-viewer.exe

[Files]
Source: "{#Bundle}\*"; DestDir: "{app}"; Flags: recursesubdirs ignoreversion

[Icons]
Name: "{group}\CARLA Replay Viewer"; Filename: "{app}\carla-replay-viewer.exe"

; Many programs write files named .log: ours is offered to open them, and takes none away.
[Registry]
Root: HKA; Subkey: "Software\Classes\{#Id}.recording"; ValueType: string; ValueData: "CARLA recording"; Flags: uninsdeletekey
Root: HKA; Subkey: "Software\Classes\{#Id}.recording\DefaultIcon"; ValueType: string; ValueData: "{app}\carla-replay-viewer.exe,1"
Root: HKA; Subkey: "Software\Classes\{#Id}.recording\shell\open\command"; ValueType: string; ValueData: """{app}\carla-replay-viewer.exe"" ""%1"""
Root: HKA; Subkey: "Software\Classes\.log\OpenWithProgids"; ValueType: string; ValueName: "{#Id}.recording"; Flags: uninsdeletevalue
Root: HKA; Subkey: "Software\Classes\.rec\OpenWithProgids"; ValueType: string; ValueName: "{#Id}.recording"; Flags: uninsdeletevalue
