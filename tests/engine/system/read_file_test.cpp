#include "engine/system/read_file.h"

#include <atomic>
#include <fstream>
#include <thread>

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "engine/base/errors.h"
#include "tests/temporary_directory.h"

namespace bouton {
namespace {

class ReadFileTest : public testing::Test {
 protected:
  std::filesystem::path at(const std::string& name) const { return folder_ / name; }
  void put(const std::string& name, std::string_view text) const { folder_.write(name, text); }
  std::filesystem::path pipe() const {
    EXPECT_EQ(mkfifo(at("pipe").c_str(), 0600), 0);
    return at("pipe");
  }
  static std::string complaint(const std::filesystem::path& path, Pipes pipes) {
    try {
      (void)read_whole_file(path, {}, pipes);
      return "";
    } catch (const RequestError& error) {
      return error.what();
    }
  }

  test::TemporaryDirectory folder_;
};

TEST_F(ReadFileTest, ReadsAllOfAFile) {
  const std::string text(200'000, 'x');
  put("file", text);
  EXPECT_EQ(read_whole_file(at("file")), text);
  EXPECT_EQ(read_whole_file(at("none")), std::nullopt);
}

TEST_F(ReadFileTest, KeepsToTheBudget) {
  put("file", "12345");
  Budget budget;
  budget.memory = 4;
  EXPECT_THROW(read_whole_file(at("file"), budget), LimitError);
  budget.memory = 5;
  EXPECT_EQ(read_whole_file(at("file"), budget), "12345");
  const std::atomic<bool> stop = true;
  budget.stop = &stop;
  EXPECT_THROW(read_whole_file(at("file"), budget), Interrupted);
}

TEST_F(ReadFileTest, ReadsNoMoreThanIsAskedFor) {
  put("file", "12345");
  EXPECT_EQ(read_bytes(at("file"), {}, Pipes::refused, 4).result, FileBytes::Result::too_long);
  EXPECT_EQ(read_bytes(at("file"), {}, Pipes::refused, 5).bytes, "12345");
}

TEST_F(ReadFileTest, RefusesWhatIsNoFile) {
  for (const Pipes pipes : {Pipes::refused, Pipes::read}) {
    EXPECT_EQ(complaint("/dev/zero", pipes), "cannot read /dev/zero: it is not a regular file");
    EXPECT_EQ(complaint(folder_.path(), pipes), "cannot read " + folder_.path().native() + ": it is a directory");
  }
}

TEST_F(ReadFileTest, DoesNotWaitForAPipe) {
  const std::filesystem::path path = pipe();  // which nobody writes to
  EXPECT_EQ(complaint(path, Pipes::refused), "cannot read " + path.native() + ": it is not a regular file");
  EXPECT_EQ(read_head(path, 8), "");
}

TEST_F(ReadFileTest, ReadsAPipeThatItIsAskedFor) {
  const std::filesystem::path path = pipe();
  std::thread writer([&] { std::ofstream(path) << "through a pipe"; });
  EXPECT_EQ(read_whole_file(path, {}, Pipes::read), "through a pipe");
  writer.join();
}

/// The second poll comes after a wait for the pipe.
TEST_F(ReadFileTest, StopsToWaitForAPipeWhenAsked) {
  const std::filesystem::path path = pipe();
  std::atomic<std::int64_t> polls = 1;
  Budget budget;
  budget.polls_left = &polls;
  EXPECT_THROW(read_whole_file(path, budget, Pipes::read), Interrupted);
}

TEST_F(ReadFileTest, ReadsTheFirstBytesAlone) {
  put("file", "12345");
  EXPECT_EQ(read_head(at("file"), 3), "123");
  EXPECT_EQ(read_head(at("file"), 9), "12345");
  EXPECT_EQ(read_head(at("none"), 9), "");
  EXPECT_EQ(read_head("/dev/zero", 9), "");
}

}  // namespace
}  // namespace bouton
