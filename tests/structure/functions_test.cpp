// Functions fit on a screen.

#include <algorithm>
#include <regex>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "sources.h"

namespace {

constexpr std::size_t kMostLines = 80;

/// A function body, or a block in one: from a line that ends in "{" to the line of its "}".
struct Body {
  std::size_t line = 0;
  std::string head;
  std::size_t lines = 0;
};

/// The braces that a line opens, less those that it closes, outside of literals and comments.
int opened(const std::string& line) {
  static const std::regex kNoCode(R"re("(\\.|[^"\\])*"|'(\\.|[^'\\])*'|//.*)re");
  const std::string code = std::regex_replace(line, kNoCode, "");
  return static_cast<int>(std::ranges::count(code, '{') - std::ranges::count(code, '}'));
}

/// Whether a block with this first line holds declarations, or data, not statements.
bool holds_declarations(const std::string& head) {
  for (const char* word : {"namespace", "class ", "struct ", "enum ", "extern ", "union "})
    if (head.find(word) != std::string::npos && head.find('(') == std::string::npos) return true;
  return head.ends_with("= {") || head.ends_with("({") || head.ends_with("{{");
}

std::vector<Body> bodies(const std::vector<std::string>& lines) {
  std::vector<Body> found;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (!lines[i].ends_with("{") || holds_declarations(lines[i])) continue;
    int open = 1;
    std::size_t last = i;
    while (open > 0 && ++last < lines.size()) open += opened(lines[last]);
    found.push_back({i + 1, lines[i], last - i + 1});
  }
  return found;
}

TEST(Functions, FitOnAScreen) {
  std::size_t functions = 0;
  for (const SourceFile& file : source_files())
    for (const Body& body : bodies(file.lines)) {
      ++functions;
      EXPECT_LE(body.lines, kMostLines) << file.name << ":" << body.line << ": " << body.head;
    }
  EXPECT_GT(functions, 2000U);
}

TEST(Functions, ThatAreLongAreFound) {
  std::vector<std::string> lines = {"namespace a {", "int f(char a = '{',", "      int b) {"};
  lines.resize(100, "  ++a;");
  lines.insert(lines.end(), {"}", "}  // namespace a"});
  const std::vector<Body> found = bodies(lines);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].lines, 99U);
}

}  // namespace
