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

if [ -e "$own/installed" ]; then
    (cd "$prefix" && xargs rm -f) <"$own/installed"
    rm -r "$own"
fi
if [ "$wanted" = yes ]; then
    mkdir -p "$prefix"
    cp -R "$here/bin" "$here/lib" "$here/share" "$prefix"
    cp "$here/install.sh" "$own/remove.sh"
    (cd "$here" && find bin share ! -type d) >"$own/installed"
    # A desktop need not have ~/.local/bin on its search path.
    (cd "$here" && ls share/applications/* share/thumbnailers/*) | while read -r entry; do
        sed -i "s|Exec=carla-replay-viewer|Exec=$prefix/bin/carla-replay-viewer|" "$prefix/$entry"
    done
fi
for told in update-desktop-database:applications update-mime-database:mime; do
    command -v "${told%:*}" >/dev/null && "${told%:*}" "$prefix/share/${told#*:}" || true
done
