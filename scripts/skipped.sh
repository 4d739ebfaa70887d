# Sourced by scripts/test.

# skipped_tests OUTPUT LOG: the tests that ctest did not run, a line each: NAME: REASON. OUTPUT is what ctest printed, LOG its
# LastTest.log. A test says why on a line that begins with "skipped: ", or, in GoogleTest, below a line that ends in ": Skipped".
skipped_tests() {
  awk '
    FILENAME == ARGV[1] && /^[0-9]+\/[0-9]+ Test: / { name = $0; sub(/^[0-9]+\/[0-9]+ Test: /, "", name) }
    FILENAME == ARGV[1] && below { if (!(name in reason)) reason[name] = $0; below = 0 }
    FILENAME == ARGV[1] && /^skipped: / { if (!(name in reason)) reason[name] = substr($0, 10) }
    FILENAME == ARGV[1] && /: Skipped$/ { below = 1 }
    FILENAME == ARGV[1] { next }
    /^The following tests did not run:/ { listed = 1; next }
    listed && !/^[ \t]+[0-9]+ - / { listed = 0 }
    listed {
      name = $0
      sub(/^[ \t]+[0-9]+ - /, "", name)
      why = name
      sub(/.* \(/, "", why); sub(/\)$/, "", why)
      sub(/ \([^()]*\)$/, "", name)
      print name ": " (name in reason ? reason[name] : "it does not say why (" why ")")
    }
  ' "$2" "$1"
}
