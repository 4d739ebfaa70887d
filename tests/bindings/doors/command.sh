#!/usr/bin/env bash
# command.sh BOUTON QUESTIONS ANSWERS: asks the command, and writes what it answers, a line each, to the file ANSWERS.
set -euo pipefail
rm -f "$3"
command -v python3 >/dev/null || { echo "skipped: there is no python3 here (scripts/setup --extras installs it)"; exit 77; }
mkdir -p "$(dirname "$3")"
python3 "$(dirname "$0")/command.py" "$1" "$2" >"$3.new"
asked=$(grep -vc '^#' "$2")
[[ $asked -ge 100 && $(wc -l <"$3.new") == "$asked" ]] || { echo "$asked questions, $(wc -l <"$3.new") answers" >&2; exit 1; }
# What is wrong is refused, and the rest is answered.
[[ $(grep -c '^error' "$3.new") -lt 12 ]]
# Some of them are known from elsewhere: pairs of Wythoff's, the period of Kayles (Guy and Smith), a nim-sum, a misère quotient.
paste <(grep -v '^#' "$2") "$3.new" >"$3.told"
for known in $'outcome\twythoff\t-\t3,5\tP' $'outcome\twythoff\t-\t7,9\tN' $'period\tkayles\t-\t300\t71 12 0 Guy-Smith' \
  $'grundy\tnim\t-\t3 5 6\t0' $'sequence\tgrundy\t-\tgrundy\t60\t0 0 0 1 0 2 1 0 2 1 0 2 1 3 2 1 3 2 4 3 0'; do
  grep -qF "$known" "$3.told" || { echo "it is not so: $known" >&2; exit 1; }
done
mv "$3.new" "$3"
