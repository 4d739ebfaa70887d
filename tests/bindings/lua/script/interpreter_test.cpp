#include "bindings/lua/script/interpreter.h"

#include <gtest/gtest.h>

#include "bouton_places.h"

namespace bouton::lua {
namespace {

using Status = Interpreter::Result::Status;

TEST(Interpreter, AnnouncesWhateverIsPrinted) {
  int announced = 0;
  Interpreter interpreter({{}, {}, [&] { ++announced; }});
  int expected = 0;
  for (const char* chunk : {"print()", "io.write('')", "io.stdout:write('')", "io.stderr:write('', 1, '')", "os.execute()",
                            "coroutine.wrap(print)()", "io.popen('true'):close()"}) {
    EXPECT_EQ(interpreter.execute(chunk).status, Status::done) << chunk;
    EXPECT_EQ(announced, ++expected) << chunk;
  }
  interpreter.execute("local x = 1 + 1");
  EXPECT_EQ(announced, expected);
}

TEST(Interpreter, KeepsWhatPrintingGivesBackAndItsMessages) {
  for (const bool announces : {false, true}) {
    Interpreter interpreter({{}, {}, announces ? std::function<void()>([] {}) : std::function<void()>()});
    EXPECT_EQ(interpreter.execute("io.write('') == io.stdout").text, "true");
    EXPECT_EQ(interpreter.execute("io.write(nil)").text, "typed:1: bad argument #1 to 'write' (string expected, got nil)");
    EXPECT_EQ(interpreter.execute("io.stdout:write('', {})").text,
              "typed:1: bad argument #2 to 'write' (string expected, got table)");
  }
}

TEST(Interpreter, ShowsValuesAsPlainText) {
  Interpreter interpreter({});
  EXPECT_EQ(interpreter.execute("'\\27[31m' .. '\\xFF'").text, "\uFFFD[31m\uFFFD");
  EXPECT_EQ(interpreter.execute("'two\\nlines'").text, "two\nlines");
  EXPECT_EQ(interpreter.execute("error('\\27[31m', 0)").text, "typed:1: \uFFFD[31m");
}

std::string shown(Interpreter& interpreter, const char* chunk, std::size_t width = 80) {
  const Interpreter::Result result = interpreter.execute(chunk, width);
  EXPECT_EQ(result.status, Status::done) << result.text;
  return result.text;
}

ScriptOptions with_games() {
  ScriptOptions options;
  options.loader.rule_directories = {BOUTON_SOURCE_DIRECTORY "/rules"};
  return options;
}

TEST(Interpreter, ShowsTablesAsTheyAreTyped) {
  Interpreter interpreter({});
  EXPECT_EQ(shown(interpreter, "{}"), "{}");
  EXPECT_EQ(shown(interpreter, "{ 3, 5 }"), "{3, 5}");
  EXPECT_EQ(shown(interpreter, "{ { 3, 5 }, { 'a \\\"b\\\"' }, z = true, [0] = 'x', ['two words'] = {} }"),
            "{ {3, 5}, {\"a \\\"b\\\"\"}, [\"two words\"] = {}, [0] = \"x\", z = true }");
  EXPECT_EQ(shown(interpreter, "1, nil, 'two'"), "1\tnil\ttwo");
  EXPECT_EQ(shown(interpreter, "return 5, 6"), "5\t6");
  EXPECT_EQ(shown(interpreter, "print"), "function");
  interpreter.execute("loop = {} loop.self = loop");
  EXPECT_EQ(shown(interpreter, "loop"), "{ self = { ... } }");
}

TEST(Interpreter, BreaksAndCutsLongTables) {
  Interpreter interpreter({});
  interpreter.execute("t = {} for i = 1, 10 do t[i] = i * 1000 end");
  EXPECT_EQ(shown(interpreter, "t", 30), "{\n  1000, 2000, 3000, 4000,\n  5000, 6000, 7000, 8000,\n  9000, 10000\n}");
  interpreter.execute("for i = 1, 5000 do t[i] = i end");
  EXPECT_TRUE(shown(interpreter, "t").ends_with("200, ... and 4800 more\n}")) << shown(interpreter, "t");
}

TEST(Interpreter, ShowsWhatTheModuleAnswers) {
  Interpreter interpreter(with_games());
  EXPECT_EQ(shown(interpreter, "bouton.game('wythoff'):table { 2, 2 }"), "S\\L 0 1 2\n  0 0 1 2\n  1 1 2 0\n  2 2 0 1");
  EXPECT_EQ(shown(interpreter, "bouton.game('wythoff'):positions { 5, 5 }"), "{ {0, 0}, {1, 2}, {2, 1}, {3, 5}, {5, 3} }");
  EXPECT_NE(shown(interpreter, "bouton.game('nim'):sequence(9)").find("0 1 2 3 4 5 6 7 8 9"), std::string::npos);
  const std::string large = shown(interpreter, "bouton.game('wythoff'):table { 100, 100 }");
  EXPECT_TRUE(large.ends_with("... of 10201 values, to 100,100; save(FILE) writes all")) << large;
}

/// The rows that t[x][y] makes on the way are collected as they come, in kilobytes, and keep their table as long as they are
/// there.
TEST(Interpreter, ReadsLargeTablesInLittleMemory) {
  Interpreter interpreter(with_games());
  interpreter.execute(
      "t = bouton.game('wythoff'):table { 10, 10 } collectgarbage()\n"
      "before, most, sum = collectgarbage('count'), 0, 0\n"
      "for i = 1, 200000 do\n"
      "  sum = sum + t[3][5]\n"
      "  if i % 1000 == 0 then most = math.max(most, collectgarbage('count')) end\n"
      "end");
  EXPECT_EQ(shown(interpreter, "sum == 200000 * t[5][3] and most < before + 1000"), "true");
  interpreter.execute("row = bouton.game('wythoff'):table { 3, 3 }[2] collectgarbage() collectgarbage()");
  EXPECT_EQ(shown(interpreter, "row[0], row[1], row[2], row[3], row[4], row.name"), "2\t0\t1\t5\tnil\tnil");
  EXPECT_EQ(shown(interpreter, "row"), "bouton.row(2, 0:3)");
  EXPECT_NE(interpreter.execute("debug = row.x.y").text.find("nil value"), std::string::npos);
}

/// Conway (1976), On Numbers and Games, chapter 6: a Fermat 2-power times a smaller number is the usual product, and its square
/// is half as much again as it.
TEST(Interpreter, MultipliesNimbers) {
  Interpreter interpreter(with_games());
  EXPECT_EQ(shown(interpreter, "bouton.nim_product(2, 2), bouton.nim_product(4, 3), bouton.nim_product(4, 4)"), "3\t12\t6");
  interpreter.execute("F = bouton.int(2) ^ 64");
  EXPECT_EQ(shown(interpreter, "bouton.nim_product(F, F) == F + F // 2, bouton.nim_product(F, F - 1) == F * (F - 1)"),
            "true\ttrue");
  EXPECT_NE(interpreter.execute("bouton.nim_product(-1, 2)").text.find("takes two integers >= 0"), std::string::npos);
  EXPECT_NE(interpreter.execute("bouton.nim_product(1, bouton.int(2) ^ 70000)").text.find("of up to 65536 bits"),
            std::string::npos);
  EXPECT_NE(interpreter.execute("bouton.nim_product('x', 2)").text, "");
}

TEST(Interpreter, NamesTheCallsThatLedToAnError) {
  Interpreter interpreter(with_games());
  EXPECT_EQ(interpreter.execute("error('here')").text, "typed:1: here");
  interpreter.execute("function f()\n  error('deep')\nend");
  EXPECT_EQ(interpreter.execute("f()").text, "typed:2: deep\n  typed:2: in function 'f'\n  typed:1: in the chunk");
  EXPECT_EQ(interpreter.execute("bouton.game 'none at all'").text.substr(0, 9), "typed:1: ");
  interpreter.execute("function g() return 1 + g() end");
  const std::string endless = interpreter.execute("g()").text;
  EXPECT_TRUE(endless.ends_with("\n  ...")) << endless;
}

TEST(Interpreter, CompletesWhatIsTyped) {
  Interpreter interpreter(with_games());
  using Words = std::vector<std::string>;
  EXPECT_EQ(interpreter.complete("x = bou").words, Words{"bouton"});
  EXPECT_EQ(interpreter.complete("x = bou").begin, 4U);
  EXPECT_EQ(interpreter.complete("bouton.gam").words, (Words{"game", "games"}));
  EXPECT_EQ(interpreter.complete("bouton.game 'wyth").words, (Words{"wythoff"}));
  EXPECT_EQ(interpreter.complete("bouton.game(\"dawsons-c").begin, 13U);
  interpreter.execute("g = bouton.game 'wythoff' t = g:table { 2, 2 } holder = { of = g } s = 'text'");
  EXPECT_EQ(interpreter.complete("g:ta").words, Words{"table"});
  EXPECT_EQ(interpreter.complete("holder.of:re").words, Words{"remoteness"});
  EXPECT_EQ(interpreter.complete("t:sa").words, Words{"save"});
  EXPECT_EQ(interpreter.complete("s:upp").words, Words{"upper"});
  EXPECT_EQ(interpreter.complete("nothing.at").words, Words{});
  EXPECT_EQ(interpreter.complete("f():ta").words, Words{});
  interpreter.execute("trap = setmetatable({}, { __index = function() error('was called') end })");
  EXPECT_EQ(interpreter.complete("trap.x").words, Words{});
}

TEST(Interpreter, HelpsWithWhatThereIs) {
  Interpreter interpreter(with_games());
  EXPECT_NE(shown(interpreter, "help").find("bouton.sum(components, way)"), std::string::npos);
  EXPECT_NE(shown(interpreter, "help(bouton.game('nim'))").find("Game:sequence(last, kind)"), std::string::npos);
  EXPECT_EQ(shown(interpreter, "help(bouton.sum)").substr(0, 29), "bouton.sum(components, way)\nS");
  EXPECT_EQ(shown(interpreter, "help 'kayles'").substr(0, 14), "kayles: Kayles");
  EXPECT_NE(shown(interpreter, "help(3)").find("no help on this number"), std::string::npos);
  // Every method that completes has its entry.
  interpreter.execute("g = bouton.game 'kayles' t = g:table { 3 } q = g:sequence(3) s = bouton.sum { { g, { 3 } } }");
  for (const char* object : {"g", "t", "q", "s", "bouton"})
    for (const std::string& name :
         interpreter.complete(std::string(object) + (std::string(object) == "bouton" ? "." : ":")).words)
      EXPECT_EQ(shown(interpreter, ("help '" + name + "'").c_str()).find("no help"), std::string::npos) << name;
}

}  // namespace
}  // namespace bouton::lua
