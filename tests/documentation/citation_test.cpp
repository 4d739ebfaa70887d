// CITATION.cff is what the Citation File Format 1.2.0 asks for, and says what the rest of the tree says.

#include <fstream>
#include <map>
#include <regex>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "bouton_places.h"

namespace {

std::string first_match(const char* file, const char* pattern) {
  std::ifstream stream(std::string(BOUTON_SOURCE_DIRECTORY "/") + file);
  std::smatch match;
  const std::regex wanted(pattern);
  for (std::string line; std::getline(stream, line);)
    if (std::regex_search(line, match, wanted)) return match[1];
  return "";
}

/// The members at the top, and the lines below each that has any.
struct Citation {
  std::map<std::string, std::string> members;
  std::map<std::string, std::vector<std::string>> below;
};

Citation read_citation() {
  static const std::regex kMember("([a-z-]+):(?: (.*))?");
  Citation citation;
  std::ifstream stream(BOUTON_SOURCE_DIRECTORY "/CITATION.cff");
  std::string name;
  std::smatch match;
  for (std::string line; std::getline(stream, line);) {
    EXPECT_EQ(line.find('\t'), std::string::npos) << line;
    if (line.starts_with(" ")) {
      citation.below[name].push_back(line);
    } else if (std::regex_match(line, match, kMember)) {
      name = match[1];
      EXPECT_FALSE(citation.members.contains(name)) << name;
      citation.members[name] = match[2];
    } else {
      ADD_FAILURE() << "no member: " << line;
    }
  }
  return citation;
}

TEST(Citation, HasWhatTheFormatAsksFor) {
  const Citation citation = read_citation();
  const auto& members = citation.members;
  for (const char* needed : {"cff-version", "message", "title", "authors"}) EXPECT_TRUE(members.contains(needed)) << needed;
  EXPECT_EQ(members.at("cff-version"), "1.2.0");
  EXPECT_EQ(members.at("type"), "software");
  for (const auto& [name, value] : members) {
    static const std::regex kKnown(
        "abstract|authors|cff-version|commit|contact|date-released|doi|identifiers|keywords|license|license-url|message|"
        "preferred-citation|references|repository|repository-artifact|repository-code|title|type|url|version");
    EXPECT_TRUE(std::regex_match(name, kKnown)) << name;
    const bool is_short = !value.empty() && value != ">-";
    EXPECT_NE(is_short, citation.below.contains(name)) << name;
    // A colon before a space begins a member, unless the text is quoted.
    if (is_short && value.find(": ") != std::string::npos) EXPECT_TRUE(value.starts_with('"') && value.ends_with('"')) << value;
  }
  ASSERT_TRUE(citation.below.contains("authors"));
  EXPECT_TRUE(std::regex_match(citation.below.at("authors").front(), std::regex("  - (name|family-names|given-names): .+")));
}

TEST(Citation, SaysWhatTheTreeSays) {
  const auto members = read_citation().members;
  EXPECT_EQ(members.at("version"), first_match("CMakeLists.txt", R"re(^project\(Bouton VERSION ([0-9.]+) )re"));
  EXPECT_EQ(members.at("license") + " License", first_match("LICENSE", "^(.*)$"));
  EXPECT_EQ(first_match("CITATION.cff", "^  - name: (.*)$"), first_match("LICENSE", "^Copyright \\(c\\) [0-9-]+ (.*)$"));
}

}  // namespace
