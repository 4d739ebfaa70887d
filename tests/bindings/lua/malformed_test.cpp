// Rule files that are wrong: each with the whole message that its author sees.

#include <string>

#include <gtest/gtest.h>

#include "engine/base/errors.h"
#include "tests/bindings/lua/rule_files.h"

namespace bouton {
namespace {

struct Malformed {
  const char* name;
  const char* text;      ///< of bad.lua
  const char* position;  ///< whose options are asked for; nothing: loading fails
  const char* message;   ///< nothing: it only begins with the file's name
};

/// The fields before the one that a case is about.
#define NIM_POSITION "return game {\n  position = { 'n' },\n"
#define NIM_MOVES "  moves = function(n) end,\n"

const Malformed kCases[] = {
    // The file.
    {"syntax", "return game {\n  position = \n}", nullptr, "bad.lua:3: unexpected symbol near '}'"},
    {"deep_syntax",
     "-- as deep as the compiler cannot go\nlocal x "
     "=\n((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((("
     "((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((("
     "(("
     "((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((("
     "(("
     "1",
     nullptr, "bad.lua:3: brackets, functions or blocks nest too deeply here: Lua reads some 200 within each other"},
    {"empty", "", nullptr, "bad.lua: the file returns nil, it must end with return game { ... }"},
    {"plain_table", "return { position = { 'n' } }", nullptr,
     "bad.lua: the file returns a plain table, it must end with return game { ... }"},
    {"number", "return 3", nullptr, "bad.lua: the file returns number, it must end with return game { ... }"},
    {"raises", "local x = 1\nerror('no')", nullptr, "bad.lua:2: no"},
    {"raises_table", "\nerror {}", nullptr, "bad.lua:2: an error that is a table"},
    {"bytecode", "\x1bLua", nullptr, nullptr},
    {"unknown_global", "return gmae {}", nullptr, "bad.lua:1: attempt to call a nil value (global 'gmae')"},
    {"no_io", "io.write('x')", nullptr,
     "bad.lua:1: attempt to index a nil value (global 'io'); rule files run in a sandbox, which has no 'io'"},
    {"no_os", "os.exit(0)", nullptr,
     "bad.lua:1: attempt to index a nil value (global 'os'); rule files run in a sandbox, which has no 'os'"},
    {"no_require", "require 'x'", nullptr,
     "bad.lua:1: attempt to call a nil value (global 'require'); a rule file stands alone; scripts (bouton run) have require"},
    {"no_load", "load('x')", nullptr,
     "bad.lua:1: attempt to call a nil value (global 'load'); rule files run in a sandbox, which has no 'load'"},
    {"no_setmetatable", "setmetatable({}, {})", nullptr,
     "bad.lua:1: attempt to call a nil value (global 'setmetatable'); rule files run in a sandbox, which has no "
     "'setmetatable'"},
    {"changes_library", "math.max = 1", nullptr,
     "bad.lua:1: 'max' cannot be changed: after loading, a rule file's globals and captured values are frozen"},
    {"huge_string", "local s = ('x'):rep(1 << 40)", nullptr, "bad.lua:1: resulting string too large"},
    // game { ... }
    {"game_of_number", "return game(3)", nullptr, "bad.lua:1: game takes one table: game { ... }"},
    {"unknown_field", "return game {\n  postion = { 'n' }, moves = function() end }", nullptr,
     "bad.lua:1: a game has no field 'postion'; did you mean 'position'?"},
    {"strange_field", NIM_POSITION NIM_MOVES "  colour = 'red' }", nullptr, "bad.lua:1: a game has no field 'colour'"},
    {"entry_without_name", NIM_POSITION NIM_MOVES "  'nim' }", nullptr, "bad.lua:1: a game has only named fields"},
    {"no_position", "return game { moves = function() end }", nullptr, "bad.lua:1: the game has no position"},
    {"no_moves", NIM_POSITION "}", nullptr, "bad.lua:1: the game has no moves"},
    {"moves_number", NIM_POSITION "  moves = 5 }", nullptr, "bad.lua:1: moves is 5, expected a function"},
    {"name_number", NIM_POSITION NIM_MOVES "  name = 5 }", nullptr, "bad.lua:1: name is 5, expected a string"},
    {"title_function", NIM_POSITION NIM_MOVES "  title = print or function() end }", nullptr,
     "bad.lua:1: title is a function, expected a string"},
    {"language_later", NIM_POSITION NIM_MOVES "  language = 2 }", nullptr,
     "bad.lua:1: written for language 2, but this Bouton knows languages up to 1"},
    {"language_float", NIM_POSITION NIM_MOVES "  language = 1.5 }", nullptr,
     "bad.lua:1: language is the float 1.5, expected an integer"},
    // position
    {"position_string", "return game { position = 'n'," NIM_MOVES "}", nullptr,
     "bad.lua:1: position is the string 'n', expected a list of names, or piles(...)"},
    {"position_empty", "return game { position = {}," NIM_MOVES "}", nullptr,
     "bad.lua:1: position is not a list of coordinates, such as { \"S\", \"L\" }"},
    {"position_twice", "return game { position = { 'n', 'n' }," NIM_MOVES "}", nullptr, "bad.lua:1: position names 'n' twice"},
    {"coordinate_number", "return game { position = { 7 }," NIM_MOVES "}", nullptr,
     "bad.lua:1: position: coordinate 1 is 7, expected a name or a table such as { \"r\", min = 1 }"},
    {"coordinate_typo", "return game { position = { { 'n', mim = 1 } }," NIM_MOVES "}", nullptr,
     "bad.lua:1: position: coordinate 1 has no field 'mim'; did you mean 'min'?"},
    {"coordinate_range", "return game { position = { { 'n', min = 3, max = 2 } }," NIM_MOVES "}", nullptr,
     "bad.lua:1: position: coordinate 1: min 3 is greater than max 2"},
    {"coordinate_min_string", "return game { position = { { 'n', min = '3' } }," NIM_MOVES "}", nullptr,
     "bad.lua:1: position: coordinate 1: min is the string '3', expected an integer"},
    {"values_empty", "return game { position = { { 'n', values = {} } }," NIM_MOVES "}", nullptr,
     "bad.lua:1: position: coordinate 1: values is a table, expected a list of names"},
    {"piles_without_name", "return game { position = piles(3)," NIM_MOVES "}", nullptr,
     "bad.lua:1: piles takes a name, and perhaps a table: piles(\"a\", { min = 1 })"},
    {"piles_typo", "return game { position = piles('a', { lenght = {} })," NIM_MOVES "}", nullptr,
     "bad.lua:1: piles has no field 'lenght'; did you mean 'length'?"},
    {"piles_negative_length", "return game { position = piles('a', { length = { min = -1 } })," NIM_MOVES "}", nullptr,
     "bad.lua:1: piles: length: min is -1, it cannot be negative"},
    // The other fields.
    {"play_word", NIM_POSITION NIM_MOVES "  play = 'reverse' }", nullptr,
     "bad.lua:1: play is the string 'reverse', expected \"normal\", \"misere\" or a function"},
    {"start_vararg", "return game { position = { 'n', 'm' }, moves = function() end, start = function(...) end }", nullptr,
     "bad.lua:1: start takes any number of arguments; it must name them"},
    {"start_too_long", NIM_POSITION NIM_MOVES "  start = function(n) return n end }", nullptr,
     "bad.lua:1: start takes 1 numbers; it must take fewer than the position has coordinates (1)"},
    {"valid_true", NIM_POSITION NIM_MOVES "  valid = true }", nullptr, "bad.lua:1: valid is true, expected a function"},
    {"symmetric_number", NIM_POSITION NIM_MOVES "  symmetric = 3 }", nullptr,
     "bad.lua:1: symmetric is 3, expected true or a list of coordinates' names"},
    {"symmetric_unknown", "return game { position = { 'a', 'b' }, symmetric = { 'a', 'c' }," NIM_MOVES "}", nullptr,
     "bad.lua:1: symmetric names 'c'; the coordinates are a, b"},
    {"symmetric_one", "return game { position = { 'a', 'b' }, symmetric = { 'a' }," NIM_MOVES "}", nullptr,
     "bad.lua:1: symmetric needs two names or more"},
    {"symmetric_ranges", "return game { position = { 'a', { 'b', min = 1 } }, symmetric = true," NIM_MOVES "}", nullptr,
     "bad.lua:1: symmetric: a and b have different ranges"},
    {"symmetric_and_normalize",
     "return game { position = { 'a', 'b' }, symmetric = true, normalize = function(a, b) return a, b end," NIM_MOVES "}",
     nullptr, "bad.lua:1: symmetric and normalize are both given; give one of them"},
    {"players_list", NIM_POSITION NIM_MOVES "  players = { function() end } }", nullptr,
     "bad.lua:1: players is a table, expected a table of functions by name"},
    {"stakes_text", NIM_POSITION NIM_MOVES "  stakes = 'flip' }", nullptr,
     "bad.lua:1: stakes is the string 'flip', expected a list of names of moves, such as { \"flip\" }"},
    {"stakes_number", NIM_POSITION NIM_MOVES "  stakes = { 3 } }", nullptr,
     "bad.lua:1: stakes: a name is 3, expected a string"},
    {"players_number", NIM_POSITION NIM_MOVES "  players = { ann = 3 } }", nullptr,
     "bad.lua:1: players: ann is 3, expected a function"},
    {"show_string", NIM_POSITION NIM_MOVES "  show = 'x' }", nullptr, "bad.lua:1: show is the string 'x', expected a function"},
    {"example_string", NIM_POSITION NIM_MOVES "  example = 'x' }", nullptr,
     "bad.lua:1: example is the string 'x', expected a position, such as { 3, 5 }"},
    {"example_outside", NIM_POSITION NIM_MOVES "  example = { -1 } }", nullptr,
     "bad.lua: example: position -1 has n = -1, the least value is 0"},
    {"example_length", NIM_POSITION NIM_MOVES "  example = { 1, 2 } }", nullptr,
     "bad.lua: example: position 1,2 has 2 coordinates, this game has 1 (n)"},
    {"known_kind", NIM_POSITION NIM_MOVES "  known = { grundi = {} } }", nullptr,
     "bad.lua:1: known has no field 'grundi'; did you mean 'grundy'?"},
    {"known_fact", NIM_POSITION NIM_MOVES "  known = { grundy = { 3 } } }", nullptr,
     "bad.lua:1: known.grundy: a fact is 3, expected { position, value }"},
    {"known_outcome", NIM_POSITION NIM_MOVES "  known = { outcome = { { 3, 'Q' } } } }", nullptr,
     "bad.lua:1: known.outcome: an outcome is \"P\", \"N\" or \"draw\""},
    {"heap_of_two", "return game { position = { 'a', 'b' }, heap = { code = '0.77' }," NIM_MOVES "}", nullptr,
     "bad.lua:1: heap describes games of one coordinate"},
    {"closed_form_number", NIM_POSITION NIM_MOVES "  closed_form = 5 }", nullptr,
     "bad.lua:1: closed_form is 5, expected a name, or a table such as { \"take-away\", f = f }"},
    // param, include, variant
    {"param_float", "param('m', 1.5)", nullptr, "bad.lua:1: param: a default must be an integer, not a float"},
    {"param_boolean", "param('m', true)", nullptr,
     "bad.lua:1: param: the default is boolean, expected an integer, a string, a list or a function"},
    {"param_list_of_strings", "param('m', { 'a' })", nullptr, "bad.lua:1: param: a default list must be of integers"},
    {"param_without_name", "param(3, 4)", nullptr,
     "bad.lua:1: param takes a name, a default and a text: param(\"m\", 3, \"...\")"},
    {"param_twice", "param('m', 1)\nparam('m', 2)", nullptr, "bad.lua:2: param: 'm' is declared twice"},
    {"include_itself", "return include('bad')", nullptr, "bad.lua:1: bad.lua includes itself"},
    {"include_nothing", "return include('nothing-of-the-kind')", nullptr,
     "bad.lua:1: there is no rule file 'nothing-of-the-kind' beside this one or among the games"},
    {"include_path", "return include('../x')", nullptr, "bad.lua:1: '../x' is not the name of a rule file"},
    {"variant_param", "return variant('wythoff', { params = { k = 3 } })", nullptr,
     "bad.lua:1: variant: 'wythoff' has no parameter 'k'"},
    {"variant_fields", "return variant('wythoff')", nullptr,
     "bad.lua:1: variant takes the name of a rule file and a table of fields: variant(\"nim\", { ... })"},
    {"move_while_loading", "move(3)", nullptr, "bad.lua:1: move is called outside of moves"},
    // Zero bytes, behind which a text can hide.
    {"zero_in_title", NIM_POSITION NIM_MOVES "  title = 'a\\0b' }", nullptr, "bad.lua:1: title has a zero byte in it"},
    {"zero_in_name", NIM_POSITION NIM_MOVES "  name = 'a\\0b' }", nullptr, "bad.lua:1: name has a zero byte in it"},
    {"zero_in_coordinate", "return game { position = { 'a\\0b' }," NIM_MOVES "}", nullptr,
     "bad.lua:1: position: coordinate 1 has a zero byte in it"},
    {"zero_in_value", "return game { position = { { 'a', values = { 'a\\0b', 'c' } } }," NIM_MOVES "}", nullptr,
     "bad.lua:1: position: coordinate 1: a name of a value has a zero byte in it"},
    {"zero_in_piles", "return game { position = piles('a\\0b')," NIM_MOVES "}", nullptr,
     "bad.lua:1: piles: the name has a zero byte in it"},
    {"zero_in_player", NIM_POSITION NIM_MOVES "  players = { ['a\\0b'] = function() end } }", nullptr,
     "bad.lua:1: players: a name has a zero byte in it"},
    {"zero_in_param", "param('a\\0b', 1)", nullptr, "bad.lua:1: param: the name has a zero byte in it"},
    {"zero_in_default", "param('a', 'a\\0b')", nullptr, "bad.lua:1: param: the default has a zero byte in it"},
    {"zero_in_doc", "param('a', 1, 'a\\0b')", nullptr, "bad.lua:1: param: the text has a zero byte in it"},
    {"zero_in_label", NIM_POSITION "  moves = function(n)\n    move['a\\0b'](0)\n  end }", "3",
     "bad.lua:4: the name of a move has a zero byte in it, in moves(3)"},
    {"long_label", NIM_POSITION "  moves = function(n)\n    move[('x'):rep(1001)](0)\n  end }", "3",
     "bad.lua:4: the name of a move has more than 1000 characters, in moves(3)"},
    {"many_labels", NIM_POSITION "  moves = function(n)\n    for i = 1, 20000 do move['m' .. i](0) end\n  end }", "3",
     "bad.lua:4: moves have more than 10000 names; a name is a kind of move, such as move.diagonal, in moves(3)"},
    // moves
    {"move_outside", NIM_POSITION "  moves = function(n)\n    move(n - 5)\n  end }", "3",
     "bad.lua:4: move(-2) has n = -2, the least value is 0, in moves(3)"},
    {"move_two", NIM_POSITION "  moves = function(n)\n    move(n, 2)\n  end }", "3",
     "bad.lua:4: move(3,2) has 2 coordinates, this game has 1 (n), in moves(3)"},
    {"move_none", NIM_POSITION "  moves = function(n)\n    move()\n  end }", "3",
     "bad.lua:4: move() has 0 coordinates, this game has 1 (n), in moves(3)"},
    {"move_float", NIM_POSITION "  moves = function(n)\n    move(n / 2)\n  end }", "3",
     "bad.lua:4: move: number 1 is the float 1.5, coordinates are integers (// divides integers), in moves(3)"},
    {"move_whole_float", NIM_POSITION "  moves = function(n)\n    move(n / 1)\n  end }", "3",
     "bad.lua:4: move: number 1 is the float 3.0, coordinates are integers (// divides integers), in moves(3)"},
    {"move_nil", NIM_POSITION "  moves = function(n)\n    move(nil)\n  end }", "3",
     "bad.lua:4: move: number 1 is nil, coordinates are integers, in moves(3)"},
    {"move_string", NIM_POSITION "  moves = function(n)\n    move('1')\n  end }", "3",
     "bad.lua:4: move: number 1 is the string '1', coordinates are integers, in moves(3)"},
    {"move_list", NIM_POSITION "  moves = function(n)\n    move({ 1 })\n  end }", "3",
     "bad.lua:4: move: number 1 is table, coordinates are integers, in moves(3); a move is written with round brackets, "
     "move(a, b), not move{ a, b }"},
    {"move_tail_call", NIM_POSITION "  moves = function(n)\n    return move.down(n - 5)\n  end }", "3",
     "bad.lua:4: move(-2) has n = -2, the least value is 0, in moves(3)"},
    {"move_invalid", NIM_POSITION "  valid = function(n) return n ~= 1 end,\n  moves = function(n)\n    move(1)\n  end }", "3",
     "bad.lua:5: move(1) is not a valid position: valid says no, in moves(3)"},
    {"split_parts", "return game { position = { 'a', 'b' },\n  moves = function(a, b)\n    split(a, b)\n  end }", "3,4",
     "bad.lua:3: split: position 1 is not a list, as in split({ 1, 2 }, { 3, 4 }), in moves(3, 4)"},
    {"piles_number", "return game { position = piles('a'),\n  moves = function(a)\n    move(3)\n  end }", "3,4",
     "bad.lua:3: move takes one list of piles in this game, in moves { 3, 4 }"},
    {"piles_with", "return game { position = piles('a'),\n  moves = function(a)\n    move(a:with(3, 0))\n  end }", "3,4",
     "bad.lua:3: with: there is no pile 3, in moves { 3, 4 }"},
    {"piles_bound", "return game { position = piles('a', { max = 5 }),\n  moves = function(a)\n    move(a:with(1, 6))\n  end }",
     "3,4", "bad.lua:3: move(6,4) has a[1] = 6, the greatest value is 5, in moves { 3, 4 }"},
    {"piles_hole", "return game { position = piles('a'),\n  moves = function(a)\n    move({ 1, 2.5 })\n  end }", "3,4",
     "bad.lua:3: move: number 2 is the float 2.5, coordinates are integers (// divides integers), in moves { 3, 4 }"},
    {"raises_in_moves", NIM_POSITION "  moves = function(n)\n    error('oh')\n  end }", "3", "bad.lua:4: oh, in moves(3)"},
    {"raises_without_position", NIM_POSITION "  moves = function(n)\n    error('oh', 0)\n  end }", "3",
     "bad.lua:4: oh, in moves(3)"},
    {"arithmetic_on_nil", NIM_POSITION "  moves = function(n)\n    move(n - k)\n  end }", "3",
     "bad.lua:4: attempt to perform arithmetic on a nil value (global 'k'), in moves(3)"},
    {"division_by_zero", NIM_POSITION "  moves = function(n)\n    move(n // 0)\n  end }", "3",
     "bad.lua:4: attempt to divide by zero, in moves(3)"},
    {"moves_returns_table", NIM_POSITION "  moves = function(n)\n    return { n - 1 }\n  end }", "3",
     "bad.lua:3: moves returned a table; it calls move(...) or split(...) for each option, and returns nothing, in moves(3)"},
    {"math_without_its_library", NIM_POSITION "  moves = function(n)\n    move(min(n, 1))\n  end }", "3",
     "bad.lua:4: attempt to call a nil value (global 'min'), in moves(3); it is math.min"},
    {"list_without_its_library", NIM_POSITION "  moves = function(n)\n    sort({ n })\n  end }", "3",
     "bad.lua:4: attempt to call a nil value (global 'sort'), in moves(3); it is table.sort"},
    {"what_the_sandbox_leaves_out", NIM_POSITION "  moves = function(n)\n    io.write(n)\n  end }", "3",
     "bad.lua:4: attempt to index a nil value (global 'io'), in moves(3); rule files run in a sandbox, which has no 'io'"},
    {"an_unknown_name", NIM_POSITION "  moves = function(n)\n    mvoe(n - 1)\n  end }", "3",
     "bad.lua:4: attempt to call a nil value (global 'mvoe'), in moves(3)"},
    {"writes_global", NIM_POSITION "  moves = function(n)\n    count = n\n  end }", "3",
     "bad.lua:4: 'count' cannot be changed: after loading, a rule file's globals and captured values are frozen, in moves(3)"},
    {"writes_captured_list", "local seen = {}\n" NIM_POSITION "  moves = function(n)\n    seen[n] = true\n  end }", "3",
     "bad.lua:5: a captured list cannot be changed: after loading, a rule file's values are frozen, in moves(3)"},
    {"writes_captured_variable", "local count = 0\n" NIM_POSITION "  moves = function(n)\n    count = count + 1\n  end }", "3",
     "bad.lua:4: moves changed the captured variable 'count'; rule functions may not change anything, in moves(3)"},
    {"inserts_in_captured", "local seen = {}\n" NIM_POSITION "  moves = function(n)\n    table.insert(seen, n)\n  end }", "3",
     "bad.lua:5: a captured list cannot be changed: after loading, a rule file's values are frozen, in moves(3)"},
    {"param_in_moves", NIM_POSITION "  moves = function(n)\n    param('m', 1)\n  end }", "3",
     "bad.lua:4: param is called after the file was loaded, in moves(3)"},
};

class MalformedRuleFile : public testing::TestWithParam<Malformed> {};

/// Loads the file, and asks for the options of the position if there is one.
void load_and_ask(RuleDirectory& directory, const Malformed& malformed) {
  const std::shared_ptr<const Game> game = directory.load(malformed.text);
  if (malformed.position == nullptr) return;
  Options options;
  game->rules->options(*narrow(parse_position(*game, malformed.position)), options);
}

TEST_P(MalformedRuleFile, IsRefusedWithFileAndLine) {
  RuleDirectory directory;
  try {
    load_and_ask(directory, GetParam());
    FAIL() << "it was accepted";
  } catch (const RuleError& error) {
    if (GetParam().message != nullptr) {
      EXPECT_STREQ(error.what(), GetParam().message);
    } else {
      EXPECT_TRUE(std::string(error.what()).starts_with("bad.lua")) << error.what();
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, MalformedRuleFile, testing::ValuesIn(kCases),
                         [](const auto& info) { return std::string(info.param.name); });

TEST(RuleFunction, OtherThanMovesAreCheckedToo) {
  RuleDirectory directory;
  const auto message = [&](const std::string& text, const std::string& position) -> std::string {
    try {
      const std::shared_ptr<const Game> game = directory.load(text);
      const BigPosition at = parse_position(*game, position);
      Position narrowed = *narrow(at);
      game->rules->normalize(narrowed);
      (void)game->rules->terminal_outcome(narrowed);
      return show_position(*game, at);
    } catch (const RuleError& error) {
      return error.what();
    }
  };
  const std::string head = "return game { position = { 'a', 'b' }, moves = function() end,\n";
  EXPECT_EQ(message(head + "start = function(a) return a end }", "3"), "bad.lua:2: start returned 1 values, expected 2");
  EXPECT_EQ(message(head + "start = function(a) return a, a / 2 end }", "3"),
            "bad.lua:2: start returned a float, positions are made of integers");
  EXPECT_EQ(message(head + "valid = function(a, b) return 1 end }", "3,4"),
            "bad.lua:2: valid returned number at 3,4, expected true or false");
  EXPECT_EQ(message(head + "normalize = function(a, b) return a end }", "3,4"),
            "bad.lua:2: normalize returned nil, positions are made of integers");
  EXPECT_EQ(message(head + "normalize = function(a, b) return -1, b end }", "3,4"),
            "bad.lua:2: normalize returned the position -1,4 for 3,4; it has a = -1, the least value is 0");
  EXPECT_EQ(message(head + "play = function(a, b) return 'lost' end }", "3,4"),
            "bad.lua:2: play returned 'lost' at 3,4, expected \"normal\", \"misere\" or \"draw\"");
  EXPECT_EQ(message(head + "show = function(a, b) return {} end }", "3,4"), "bad.lua:2: show returned table, expected a text");
  EXPECT_EQ(message(head + "show = function(a, b) return 'a\\0b' end }", "3,4"),
            "bad.lua:2: show returned a text with a zero byte in it");
}

/// What is typed after -p and does not fit.
TEST(Setting, ThatDoesNotFitIsARequestError) {
  RuleDirectory directory;
  const auto message = [&](const std::string& game, const lua::Settings& settings) -> std::string {
    try {
      (void)lua::load_game(game, settings, directory.options);
      return "";
    } catch (const RequestError& error) {
      return error.what();
    }
  };
  EXPECT_EQ(message("copycat", {{"m", "abc"}}), "parameter m: 'abc' is not an integer of 64 bits");
  EXPECT_EQ(message("copycat", {{"m", "99999999999999999999"}}),
            "parameter m: '99999999999999999999' is not an integer of 64 bits");
  EXPECT_EQ(message("copycat", {{"n", "3"}}), "copycat has no parameter 'n'; it has m");
  EXPECT_EQ(message("wythoff", {{"n", "3"}}), "wythoff has no parameters, so no 'n'");
  EXPECT_EQ(message("subtraction", {{"set", "1,b"}}), "parameter set: '1,b' is not a list of integers, such as 1,2,3");
  EXPECT_EQ(message("take-away", {{"f", "3*"}}),
            "parameter f: '3*' is neither an expression nor a function: -p f:1: unexpected symbol near 'end'");
  EXPECT_EQ(message("take-away", {{"f", "y"}}), "parameter f: 'y' in 'y' is no name that the rule file has; f takes x");
  EXPECT_EQ(
      message("take-away", {{"f", "function(z) local w = {k = z} return w.k + max(x, 1) end"}}),
      "parameter f: 'max' in 'function(z) local w = {k = z} return w.k + max(x, 1) end' is no name that the rule file has; "
      "f takes x");
  EXPECT_EQ(message("take-away", {{"f", "function(z) local w = {k = z} return w.k + math.max(z, 1) end"}}), "");
  // The file's own globals are names, wherever they are made; and what it does with the function is not its fault.
  directory.write("late.lua",
                  "local f = param('f', function(x) return x end)\nfunction twice(x) return 2 * x end\n"
                  "return game { position = { 'n' }, moves = function(n) if n > f(1) then move(n - f(1)) end end }");
  EXPECT_EQ(message("late.lua", {{"f", "twice(x)"}}), "");
  directory.write("early.lua",
                  "local f = param('f', function(x) return x end)\nlocal one = f(1) + 1\n"
                  "return game { position = { 'n' }, moves = function(n) if n > one then move(n - one) end end }");
  EXPECT_EQ(message("early.lua", {{"f", "y"}}), "parameter f: 'y' in 'y' is no name that the rule file has; f takes x");
  EXPECT_EQ(message("take-away", {{"f", " "}}), "parameter f: an expression or a function is missing");
  EXPECT_EQ(message("wythof", {}), "there is no game 'wythof'; did you mean 'wythoff'?");
  EXPECT_EQ(message("./nothing.lua", {}), "there is no file ./nothing.lua");
  const std::string long_name(300, 'x');
  EXPECT_EQ(message(long_name, {}), "there is no game '" + long_name + "'");
  EXPECT_EQ(message("/" + long_name, {}), "there is no file /" + long_name);
  EXPECT_EQ(message(std::string("wythoff\0evil", 12), {}), "no game has a name with a zero byte in it");
}

}  // namespace
}  // namespace bouton
