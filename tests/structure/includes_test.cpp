// Which folder includes which: forwards only, as docs/architecture.md draws it.

#include <algorithm>
#include <filesystem>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "sources.h"

namespace {

namespace fs = std::filesystem;

/// Of each folder the folders that its files include, with one line that does.
using Includes = std::map<std::string, std::map<std::string, std::string>>;

Includes includes_of_sources() {
  static const std::regex kInclude(R"re(\s*#include "([^"]+)/[^"/]+")re");
  const fs::path root = BOUTON_SOURCE_DIRECTORY;
  Includes includes;
  std::smatch match;
  for (const SourceFile& file : source_files()) {
    includes[file.folder];
    for (const std::string& line : file.lines)
      if (std::regex_search(line, match, kInclude) && match[1] != file.folder && fs::is_directory(root / match[1].str()))
        includes[file.folder].emplace(match[1], file.name + ": " + line);
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
  const Includes includes = includes_of_sources();
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
  for (const auto& [folder, others] : includes_of_sources())
    for (const auto& [other, line] : others)
      if (folder.starts_with("engine")) EXPECT_TRUE(other.starts_with("engine")) << line;
}

TEST(Folders, OfTheEngineIncludeNoLua) {
  for (const SourceFile& file : source_files({".h", ".c", ".cpp"}))
    for (const std::string& line : file.lines)
      if (file.name.starts_with("engine/")) EXPECT_EQ(line.find("<lua"), std::string::npos) << file.name << ": " << line;
}

}  // namespace
