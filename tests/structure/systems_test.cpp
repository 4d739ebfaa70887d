// What depends on the operating system stands in engine/system/.

#include <regex>
#include <string>

#include <gtest/gtest.h>

#include "sources.h"

namespace {

/// Whether a line asks the compiler which operating system it is for.
bool asks_for_system(const std::string& line) {
  static const std::regex kSystem(
      R"re(^\s*#\s*(if|ifdef|ifndef|elif)\b.*\b_*(linux|LINUX|unix|APPLE|MACH|WIN32|WIN64|MINGW32|CYGWIN|FreeBSD|EMSCRIPTEN)_*\b)re");
  return std::regex_search(line, kSystem);
}

TEST(Systems, AreToldApartInOneFolder) {
  std::size_t files = 0;
  for (const SourceFile& file : source_files({".h", ".c", ".cpp"})) {
    if (file.name.starts_with("engine/system/")) continue;
    ++files;
    for (std::size_t i = 0; i < file.lines.size(); ++i)
      EXPECT_FALSE(asks_for_system(file.lines[i])) << file.name << ":" << i + 1 << ": " << file.lines[i];
  }
  EXPECT_GT(files, 500U);
}

TEST(Systems, ThatAreToldApartAreFound) {
  for (const char* line :
       {"#ifdef __linux__", "#if defined(_WIN32) && !defined(X)", "#  elif __APPLE__", "#ifndef __EMSCRIPTEN__"})
    EXPECT_TRUE(asks_for_system(line)) << line;
  for (const char* line : {"#if defined(__aarch64__)", "// on __linux__", "#ifdef BOUTON_ASMJIT", "#include <linux/fs.h>"})
    EXPECT_FALSE(asks_for_system(line)) << line;
}

}  // namespace
