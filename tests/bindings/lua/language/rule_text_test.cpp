// What is read as a rule file, and what is refused.

#include <atomic>
#include <thread>

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "bindings/lua/language/rule_text.h"
#include "engine/base/errors.h"
#include "tests/bindings/lua/rule_files.h"

namespace bouton {
namespace {

constexpr const char* kNim = "return game { position = { 'n' }, moves = function(n) if n > 0 then move(n - 1) end end }";

std::string complaint(RuleDirectory& directory, const std::string& name) {
  try {
    (void)lua::load_game(name, {}, directory.options);
    return "";
  } catch (const RuleError& error) {
    return error.what();
  }
}

TEST(RuleText, OfADeviceIsRefused) {
  RuleDirectory directory;
  std::filesystem::create_symlink("/dev/zero", "zero.lua");
  EXPECT_EQ(complaint(directory, "zero.lua"), "zero.lua cannot be read: it is not a regular file");
  directory.write("includes.lua", "return include('zero')");
  EXPECT_EQ(complaint(directory, "includes.lua"), "includes.lua:1: zero.lua cannot be read: it is not a regular file");
  std::filesystem::create_directory("folder.lua");
  EXPECT_EQ(complaint(directory, "folder.lua"), "folder.lua cannot be read: it is a directory");
}

TEST(RuleText, IsNotLongerThanARuleFileCanBe) {
  RuleDirectory directory;
  directory.write("long.lua", "");
  std::filesystem::resize_file("long.lua", lua::kLongestRuleFile + 1);
  EXPECT_EQ(complaint(directory, "long.lua"), "long.lua is longer than 16 MiB, too long for a rule file");
}

TEST(RuleText, ComesThroughAPipe) {
  RuleDirectory directory;
  ASSERT_EQ(mkfifo("pipe.lua", 0600), 0);
  std::thread writer([] { std::ofstream("pipe.lua") << kNim; });
  EXPECT_EQ(complaint(directory, "pipe.lua"), "");
  writer.join();
}

TEST(RuleText, IsNotWaitedForOnceInterrupted) {
  RuleDirectory directory;
  const std::atomic<bool> stop{true};
  directory.options.stop = &stop;
  ASSERT_EQ(mkfifo("pipe.lua", 0600), 0);  // nobody writes
  EXPECT_THROW((void)lua::load_game("pipe.lua", {}, directory.options), Interrupted);
}

/// As a script may: the shell reads such a line, which names what runs the file. Lines are counted with it.
TEST(RuleText, MayBeginWithALineForTheShell) {
  RuleDirectory directory;
  directory.write("script.lua", std::string("#!/usr/bin/env bouton\n") + kNim);
  EXPECT_EQ(complaint(directory, "script.lua"), "");
  directory.write("marked.lua", std::string("\xEF\xBB\xBF# rules\n") + kNim);
  EXPECT_EQ(complaint(directory, "marked.lua"), "");
  directory.write("wrong.lua", "#!/usr/bin/env bouton\nerror('no')");
  EXPECT_EQ(complaint(directory, "wrong.lua"), "wrong.lua:2: no");
  directory.write("only.lua", "#!/usr/bin/env bouton");
  EXPECT_EQ(complaint(directory, "only.lua"), "only.lua: the file returns nil, it must end with return game { ... }");
}

TEST(RuleText, MayBeginWithAByteOrderMark) {
  RuleDirectory directory;
  directory.write("marked.lua", std::string("\xEF\xBB\xBF") + kNim);
  EXPECT_EQ(complaint(directory, "marked.lua"), "");
  directory.options.sources.emplace("in-memory", std::string("\xEF\xBB\xBF") + kNim);
  EXPECT_EQ(complaint(directory, "in-memory"), "");
  directory.write("wide.lua", std::string("\xFF\xFE") + "r\0e\0t\0");
  EXPECT_EQ(complaint(directory, "wide.lua"), "wide.lua is UTF-16 text; save it as UTF-8");
}

TEST(RuleText, HasTheSameDigestWhereverItIs) {
  RuleDirectory directory;
  directory.write("filed.lua", kNim);
  directory.write("spaced.lua", std::string(kNim) + " ");
  directory.options.sources.emplace("in-memory", kNim);
  const auto digest = [&](const char* name) { return lua::load_game(name, {}, directory.options)->digest; };
  EXPECT_TRUE(digest("filed.lua").has_value());
  EXPECT_EQ(digest("in-memory"), digest("filed.lua"));
  EXPECT_NE(digest("spaced.lua"), digest("filed.lua"));
}

}  // namespace
}  // namespace bouton
