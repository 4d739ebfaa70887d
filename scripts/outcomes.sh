# Sourced by scripts/test: what ctest did not run, and what failed, from what ctest wrote.

# For awk: the name of a test in a heading of LastTest.log, and name and why of a line in the lists that ctest ends with.
ctest_names='
  function headed(line) { sub(/^[0-9]+\/[0-9]+ Test: /, "", line); return line }
  function is_listed() { return $0 ~ /^[ \t]+[0-9]+ - / }
  function read_listed() {
    name = $0
    sub(/^[ \t]+[0-9]+ - /, "", name)
    why = name
    sub(/.* \(/, "", why); sub(/\)$/, "", why)
    sub(/ \([^()]*\)$/, "", name)
  }
'

# skipped_tests OUTPUT LOG: the tests that ctest did not run, a line each: NAME: REASON. OUTPUT is what ctest printed, LOG its
# LastTest.log. A test says why on a line that begins with "skipped: ", or, in GoogleTest, below a line that ends in ": Skipped".
skipped_tests() {
  awk "$ctest_names"'
    FILENAME == ARGV[1] && /^[0-9]+\/[0-9]+ Test: / { name = headed($0) }
    FILENAME == ARGV[1] && below { if (!(name in reason)) reason[name] = $0; below = 0 }
    FILENAME == ARGV[1] && /^skipped: / { if (!(name in reason)) reason[name] = substr($0, 10) }
    FILENAME == ARGV[1] && /: Skipped$/ { below = 1 }
    FILENAME == ARGV[1] { next }
    /^The following tests did not run:/ { listed = 1; next }
    listed && !is_listed() { listed = 0 }
    listed {
      read_listed()
      print name ": " (name in reason ? reason[name] : "it does not say why (" why ")")
    }
  ' "$2" "$1"
}

# failed_tests OUTPUT LOG LINES: the tests that failed, a line each, and indented below it the last LINES lines of what it printed.
# OUTPUT is what ctest printed, LOG its LastTest.log.
failed_tests() {
  awk -v most="$3" "$ctest_names"'
    FILENAME == ARGV[1] && /^[0-9]+\/[0-9]+ Test: / { name = headed($0); count[name] = 0 }
    FILENAME == ARGV[1] && /^Output:$/ { getline; printing = 1; next }
    FILENAME == ARGV[1] && /^<end of output>$/ { printing = 0 }
    FILENAME == ARGV[1] { if (printing) line[name, count[name]++] = $0; next }
    /^The following tests FAILED:/ { listed = 1; next }
    listed && !is_listed() { listed = 0 }
    listed {
      read_listed()
      print name ": " why
      for (at = count[name] > most ? count[name] - most : 0; at < count[name]; ++at) print "  " line[name, at]
    }
  ' "$2" "$1"
}

# longest_tests OUTPUT MOST: the tests that took longest, a line each: SECONDS NAME. OUTPUT is what ctest printed.
longest_tests() {
  sed -n -E 's/^ *[0-9]+\/[0-9]+ +Test +#[0-9]+: ([^ ]+).* ([0-9.]+) sec *$/\2 \1/p' "$1" | sort -rn | head -n "$2"
}
