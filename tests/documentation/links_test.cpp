// Links between the pages lead somewhere, and words of the field lead to the glossary.
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>

#include <gtest/gtest.h>

#include "bouton_places.h"

namespace bouton {
namespace {

const std::filesystem::path kRoot = BOUTON_SOURCE_DIRECTORY;

std::string text_of_page(const std::filesystem::path& page) {
  std::ifstream stream(page);
  std::string text;
  bool is_code = false;
  for (std::string line; std::getline(stream, line);) {
    if (line.starts_with("```")) is_code = !is_code;
    else if (!is_code) text += line + "\n";
  }
  return text;
}

std::vector<std::filesystem::path> pages() {
  std::vector<std::filesystem::path> pages = {kRoot / "README.md", kRoot / "CONTRIBUTING.md"};
  for (const auto& entry : std::filesystem::directory_iterator(kRoot / "docs"))
    if (entry.path().extension() == ".md") pages.push_back(entry.path());
  return pages;
}

/// The parts of a page that links may name: headings, and places that are marked.
std::set<std::string> anchors_of(const std::string& text) {
  std::set<std::string> anchors;
  static const std::regex kMarked("<a id=\"([^\"]*)\"></a>");
  for (auto found = std::sregex_iterator(text.begin(), text.end(), kMarked); found != std::sregex_iterator(); ++found)
    anchors.insert((*found)[1]);
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("#")) continue;
    std::string anchor;
    for (const char c : line.substr(line.find_first_not_of("# "))) {
      const auto letter = static_cast<unsigned char>(c);
      if (std::isalnum(letter) != 0 || c == '-' || c == '_') anchor += static_cast<char>(std::tolower(letter));
      else if (c == ' ') anchor += '-';
    }
    anchors.insert(anchor);
  }
  return anchors;
}

TEST(Links, LeadToPagesAndPlacesThatThereAre) {
  static const std::regex kLink(R"(\]\(([^)#\s:]*)(#([^)\s]*))?\))");
  std::size_t links = 0;
  for (const std::filesystem::path& page : pages()) {
    const std::string text = text_of_page(page);
    for (auto found = std::sregex_iterator(text.begin(), text.end(), kLink); found != std::sregex_iterator(); ++found) {
      const std::string file = (*found)[1], place = (*found)[3];
      const std::filesystem::path target = file.empty() ? page : page.parent_path() / file;
      EXPECT_TRUE(std::filesystem::exists(target)) << page << ": " << found->str();
      if (!place.empty()) EXPECT_TRUE(anchors_of(text_of_page(target)).contains(place)) << page << ": " << found->str();
      ++links;
    }
  }
  EXPECT_GT(links, 40U);
}

/// How many files or folders of the tree `path` names, in which NAME stands for any name.
std::size_t named_by(const std::string& path) {
  const std::filesystem::path whole = kRoot / path;
  if (path.find("NAME") == std::string::npos) return std::filesystem::exists(whole) ? 1 : 0;
  const bool is_folder = path.ends_with('/');
  const std::filesystem::path pattern = is_folder ? whole.parent_path() : whole;
  const std::string name = pattern.filename().string();
  const std::string before = name.substr(0, name.find("NAME")), after = name.substr(name.find("NAME") + 4);
  std::size_t count = 0;
  std::error_code none;
  for (const auto& entry : std::filesystem::directory_iterator(pattern.parent_path(), none)) {
    const std::string found = entry.path().filename().string();
    const bool fits = found.size() > before.size() + after.size() && found.starts_with(before) && found.ends_with(after);
    if (fits && entry.is_directory() == is_folder) ++count;
  }
  return count;
}

TEST(Links, PathsThatPagesNameAreThoseOfTheTree) {
  static const std::regex kPath("`((?:engine|bindings|rules|tests|scripts|cmake|docs)/[A-Za-z0-9_./-]*)`");
  std::size_t paths = 0;
  for (const std::filesystem::path& page : pages()) {
    const std::string text = text_of_page(page);
    for (auto found = std::sregex_iterator(text.begin(), text.end(), kPath); found != std::sregex_iterator(); ++found) {
      const std::string path = (*found)[1];
      // Where a new file belongs there are several already.
      const std::size_t least = path.find("NAME") == std::string::npos ? 1 : 3;
      EXPECT_GE(named_by(path), least) << page << ": " << path;
      ++paths;
    }
  }
  EXPECT_GT(paths, 40U);
}

TEST(Links, FirstGrundyValuesLeadToTheGlossary) {
  for (const char* page : {"README.md", "docs/tutorial.md", "docs/python.md", "docs/algorithms.md"}) {
    const std::string text = text_of_page(kRoot / page);
    EXPECT_NE(text.find("glossary.md#grundy-value"), std::string::npos) << page;
    EXPECT_NE(text.find("glossary.md#remoteness"), std::string::npos) << page;
  }
}

}  // namespace
}  // namespace bouton
