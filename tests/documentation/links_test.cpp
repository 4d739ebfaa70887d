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

TEST(Links, FirstGrundyValuesLeadToTheGlossary) {
  for (const char* page : {"README.md", "docs/tutorial.md", "docs/python.md", "docs/algorithms.md"}) {
    const std::string text = text_of_page(kRoot / page);
    EXPECT_NE(text.find("glossary.md#grundy-value"), std::string::npos) << page;
    EXPECT_NE(text.find("glossary.md#remoteness"), std::string::npos) << page;
  }
}

}  // namespace
}  // namespace bouton
