#!/usr/bin/env bash
# every_question.sh HEADER SOURCES...: whether the sources ask each question that the header declares.
set -euo pipefail
header=$1
shift
questions=$(sed -n '/---- Questions/,$p' "$header" | grep -oE '^BOUTON_API .*\bbouton_[a-z_]+\(' | grep -oE 'bouton_[a-z_]+\(' | sort)
[[ $(wc -l <<<"$questions") -gt 25 ]] || { echo "the header declares too few questions: $questions" >&2; exit 1; }
missing=0
while read -r question; do
  grep -qF "$question" "$@" || { echo "nobody asks $question...)" >&2; missing=1; }
done <<<"$questions"
exit "$missing"
