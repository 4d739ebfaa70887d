// Rule files in a rule directory and in the folders in it.
#include "bindings/lua/language/rule_folders.h"

#include <fstream>

#include <gtest/gtest.h>

#include "bindings/lua/load/loader.h"
#include "tests/temporary_directory.h"

namespace bouton::lua {
namespace {

namespace fs = std::filesystem;

class RuleFolders : public testing::Test {
 protected:
  fs::path path() const { return directory_.path(); }

  void write(const fs::path& file, const std::string& text) {
    fs::create_directories((path() / file).parent_path());
    std::ofstream(path() / file) << text;
  }

  /// A game with this source.
  void write_game(const fs::path& file, const std::string& from) {
    write(file,
          "return game { source = '" + from + "', position = { 'n' }, moves = function(n) if n > 0 then move(n - 1) end end }");
  }

  std::string source_of(const std::string& name, std::vector<fs::path> directories) {
    LoaderOptions options;
    options.rule_directories = std::move(directories);
    return load_game(name, {}, options)->source;
  }

 private:
  test::TemporaryDirectory directory_;
};

TEST_F(RuleFolders, AreTheDirectoryAndThoseInItSortedWithoutHiddenAndDeeperOnes) {
  for (const char* folder : {"b/deep", "a", ".git"}) fs::create_directories(path() / folder);
  write_game("file.lua", "file");
  EXPECT_EQ(rule_folders(path()), (std::vector<fs::path>{path(), path() / "a", path() / "b"}));
  EXPECT_EQ(rule_folders(path() / "none"), std::vector<fs::path>{path() / "none"});
}

TEST_F(RuleFolders, AFileOfTheDirectoryComesFirstAndThenTheFirstFolder) {
  write_game("one/b/x.lua", "in b");
  write_game("one/c/x.lua", "in c");
  write_game("two/x.lua", "second");
  const fs::path one = path() / "one";
  const fs::path two = path() / "two";
  EXPECT_EQ(source_of("x", {one, two}), "in b");
  EXPECT_EQ(source_of("x", {two, one}), "second");
  write_game("one/x.lua", "at the top");
  EXPECT_EQ(source_of("x", {one, two}), "at the top");
  EXPECT_EQ(find_rule_file({one, two}, "y"), std::nullopt);
}

TEST_F(RuleFolders, AllTheirGamesAreListedOnce) {
  for (const char* file : {"top.lua", "a/x.lua", "b/x.lua", "b/y.lua", "b/deep/z.lua", ".hidden/h.lua"}) write_game(file, file);
  EXPECT_EQ(list_games(std::vector<fs::path>{path()}), (std::vector<std::string>{"top", "x", "y"}));
}

TEST_F(RuleFolders, AVariantOfAGameInAnotherFolderIsOfTheSameDirectory) {
  write_game("shipped/a/base.lua", "shipped");
  write("shipped/b/other.lua", "return variant('base', {})");
  write_game("mine/base.lua", "mine");
  EXPECT_EQ(source_of("other", {path() / "mine", path() / "shipped"}), "shipped");
  EXPECT_EQ(source_of("base", {path() / "mine", path() / "shipped"}), "mine");
}

}  // namespace
}  // namespace bouton::lua
