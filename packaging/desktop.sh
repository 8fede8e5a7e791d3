#!/bin/sh
# Puts Kingdom into the desktop's menu, for this user only: ./desktop.sh; and takes it out again: ./desktop.sh --remove
set -eu
here=$(cd "$(dirname "$0")" && pwd)
share=${XDG_DATA_HOME:-$HOME/.local/share}
entry=$share/applications/kingdom.desktop
icon=$share/icons/hicolor/256x256/apps/kingdom.png

if [ "${1:-}" = --remove ]; then
    rm -f "$entry" "$icon"
    echo "Kingdom is no longer in the menu. To remove it altogether, delete $here."
    exit 0
fi
mkdir -p "$(dirname "$entry")" "$(dirname "$icon")"
cp "$here/_internal/assets/icons/kingdom-256.png" "$icon"
sed "s|^Exec=.*|Exec=\"$here/kingdom\"|" "$here/kingdom.desktop" > "$entry"
if command -v update-desktop-database > /dev/null; then update-desktop-database -q "$(dirname "$entry")" || true; fi
echo "Kingdom is in the menu: $entry"
