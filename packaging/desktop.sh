#!/bin/sh
# Puts Kingdom into the desktop's menu, for this user only: ./desktop.sh; and takes it out again: ./desktop.sh --remove
set -eu
here=$(cd "$(dirname "$0")" && pwd)
share=${XDG_DATA_HOME:-$HOME/.local/share}
entry=$share/applications/kingdom.desktop
icon=$share/icons/hicolor/256x256/apps/kingdom.png
kind=$share/mime/packages/kingdom.xml
tell_desktop() {
    if command -v update-desktop-database > /dev/null; then update-desktop-database -q "$(dirname "$entry")" || true; fi
    if command -v update-mime-database > /dev/null; then update-mime-database "$share/mime" > /dev/null || true; fi
}

if [ "${1:-}" = --remove ]; then
    rm -f "$entry" "$icon" "$kind"
    tell_desktop
    echo "Kingdom is no longer in the menu. To remove it altogether, delete $here."
    exit 0
fi
mkdir -p "$(dirname "$entry")" "$(dirname "$icon")" "$(dirname "$kind")"
cp "$here/kingdom.xml" "$kind"
cp "$here/_internal/assets/icons/kingdom-256.png" "$icon"
sed "s|^Exec=.*|Exec=\"$here/kingdom\" %f|" "$here/kingdom.desktop" > "$entry"
tell_desktop
echo "Kingdom is in the menu: $entry"
