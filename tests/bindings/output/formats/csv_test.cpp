#include "bindings/output/formats/csv.h"

#include <gtest/gtest.h>

namespace bouton {
namespace {

using Rows = std::vector<std::vector<std::string>>;

/// The rows of a text, read as RFC 4180 says and not as it is written here.
Rows rows_of(std::string_view text) {
  Rows rows;
  std::vector<std::string> row;
  std::string field;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted && c == '"' && i + 1 < text.size() && text[i + 1] == '"') field += text[++i];
    else if (c == '"') quoted = !quoted;
    else if (!quoted && c == ',') row.push_back(std::exchange(field, ""));
    else if (!quoted && c == '\n') {
      row.push_back(std::exchange(field, ""));
      rows.push_back(std::exchange(row, {}));
    } else field += c;
  }
  EXPECT_TRUE(!quoted && row.empty() && field.empty()) << text;
  return rows;
}

TEST(Csv, QuotesWhatNeedsIt) {
  EXPECT_EQ(csv_field("plain"), "plain");
  EXPECT_EQ(csv_field("a,b"), "\"a,b\"");
  EXPECT_EQ(csv_field("say \"no\""), "\"say \"\"no\"\"\"");
  EXPECT_EQ(csv_field("two\nlines"), "\"two\nlines\"");
}

TEST(Csv, IsReadBackAsItWas) {
  const Rows rows = {
      {"", "a", ""},
      {"\"", "\"\"", "a\"b"},
      {",", ",,", "a,b\n"},
      {"\r", "\r\n", " blanks "},
      {std::string("a\0b", 3), "caf\xE9 \xFF", "misère ∞"},
      {std::string(100'000, '"'), "123456789012345678901234567890", "-9223372036854775808"},
  };
  TextSink out;
  for (const std::vector<std::string>& row : rows) write_csv_row(out, row);
  EXPECT_EQ(rows_of(out.text()), rows);
}

TEST(Csv, OfOneEmptyFieldIsAnEmptyLine) {
  TextSink out;
  write_csv_row(out, {""});
  EXPECT_EQ(out.text(), "\n");
}

}  // namespace
}  // namespace bouton
