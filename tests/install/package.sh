#!/usr/bin/env bash
# The Debian package: what is in it runs from where it was unpacked.
set -euo pipefail
unset BOUTON_RULES
command -v dpkg-shlibdeps >/dev/null || { echo "skipped: there is no dpkg-shlibdeps here"; exit 77; }
work=$BOUTON_BUILD/tests/install/package
rm -rf "$work"
mkdir -p "$work"
cd "$work"
# Nobody is known to git here: then it is asked who makes the package.
export HOME=$work GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null GIT_CEILING_DIRECTORIES=${work%/*}
unset DEBFULLNAME DEBEMAIL
if cpack -G DEB --config "$BOUTON_BUILD/CPackConfig.cmake" -B "$work" >log 2>&1; then
  echo "a package that nobody made" >&2
  exit 1
fi
grep -q DEBEMAIL log || { cat log; exit 1; }
export DEBFULLNAME="A Tester" DEBEMAIL=tester@example.org
cpack -G DEB --config "$BOUTON_BUILD/CPackConfig.cmake" -B "$work" >log 2>&1 || { cat log; exit 1; }
package=$(echo "$work"/bouton_*.deb)
dpkg-deb -x "$package" tree
fields=$(dpkg-deb -f "$package")
grep -q '^Maintainer: A Tester <tester@example.org>$' <<<"$fields"
grep -q '^Depends:.*libgmp10' <<<"$fields"
! grep -q '^Depends:.*liblua' <<<"$fields"
cd /
[[ $("$work/tree/usr/bin/bouton" positions wythoff 2 2) == "0,0
1,2
2,1" ]]
# Below /usr nobody is told where the library is.
pc=$(find "$work/tree/usr/lib" -name bouton.pc)
! grep -q rpath "$pc"
[[ $(PKG_CONFIG_PATH=${pc%/*} pkg-config --variable=rulesdir bouton) -ef $work/tree/usr/share/bouton/rules ]]
module=$(find "$work/tree/usr/lib" -path '*/lua/5.4/bouton.so')
if command -v lua5.4 >/dev/null; then
  [[ $(LUA_CPATH="${module%bouton.so}?.so" lua5.4 -e 'print(require("bouton").game("kayles"):grundy(5))') == 4 ]]
fi
[[ -f $work/tree/usr/lib/python3/dist-packages/bouton/py.typed ]]
