// Which folder includes which: forwards only, as docs/architecture.md draws it.

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

/// Of each folder the folders that its files include, with one line that does.
using Includes = std::map<std::string, std::map<std::string, std::string>>;

Includes includes_of(const fs::path& root) {
  static const std::regex kInclude(R"re(\s*#include "([^"]+)/[^"/]+")re");
  Includes includes;
  for (const char* top : {"engine", "bindings"})
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root / top)) {
      if (entry.path().extension() != ".h" && entry.path().extension() != ".cpp") continue;
      const std::string folder = fs::relative(entry.path().parent_path(), root).string();
      includes[folder];
      std::ifstream file(entry.path());
      std::smatch match;
      for (std::string line; std::getline(file, line);)
        if (std::regex_search(line, match, kInclude) && match[1] != folder && fs::is_directory(root / match[1].str()))
          includes[folder].emplace(match[1], entry.path().filename().string() + ": " + line);
    }
  return includes;
}

/// A folder that includes itself by way of others: the names on the way; empty if there is none.
class CircleSearch {
 public:
  explicit CircleSearch(const Includes& includes) : includes_(includes) {}

  std::vector<std::string> find() {
    for (const auto& [folder, others] : includes_)
      if (visit(folder)) return path_;
    return {};
  }

 private:
  bool visit(const std::string& folder) {
    if (std::ranges::count(path_, folder) > 0) {
      path_.push_back(folder);
      return true;
    }
    if (!done_.insert(folder).second) return false;
    path_.push_back(folder);
    if (const auto others = includes_.find(folder); others != includes_.end())
      for (const auto& [other, line] : others->second)
        if (visit(other)) return true;
    path_.pop_back();
    return false;
  }

  const Includes& includes_;
  std::set<std::string> done_;
  std::vector<std::string> path_;
};

TEST(Folders, DoNotIncludeEachOtherInACircle) {
  const Includes includes = includes_of(BOUTON_SOURCE_DIRECTORY);
  EXPECT_GT(includes.size(), 20U);
  std::string circle;
  const std::vector<std::string> path = CircleSearch(includes).find();
  for (std::size_t i = 0; i + 1 < path.size(); ++i)
    circle += path[i] + " -> " + path[i + 1] + "   " + includes.at(path[i]).at(path[i + 1]) + "\n";
  EXPECT_EQ(circle, "");
}

TEST(Folders, ThatIncludeEachOtherAreFound) {
  EXPECT_EQ(CircleSearch({{"a", {{"b", ""}}}, {"b", {{"c", ""}}}, {"c", {{"b", ""}}}}).find(),
            (std::vector<std::string>{"a", "b", "c", "b"}));
  EXPECT_EQ(CircleSearch({{"a", {{"b", ""}, {"c", ""}}}, {"b", {{"c", ""}}}, {"c", {}}}).find(), std::vector<std::string>());
}

TEST(Folders, OfTheEngineIncludeNoWayIn) {
  for (const auto& [folder, others] : includes_of(BOUTON_SOURCE_DIRECTORY))
    for (const auto& [other, line] : others)
      if (folder.starts_with("engine")) EXPECT_TRUE(other.starts_with("engine")) << folder << "/" << line;
}

TEST(Folders, OfTheEngineIncludeNoLua) {
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(fs::path(BOUTON_SOURCE_DIRECTORY) / "engine")) {
    if (!entry.is_regular_file()) continue;
    std::ifstream file(entry.path());
    for (std::string line; std::getline(file, line);)
      EXPECT_EQ(line.find("<lua"), std::string::npos) << entry.path() << ": " << line;
  }
}

}  // namespace
