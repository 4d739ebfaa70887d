#include "bindings/output/values/page.h"

#include <gtest/gtest.h>

#include "bindings/output/values/text.h"

namespace bouton {
namespace {

TEST(Page, ColoursCellsWhereTheTerminalCan) {
  Table table;
  table.box = Box({0, 0}, {1, 1});
  table.kind = ValueKind::outcome;
  table.cells = {0, 1, 1, Table::kInvalid};
  const Domain domain = Domain::fixed({{.name = "x"}, {.name = "y"}});
  const auto written = [&](ColourDepth depth) {
    TextSink out;
    write_text(out, table, domain, Page(80, depth));
    return out.text();
  };
  EXPECT_EQ(written(ColourDepth::none), "x\\y 0 1\n  0 P N\n  1 N .\n");
  EXPECT_EQ(written(ColourDepth::sixteen), written(ColourDepth::none));
  EXPECT_EQ(written(ColourDepth::full),
            "x\\y 0 1\n  0\x1b[48;2;224;62;26;38;5;16m P\x1b[48;2;226;232;240;38;5;16m N\x1b[0m\n"
            "  1\x1b[48;2;226;232;240;38;5;16m N\x1b[0m .\n");
  EXPECT_NE(written(ColourDepth::palette).find("\x1b[48;5;"), std::string::npos);
}

}  // namespace
}  // namespace bouton
