#include "bindings/output/text.h"

#include <gtest/gtest.h>

#include "bindings/output/csv.h"
#include "bindings/output/format.h"

namespace bouton {
namespace {

Table product_table() {
  Table table{.box = Box({0, 0}, {1, 9}), .kind = ValueKind::grundy, .cells = {}, .loopy = {}};
  for (std::uint32_t i = 0; i < 20; ++i) table.cells.push_back(i);
  return table;
}

TEST(Grid, IsCutIntoBlocksOfColumnsWhereTheTerminalIsNarrow) {
  const Domain domain = Domain::fixed({{.name = "a"}, {.name = "b"}});
  TextSink out;
  write_text(out, product_table(), domain, 20);
  EXPECT_EQ(out.text(),
            "a\\b  0  1  2  3  4\n"
            "  0  0  1  2  3  4\n"
            "  1 10 11 12 13 14\n"
            "\n"
            "a\\b  5  6  7  8  9\n"
            "  0  5  6  7  8  9\n"
            "  1 15 16 17 18 19\n");
  TextSink narrow;
  write_text(narrow, product_table(), domain, 1);
  EXPECT_EQ(std::ranges::count(narrow.text(), '\n'), 39);
}

TEST(SequenceText, FillsLines) {
  Table table = product_table();
  table.box = Box({0}, {19});
  TextSink out;
  write_sequence_text(out, table, 20);
  EXPECT_EQ(out.text(), "0 1 2 3 4 5 6 7 8 9\n10 11 12 13 14 15 16\n17 18 19\n");
}

TEST(Aligned, CountsCharacters) {
  EXPECT_EQ(aligned({{"∞(0)", "x"}, {"a", "", "y"}}, ""), "∞(0)  x\na        y\n");
  EXPECT_EQ(aligned({{"a", "", "b"}}), "  a  b\n");
}

TEST(Csv, QuotesWhatNeedsIt) {
  EXPECT_EQ(csv_field("plain"), "plain");
  EXPECT_EQ(csv_field("a,b"), "\"a,b\"");
  EXPECT_EQ(csv_field("say \"no\""), "\"say \"\"no\"\"\"");
  EXPECT_EQ(csv_field("two\nlines"), "\"two\nlines\"");
}

TEST(FormatOfFile, GoesByTheEnding) {
  EXPECT_EQ(format_of_file("a/b.json"), Format::json);
  EXPECT_EQ(format_of_file("b000045.txt"), Format::bfile);
  EXPECT_EQ(format_of_file("x/b000045.txt"), Format::bfile);
  EXPECT_EQ(format_of_file("b00045.txt"), Format::text);
  EXPECT_EQ(format_of_file("x.gv"), Format::dot);
  EXPECT_EQ(format_of_file(".csv"), std::nullopt);
  EXPECT_EQ(format_of_file("x.JSON"), std::nullopt);
  EXPECT_EQ(format_of_file("json"), std::nullopt);
}

}  // namespace
}  // namespace bouton
