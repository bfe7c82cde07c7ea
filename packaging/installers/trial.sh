#!/bin/sh
# What debian.py does in a bare root, with the packages, a recording and this beside each other:
# as root `install`; as a user, on a display and a bus, `look` and `archive`; as root `remove`.
set -eux
here=$(cd "$(dirname "$0")" && pwd)

look() { # at a recording, as a file manager and a person do; its argument is where menus are
    carla-replay-viewer info drive.log | tail -n 2
    carla-replay-viewer library . --jobs 2
    carla-replay-viewer export drive.log --to parquet -o drive.parquet
    gio info -a standard::content-type drive.log | grep application/x-carla-recording
    gio mime application/x-carla-recording | grep '^Default'
    thumbnail=$(sed -n 's/^Exec=//p' "$1"/thumbnailers/* | sed 's/%i/drive.log/; s/%o/thumb/; s/%sx%s/128x128/')
    $thumbnail

    begin=$(date +%s%N)
    gio open drive.log
    window=$(xdotool search --sync --onlyvisible --name '^drive.log ')
    echo "The window stands after $((($(date +%s%N) - begin) / 1000000)) ms"
    sleep 5
    xdotool windowfocus --sync "$window" key ctrl+e
    for _dialog in choices file; do
        sleep 3
        shown=$(xdotool search --onlyvisible --name '^Export$' | tail -n 1)
        xdotool windowfocus --sync "$shown" key Return
    done
    timeout 60 sh -c 'until test -s drive.csv; do sleep 1; done'
    head -n 2 drive.csv
    xdotool windowfocus --sync "$window" key ctrl+q
    rm -r drive.csv drive.parquet thumb
}

case $1 in
install)
    if command -v python3; then exit 1; fi
    export DEBIAN_FRONTEND=noninteractive
    apt-get -qq update
    apt-get -qq install --yes "$here"/*.deb
    apt-get -qq install --yes --no-install-recommends dbus libglib2.0-bin xauth xdotool xvfb
    gzip -t /usr/share/man/man1/carla-replay-viewer.1.gz
    (cd / && find usr/share/doc/carla-replay-viewer* -type f) || true # where the owner has said what they hold
    echo "The bundle takes $(du -sh /usr/lib/carla-replay-viewer)"
    ;;
look)
    cp "$here/sample.log" "$HOME/drive.log"
    cd
    look /usr/share
    ;;
remove)
    apt-get -qq purge --yes carla-replay-viewer
    find / -xdev -iname '*carla*' -not -path "$here/*" -not -path '/home/*' -not -path '/proc/*' >/tmp/left
    cat /tmp/left
    test ! -s /tmp/left
    ;;
archive)
    cd
    tar -xf "$here"/*.tar.gz
    sh carla-replay-viewer-*/install.sh
    .local/bin/carla-replay-viewer export drive.log --to mcap -o drive.mcap 2>&1 | grep 'has no pip'
    PATH=$HOME/.local/bin:$PATH look "$HOME/.local/share"
    sh .local/lib/carla-replay-viewer/remove.sh
    gio info -a standard::content-type drive.log | grep text/x-log
    find .local -not -type d
    ;;
esac
