#include "bindings/lua/module/script.h"

#include <gtest/gtest.h>

namespace bouton::lua {
namespace {

using Status = Interpreter::Result::Status;

TEST(Script, AnnouncesWhateverIsPrinted) {
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

TEST(Script, KeepsWhatPrintingGivesBackAndItsMessages) {
  for (const bool announces : {false, true}) {
    Interpreter interpreter({{}, {}, announces ? std::function<void()>([] {}) : std::function<void()>()});
    EXPECT_EQ(interpreter.execute("io.write('') == io.stdout").text, "true");
    EXPECT_EQ(interpreter.execute("io.write(nil)").text, "typed:1: bad argument #1 to 'write' (string expected, got nil)");
    EXPECT_EQ(interpreter.execute("io.stdout:write('', {})").text,
              "typed:1: bad argument #2 to 'write' (string expected, got table)");
  }
}

TEST(Script, ShowsValuesAsPlainText) {
  Interpreter interpreter({});
  EXPECT_EQ(interpreter.execute("'\\27[31m' .. '\\xFF'").text, "\uFFFD[31m\uFFFD");
  EXPECT_EQ(interpreter.execute("'two\\nlines'").text, "two\nlines");
  EXPECT_EQ(interpreter.execute("error('\\27[31m', 0)").text, "typed:1: \uFFFD[31m");
}

}  // namespace
}  // namespace bouton::lua
