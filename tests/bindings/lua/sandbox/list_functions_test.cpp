// table.insert, remove, concat and sort, as rule files see them.

#include <algorithm>
#include <numeric>
#include <random>

#include "tests/bindings/lua/sandbox/sandbox_case.h"

namespace bouton {
namespace {

/// The list t after `statements`, its entries separated by commas; or the error.
std::string list_after(const std::string& statements) {
  return text_after("local t = {}\n" + statements +
                    "\nfor i, v in ipairs(t) do t[i] = tostring(v) end local text = table.concat(t, ',')");
}

class ListFunctions : public testing::TestWithParam<SandboxCase> {};

TEST_P(ListFunctions, LeaveTheList) { EXPECT_EQ(GetParam().evaluate(GetParam().source), GetParam().expected); }

const SandboxCase kListCases[] = {
    {"InsertShiftsWhatFollows", list_after,
     "table.insert(t, 1) table.insert(t, 1, 2) table.insert(t, 3, 3) table.insert(t, 2, 4)", "2,4,1,3"},
    {"InsertShiftsWhatFollows", list_after, "table.insert(t, 2, 5)",
     "bad.lua:2: bad argument #2 to 'insert' (position out of bounds)"},
    {"InsertShiftsWhatFollows", list_after, "table.insert(t, 0, 5)",
     "bad.lua:2: bad argument #2 to 'insert' (position out of bounds)"},
    {"InsertShiftsWhatFollows", list_after, "table.insert(t)", "bad.lua:2: wrong number of arguments to 'insert'"},
    {"InsertShiftsWhatFollows", list_after, "table.insert(3, 5)",
     "bad.lua:2: bad argument #1 to 'insert' (table expected, got number)"},
    {"RemoveShiftsWhatFollows", list_after, "t = { 1, 2, 3, 4 } t[5] = table.remove(t, 2)", "1,3,4"},
    {"RemoveShiftsWhatFollows", list_after, "t = { 1, 2, 3, 4 } table.insert(t, 1, table.remove(t))", "4,1,2,3"},
    {"RemoveShiftsWhatFollows", list_after, "t = { 1, 2 } table.remove(t, 3) table.remove(t, 1)", "2"},
    {"RemoveShiftsWhatFollows", list_after, "table.remove(t) table.remove(t, 0) table.remove(t, #t)", ""},
    {"RemoveShiftsWhatFollows", list_after, "t = { 1 } table.remove(t, 3)",
     "bad.lua:2: bad argument #2 to 'remove' (position out of bounds)"},
    {"ConcatJoinsAPartOfAList", list_after, "t = { table.concat({ 1, 'b', 2.5 }, '-') }", "1-b-2.5"},
    {"ConcatJoinsAPartOfAList", list_after,
     "t = { table.concat({ 1, 2, 3, 4 }, '', 2, 3), table.concat({}), table.concat({ 1 }, 'x', 3) }", "23,,"},
    {"ConcatJoinsAPartOfAList", list_after,
     "for i = 1, 10000 do t[i] = i % 10 end t = { #table.concat(t), #table.concat(t, ', ') }", "10000,29998"},
    {"ConcatJoinsAPartOfAList", list_after,
     "for i = 1, 10000 do t[i] = i end local s = table.concat(t, ' ') t = { s:sub(1, 3), s:sub(-10) }", "1 2,9999 10000"},
    {"ConcatJoinsAPartOfAList", list_after, "table.concat({ {} })",
     "bad.lua:2: invalid value (table) at index 1 in table for 'concat'"},
    {"SortRefusesWhatHasNoOrder", list_after, "table.sort({ 1, {} })", "bad.lua:2: attempt to compare table with number"},
    {"SortRefusesWhatHasNoOrder", list_after, "table.sort({ 1, 2 }, 3)",
     "bad.lua:2: bad argument #2 to 'sort' (function expected, got number)"},
    {"SortRefusesWhatHasNoOrder", list_after, "table.sort(math)", ""},
};

INSTANTIATE_TEST_SUITE_P(Sandbox, ListFunctions, testing::ValuesIn(kListCases), name_of_case);

TEST(Sort, AgreesWithAnotherSort) {
  std::mt19937 random(1);
  for (const int size : {0, 1, 2, 3, 7, 8, 9, 100, 1000, 4097}) {
    std::string text = "t = {";
    std::vector<unsigned> numbers;
    for (int i = 0; i < size; ++i) numbers.push_back(random() % 500);
    for (const unsigned number : numbers) text += std::to_string(number) + ",";
    std::ranges::sort(numbers);
    std::string expected;
    for (const unsigned number : numbers) expected += (expected.empty() ? "" : ",") + std::to_string(number);
    EXPECT_EQ(list_after(text + "} table.sort(t)"), expected) << size;
    EXPECT_EQ(list_after(text + "} table.sort(t, function(a, b) return a > b end) for i = 1, #t // 2 do t[i], t[#t + 1 - i] = "
                                "t[#t + 1 - i], t[i] end"),
              expected)
        << size;
  }
}

TEST(Sort, KeepsTheOrderOfEqualEntries) {
  // Lua's own picks its pivots by the clock where a list has more than a hundred entries.
  EXPECT_EQ(list_after("local s = {} for i = 1, 500 do s[i] = { i % 3, i } end\n"
                       "table.sort(s, function(a, b) return a[1] < b[1] end)\n"
                       "for i = 2, 500 do local a, b = s[i - 1], s[i] assert(a[1] < b[1] or a[1] == b[1] and a[2] < b[2]) end"),
            "");
}

TEST(Sort, RefusesListsWithGaps) {
  EXPECT_EQ(list_after("for i = 0, 40 do t[1 << i] = 1 end if #t > 8 then table.sort(t) end t = {}"),
            list_after("for i = 0, 40 do t[1 << i] = 1 end if #t > 8 then error('table.sort of a list with gaps') end t = {}"));
}

}  // namespace
}  // namespace bouton
