#!/bin/sh
# Adds Kingdom to the desktop menu of the current user (./desktop.sh) or removes it (./desktop.sh --remove).
set -eu
here=$(cd "$(dirname "$0")" && pwd)
share=${XDG_DATA_HOME:-$HOME/.local/share}
entry=$share/applications/kingdom.desktop
icon=$share/icons/hicolor/256x256/apps/kingdom.png
mime=$share/mime/packages/kingdom.xml
refresh_desktop() {
    if command -v update-desktop-database > /dev/null; then update-desktop-database -q "$(dirname "$entry")" || true; fi
    if command -v update-mime-database > /dev/null; then update-mime-database "$share/mime" > /dev/null || true; fi
}

if [ "${1:-}" = --remove ]; then
    rm -f "$entry" "$icon" "$mime"
    refresh_desktop
    echo "Kingdom is no longer in the menu. To remove it altogether, delete $here."
    exit 0
fi
mkdir -p "$(dirname "$entry")" "$(dirname "$icon")" "$(dirname "$mime")"
cp "$here/kingdom.xml" "$mime"
cp "$here/_internal/assets/icons/kingdom-256.png" "$icon"
sed "s|^Exec=.*|Exec=\"$here/kingdom\" %f|" "$here/kingdom.desktop" > "$entry"
refresh_desktop
echo "Kingdom is in the menu: $entry"
