// What depends on the operating system stands in engine/system/.

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "bouton_places.h"

namespace {

namespace fs = std::filesystem;

/// Whether a line asks the compiler which operating system it is for.
bool asks_for_system(const std::string& line) {
  static const std::regex kSystem(
      R"re(^\s*#\s*(if|ifdef|ifndef|elif)\b.*\b_*(linux|LINUX|unix|APPLE|MACH|WIN32|WIN64|MINGW32|CYGWIN|FreeBSD|EMSCRIPTEN)_*\b)re");
  return std::regex_search(line, kSystem);
}

TEST(Systems, AreToldApartInOneFolder) {
  std::size_t files = 0;
  for (const char* top : {"engine", "bindings"})
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(fs::path(BOUTON_SOURCE_DIRECTORY) / top)) {
      if (!std::set<std::string>{".h", ".c", ".cpp"}.contains(entry.path().extension().string())) continue;
      const std::string name = fs::relative(entry.path(), BOUTON_SOURCE_DIRECTORY).string();
      if (name.starts_with("engine/system/")) continue;
      ++files;
      std::ifstream stream(entry.path());
      std::size_t number = 0;
      for (std::string line; std::getline(stream, line);) {
        ++number;
        EXPECT_FALSE(asks_for_system(line)) << name << ":" << number << ": " << line;
      }
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
