#include "bindings/output/values/text.h"

#include <algorithm>

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace bouton
