// The walks in docs/architecture.md go forwards.

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "bouton_places.h"

namespace {

namespace fs = std::filesystem;

const fs::path kRoot = BOUTON_SOURCE_DIRECTORY;

/// The files of each walk, by its title.
std::map<std::string, std::vector<std::string>> walks() {
  static const std::regex kStep(R"re(\d+\. `([^`]+\.(cpp|h))`: .*)re");
  std::map<std::string, std::vector<std::string>> found;
  std::ifstream file(kRoot / "docs/architecture.md");
  std::string title;
  std::smatch match;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("#")) title = line;
    if (std::regex_match(line, match, kStep)) found[title].push_back(match[1]);
  }
  return found;
}

std::string header_of(const std::string& file) { return fs::path(file).replace_extension(".h").string(); }

/// What a file and its header include.
std::set<std::string> included_by(const std::string& file) {
  static const std::regex kInclude(R"re(#include "([^"]+)")re");
  std::set<std::string> includes;
  std::smatch match;
  for (const std::string& part : {file, header_of(file)}) {
    std::ifstream stream(kRoot / part);
    for (std::string line; std::getline(stream, line);)
      if (std::regex_search(line, match, kInclude)) includes.insert(match[1]);
  }
  return includes;
}

/// Whether the file is another source of a header that was passed: it includes it, from the same folder.
bool belongs_to_one_of(const std::string& file, const std::set<std::string>& passed) {
  const std::set<std::string> includes = included_by(file);
  return std::ranges::any_of(passed, [&](const std::string& header) {
    return includes.contains(header) && fs::path(header).parent_path() == fs::path(file).parent_path();
  });
}

TEST(Architecture, ItsWalksGoForwards) {
  const auto all = walks();
  EXPECT_EQ(all.size(), 3U);
  for (const auto& [title, files] : all) {
    SCOPED_TRACE(title);
    EXPECT_GT(files.size(), 15U);
    std::set<std::string> passed = {header_of(files.front())};
    std::set<std::string> reached = included_by(files.front());
    for (std::size_t i = 1; i < files.size(); ++i) {
      EXPECT_TRUE(fs::exists(kRoot / files[i])) << files[i];
      EXPECT_TRUE(reached.contains(header_of(files[i])) || belongs_to_one_of(files[i], passed)) << files[i];
      EXPECT_FALSE(passed.contains(files[i])) << files[i] << " is passed twice";
      passed.insert(header_of(files[i]));
      for (const std::string& include : included_by(files[i])) reached.insert(include);
    }
  }
}

/// Every room of the engine that the tree has is in the table of rooms, with those below it.
TEST(Architecture, NamesEveryRoomOfTheEngine) {
  std::ifstream file(kRoot / "docs/architecture.md");
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(kRoot / "engine")) {
    if (!entry.is_directory()) continue;
    const std::string whole = fs::relative(entry.path(), kRoot / "engine").string() + "/";
    const std::string last = entry.path().filename().string() + "/";
    EXPECT_TRUE(text.find("`" + whole + "`") != std::string::npos || text.find("`" + last + "`") != std::string::npos) << whole;
  }
}

}  // namespace
