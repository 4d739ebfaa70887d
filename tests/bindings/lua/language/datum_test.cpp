// What a game's fields may hold: they are read once, and shared tables count at each place.

#include <gtest/gtest.h>

#include "engine/base/errors.h"
#include "tests/bindings/lua/rule_files.h"

namespace bouton {
namespace {

std::string complaint_about_datum(const std::string& text) {
  RuleDirectory directory;
  try {
    (void)directory.load(text);
    return "";
  } catch (const RuleError& error) {
    return error.what();
  }
}

TEST(Fields, OfSharedTablesAreNotUnfolded) {
  EXPECT_EQ(complaint_about_datum("local t = { 1 }\n"
                                  "for i = 1, 10 do t = { t, t, t, t, t, t, t, t, t, t } end\n"
                                  "return game { position = { 'n' }, moves = function(n) end, text = t }"),
            "bad.lua:3: the game's fields hold more than 500000 values");
}

TEST(Fields, OfOneLongTextAreNotCopiedEndlessly) {
  EXPECT_EQ(complaint_about_datum("local s, t = ('x'):rep(1 << 20), {}\n"
                                  "for i = 1, 100000 do t[i] = s end\n"
                                  "return game { position = { 'n' }, moves = function(n) end, text = t }"),
            "bad.lua:3: the game's texts are longer than 16 MiB together");
}

TEST(Fields, ThatContainThemselvesAreRefusedAtTheirLine) {
  EXPECT_EQ(
      complaint_about_datum("local t = {} t.t = t\nreturn game { position = { 'n' }, moves = function(n) end, known = t }"),
      "bad.lua:2: a table in it is nested too deeply");
}

}  // namespace
}  // namespace bouton
