// docs/papers.md: every command of its tables, run as a reader would type it, prints what its row says.
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "bouton_places.h"
#include "tests/temporary_directory.h"

namespace {

namespace fs = std::filesystem;

/// The cells of a row of a table; nothing for another line. A bar within a cell is written \|.
std::vector<std::string> cells_of(const std::string& line) {
  std::vector<std::string> cells;
  if (!line.starts_with("| ")) return cells;
  std::string cell;
  for (std::size_t i = 1; i < line.size(); ++i) {
    if (line[i] == '\\' && i + 1 < line.size() && line[i + 1] == '|') {
      cell += line[++i];
    } else if (line[i] == '|') {
      cells.push_back(cell);
      cell.clear();
    } else {
      cell += line[i];
    }
  }
  return cells;
}

/// What stands between the quotation marks of code.
std::string code_in(const std::string& cell) {
  const std::size_t first = cell.find('`'), last = cell.rfind('`');
  return first == last ? "" : cell.substr(first + 1, last - first - 1);
}

/// The text with one blank for any number of them.
std::string narrowed(const std::string& text) {
  std::string result;
  for (const char c : text)
    if (c != ' ' || (!result.empty() && result.back() != ' ')) result += c;
  return result;
}

struct Printed {
  std::string output;  ///< both streams
  int status = 0;
};

/// By a shell in a folder with the command and the repository's scripts.
Printed run(const std::string& command, const fs::path& folder) {
  const std::string line = "cd '" + folder.native() + "' && PATH=.:$PATH && { " + command + "; } 2>&1 </dev/null";
  Printed result;
  FILE* const pipe = popen(line.c_str(), "r");
  for (int c = 0; (c = std::fgetc(pipe)) != EOF;) result.output += static_cast<char>(c);
  result.status = pclose(pipe);
  return result;
}

/// More than a hundred commands, some of them on large boards.
TEST(PapersSlow, EveryCommandShowsWhatItsRowSays) {
  const bouton::test::TemporaryDirectory folder;
  fs::create_symlink(BOUTON_PROGRAM, folder / "bouton");
  fs::create_symlink(BOUTON_SOURCE_DIRECTORY "/scripts", folder / "scripts");
  std::map<std::string, Printed> runs;  // several rows may show parts of what one command prints
  std::size_t rows = 0;
  std::ifstream file(BOUTON_SOURCE_DIRECTORY "/docs/papers.md");
  for (std::string line; std::getline(file, line);) {
    const std::vector<std::string> cells = cells_of(line);
    if (cells.empty() || cells[0].starts_with(" --") || cells[0].starts_with(" what stands")) continue;
    ASSERT_EQ(cells.size(), 3U) << line;
    const std::string command = code_in(cells[1]), shown = narrowed(code_in(cells[2]));
    ASSERT_FALSE(command.empty() || shown.empty()) << line;
    if (!runs.contains(command)) runs[command] = run(command, folder.path());
    EXPECT_EQ(runs[command].status, 0) << line << "\n" << runs[command].output;
    EXPECT_NE(narrowed(runs[command].output).find(shown), std::string::npos) << line << "\n" << runs[command].output;
    ++rows;
  }
  EXPECT_GE(rows, 100U);
}

}  // namespace
