// The rule files and commands of the README and of the pages in docs/, run as a reader would type them.
//
// A block ```lua whose first line is "-- NAME.lua" is a file. A block ```console holds lines "$ COMMAND" and what they print.

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "bouton_places.h"
#include "tests/temporary_directory.h"

namespace {

struct Block {
  std::string language;
  std::vector<std::string> lines;
};

std::vector<Block> read_blocks(const std::string& path) {
  std::ifstream stream(path);
  std::vector<Block> blocks;
  bool inside = false;
  for (std::string line; std::getline(stream, line);) {
    if (line.starts_with("```")) {
      inside = !inside;
      if (inside) blocks.push_back({line.substr(3), {}});
    } else if (inside) {
      blocks.back().lines.push_back(line);
    }
  }
  return blocks;
}

/// What a shell command prints, both streams.
std::string output_of(const std::string& command) {
  std::string output;
  FILE* const pipe = popen((command + " 2>&1").c_str(), "r");
  for (int c = 0; (c = std::fgetc(pipe)) != EOF;) output += static_cast<char>(c);
  pclose(pipe);
  return output;
}

std::string content_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  EXPECT_TRUE(file.good()) << path;
  return {std::istreambuf_iterator<char>(file), {}};
}

/// A picture without what it says of the command, the version and the rule file.
std::string without_metadata(std::string svg) {
  const std::size_t begin = svg.find("<metadata>"), end = svg.find("</metadata>\n");
  if (begin != std::string::npos && end != std::string::npos) svg.erase(begin, end + 12 - begin);
  return svg;
}

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

struct Page {
  const char* path;
  std::size_t least_commands, least_files;  ///< so many it has at least
  std::vector<std::string> pictures = {};   ///< of docs/pictures, which its commands write
};

class Documentation : public testing::TestWithParam<Page> {};

// Takes up to 11 s a page, since the commands are those that readers see. Of docs/theorems.md it is `discover`, which looks for
// theorems of Nimrod and of a hundred games of one family; of docs/tutorial.md `report`, which does so too and is run twice.
TEST_P(Documentation, CommandsPrintWhatItSays) {
  const bouton::test::TemporaryDirectory directory;
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::current_path(directory.path());
  const std::string path = "PATH='" + std::filesystem::path(BOUTON_PROGRAM).parent_path().string() + "':\"$PATH\"; ";
  std::size_t commands = 0;
  std::size_t files = 0;
  for (const Block& block : read_blocks(std::string(BOUTON_SOURCE_DIRECTORY "/") + GetParam().path)) {
    if (block.language == "lua" && !block.lines.empty() && block.lines[0].starts_with("-- ")) {
      std::ofstream(block.lines[0].substr(3)) << joined(block.lines);
      ++files;
    }
    if (block.language != "console") continue;
    for (std::size_t i = 0; i < block.lines.size();) {
      ASSERT_TRUE(block.lines[i].starts_with("$ ")) << block.lines[i];
      const std::string command = block.lines[i++].substr(2);
      std::string expected;
      while (i < block.lines.size() && !block.lines[i].starts_with("$ ")) expected += block.lines[i++] + "\n";
      EXPECT_EQ(output_of(path + command), expected) << command;
      ++commands;
    }
  }
  for (const std::string& picture : GetParam().pictures)
    EXPECT_EQ(without_metadata(content_of(picture)), content_of(BOUTON_SOURCE_DIRECTORY "/docs/pictures/" + picture))
        << picture;
  std::filesystem::current_path(before);
  EXPECT_GE(commands, GetParam().least_commands);
  EXPECT_GE(files, GetParam().least_files);
}

std::string name_of(const testing::TestParamInfo<Page>& info) { return std::filesystem::path(info.param.path).stem().string(); }

INSTANTIATE_TEST_SUITE_P(Pages, Documentation,
                         testing::Values(Page{"README.md", 8, 2, {"wythoff.svg"}}, Page{"docs/command.md", 5, 2},
                                         Page{"docs/prompt.md", 2, 1}, Page{"docs/play.md", 5, 0},
                                         Page{"docs/tutorial.md", 14, 3, {"even.svg"}}, Page{"docs/theorems.md", 9, 1},
                                         Page{"docs/scaling.md", 6, 1}),
                         name_of);

}  // namespace
