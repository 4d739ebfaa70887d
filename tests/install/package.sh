#!/usr/bin/env bash
# The Debian package: what is in it runs from where it was unpacked.
set -euo pipefail
unset BOUTON_RULES
command -v dpkg-shlibdeps >/dev/null || { echo "skipped: there is no dpkg-shlibdeps here"; exit 77; }
work=$BOUTON_BUILD/tests/install/package
rm -rf "$work"
mkdir -p "$work"
cd "$work"
cpack -G DEB --config "$BOUTON_BUILD/CPackConfig.cmake" -B "$work" >log 2>&1 || { cat log; exit 1; }
package=$(echo "$work"/bouton_*.deb)
dpkg-deb -x "$package" tree
fields=$(dpkg-deb -f "$package")
grep -q '^Depends:.*libgmp10' <<<"$fields"
! grep -q '^Depends:.*liblua' <<<"$fields"
cd /
[[ $("$work/tree/usr/bin/bouton" positions wythoff 2 2) == "0,0
1,2
2,1" ]]
module=$(find "$work/tree/usr/lib" -path '*/lua/5.4/bouton.so')
if command -v lua5.4 >/dev/null; then
  [[ $(LUA_CPATH="${module%bouton.so}?.so" lua5.4 -e 'print(require("bouton").game("kayles"):grundy(5))') == 4 ]]
fi
