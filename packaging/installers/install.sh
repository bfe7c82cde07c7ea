#!/bin/sh
# Install the program for this user: sh install.sh. It goes below ~/.local, or below the folder that PREFIX names;
# lib/carla-replay-viewer/remove.sh there, which is this file, takes it away again.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
case $0 in
*remove.sh) prefix=${here%/lib/carla-replay-viewer} wanted=no ;;
*) prefix=${PREFIX:-$HOME/.local} wanted=yes ;;
esac
own=$prefix/lib/carla-replay-viewer
export XDG_DATA_HOME="$prefix/share"

if [ -e "$own/remove.sh" ]; then
    "$own/carla-replay-viewer" desktop --remove
    rm -r "$own" "$prefix/bin/carla-replay-viewer"
fi
if [ "$wanted" = yes ]; then
    mkdir -p "$prefix"
    cp -R "$here/bin" "$here/lib" "$prefix"
    cp "$here/install.sh" "$own/remove.sh"
    "$own/carla-replay-viewer" desktop --install
fi
