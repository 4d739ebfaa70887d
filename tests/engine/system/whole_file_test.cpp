#include "engine/system/whole_file.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <string>

#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/base/errors.h"
#include "engine/system/blocked_signals.h"
#include "engine/system/read_file.h"
#include "tests/temporary_directory.h"

namespace bouton {
namespace {

using std::filesystem::perms;

class WholeFileTest : public testing::Test {
 protected:
  std::filesystem::path at(const std::string& name) const { return folder_ / name; }
  std::size_t files() const { return folder_.files(); }
  void put(const std::string& name, std::string_view text) const { folder_.write(name, text); }
  std::string text(const std::string& name) const { return read_whole_file(at(name)).value_or("no such file"); }
  static void write(const std::filesystem::path& path, std::string_view bytes,
                    WholeFile::Existing existing = WholeFile::Existing::replace) {
    WholeFile file(path, existing);
    file.write(bytes);
    file.finish();
  }
  /// What writing says is wrong; "" if nothing is.
  static std::string complaint(const std::filesystem::path& path, WholeFile::Existing existing = WholeFile::Existing::replace) {
    try {
      write(path, "new", existing);
      return "";
    } catch (const OutputError& error) {
      return error.what();
    }
  }
  /// The exit code of a child process that does this.
  static int in_child(const std::function<int()>& work) {
    const pid_t child = fork();
    if (child == 0) {
      try {
        _exit(work());
      } catch (...) {
        _exit(99);
      }
    }
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }

  const test::TemporaryDirectory folder_;
};

TEST_F(WholeFileTest, KeepsWhatWasThereUntilTheNewIsComplete) {
  put("file", "before");
  {
    WholeFile file(at("file"));
    file.write("one ");
    file.write("two");
    EXPECT_EQ(text("file"), "before");
    file.finish();
  }
  EXPECT_EQ(text("file"), "one two");
  EXPECT_EQ(files(), 1U);
  EXPECT_FALSE(read_whole_file(at("none")).has_value());
}

TEST_F(WholeFileTest, IsDeletedWhenItIsNotFinished) {
  { WholeFile(at("file")).write("half"); }
  EXPECT_EQ(files(), 0U);
}

TEST_F(WholeFileTest, TwoWritersAtOnceDoNotHearOfEachOther) {
  WholeFile first(at("file")), second(at("file"));
  first.write("the first");
  second.write("the second");
  second.finish();
  EXPECT_EQ(text("file"), "the second");
  first.finish();
  EXPECT_EQ(text("file"), "the first");
  EXPECT_EQ(files(), 1U);
}

TEST_F(WholeFileTest, IsDeletedBeforeTheProcessIsKilled) {
  put("finished", "before");
  const int code = in_child([&] {
    write(at("finished"), "after");
    WholeFile one(at("one")), two(at("two"));
    one.write("half");
    remove_unfinished_files();
    return raise(SIGKILL);
  });
  EXPECT_EQ(code, 128 + SIGKILL);
  EXPECT_EQ(text("finished"), "after");
  EXPECT_EQ(files(), 1U);
}

TEST_F(WholeFileTest, LeavesNothingWhenTheProcessIsKilled) {
  const int probe = open(folder_.path().c_str(), O_TMPFILE | O_WRONLY, 0600);
  if (probe < 0) GTEST_SKIP() << "this file system has no files without a name";
  close(probe);
  put("file", "before");
  const int code = in_child([&] {
    WholeFile one(at("file")), two(at("new"));
    one.write("half");
    return raise(SIGKILL);
  });
  EXPECT_EQ(code, 128 + SIGKILL);
  EXPECT_EQ(text("file"), "before");
  EXPECT_EQ(files(), 1U);
}

TEST_F(WholeFileTest, FollowsLinks) {
  std::filesystem::create_directory(at("folder"));
  put("folder/real", "before");
  std::filesystem::create_symlink("folder/next", at("link"));
  std::filesystem::create_symlink("real", at("folder/next"));
  write(at("link"), "after");
  EXPECT_TRUE(std::filesystem::is_symlink(at("link")));
  EXPECT_TRUE(std::filesystem::is_symlink(at("folder/next")));
  EXPECT_EQ(text("folder/real"), "after");
  std::filesystem::create_symlink("missing", at("to-nothing"));
  write(at("to-nothing"), "made");
  EXPECT_EQ(text("missing"), "made");
  std::filesystem::create_symlink("circle", at("circle"));
  EXPECT_EQ(complaint(at("circle")), "cannot write to " + at("circle").native() + ": Too many levels of symbolic links");
  EXPECT_TRUE(std::filesystem::is_symlink(at("circle")));
}

TEST_F(WholeFileTest, KeepsTheModeOfTheOldAndObeysTheMaskForTheNew) {
  put("old", "before");
  std::filesystem::permissions(at("old"), perms(0604));
  const mode_t mask = umask(027);
  write(at("old"), "after");
  write(at("new"), "made");
  umask(mask);
  EXPECT_EQ(std::filesystem::status(at("old")).permissions(), perms(0604));
  EXPECT_EQ(std::filesystem::status(at("new")).permissions(), perms(0640));
}

TEST_F(WholeFileTest, WritesToAPipeDirectly) {
  ASSERT_EQ(mkfifo(at("pipe").c_str(), 0600), 0);
  std::filesystem::create_symlink("pipe", at("link"));
  const int reader = open(at("pipe").c_str(), O_RDONLY | O_NONBLOCK);
  write(at("link"), "through");
  char bytes[16] = {};
  EXPECT_EQ(read(reader, bytes, sizeof bytes), 7);
  EXPECT_STREQ(bytes, "through");
  close(reader);
  EXPECT_TRUE(std::filesystem::is_fifo(at("pipe")));
  EXPECT_TRUE(std::filesystem::is_symlink(at("link")));
  EXPECT_EQ(files(), 2U);
}

TEST_F(WholeFileTest, SaysThatNobodyReadsThePipe) {
  EXPECT_EQ(in_child([&] {
              signal(SIGPIPE, SIG_IGN);
              mkfifo(at("pipe").c_str(), 0600);
              const int reader = open(at("pipe").c_str(), O_RDONLY | O_NONBLOCK);
              WholeFile file(at("pipe"));
              close(reader);
              try {
                file.write("to nobody");
              } catch (const ReaderGone&) {
                return 7;
              }
              return 0;
            }),
            7);
}

// Root may rename over a device, so the test makes one of its own where it can.
TEST_F(WholeFileTest, WritesToADeviceDirectly) {
  std::filesystem::path full = "/dev/full";
  if (geteuid() == 0) {
    const bool made = mknod(at("full").c_str(), S_IFCHR | 0666, makedev(1, 7)) == 0 && open(at("full").c_str(), O_WRONLY) >= 0;
    if (!made) GTEST_SKIP() << "this root may not make a device to write to";
    full = at("full");
  }
  EXPECT_EQ(complaint(full), "cannot write to " + full.native() + ": No space left on device");
  EXPECT_TRUE(std::filesystem::is_character_file(full));
}

TEST_F(WholeFileTest, SharesADescriptorOfTheProcessWithItsOtherUsers) {
  const int descriptor = open(at("file").c_str(), O_WRONLY | O_CREAT, 0600);
  const auto print = [&](std::string_view text) { return ::write(descriptor, text.data(), text.size()); };
  print("first ");
  write("/dev/fd/" + std::to_string(descriptor), "second ");
  std::filesystem::create_symlink("/proc/self/fd/" + std::to_string(descriptor), at("link"));
  write(at("link"), "third ");
  print("fourth");
  close(descriptor);
  EXPECT_EQ(text("file"), "first second third fourth");
  EXPECT_EQ(complaint("/dev/fd/" + std::to_string(descriptor)),
            "cannot write to /dev/fd/" + std::to_string(descriptor) + ": Bad file descriptor");
}

TEST_F(WholeFileTest, ThatCannotBeWrittenIsAnError) {
  std::filesystem::create_directory(at("folder"));
  put("file", "before");
  EXPECT_EQ(complaint(at("folder")), "cannot write to " + at("folder").native() + ": Is a directory");
  EXPECT_EQ(complaint(at("new/")), "cannot write to " + at("new/").native() + ": Is a directory");
  EXPECT_EQ(complaint(at("none/file")), "cannot create " + at("none/file").native() + ": No such file or directory");
  EXPECT_EQ(complaint(at("file/file")), "cannot write to " + at("file/file").native() + ": Not a directory");
  EXPECT_EQ(complaint(""), "cannot write to : No such file or directory");
  EXPECT_EQ(complaint(at("file"), WholeFile::Existing::keep), "cannot create " + at("file").native() + ": File exists");
  EXPECT_EQ(text("file"), "before");
  EXPECT_EQ(files(), 2U);
}

TEST_F(WholeFileTest, ThatMustBeNewIsNotReplacedLaterEither) {
  WholeFile file(at("file"), WholeFile::Existing::keep);
  file.write("mine");
  put("file", "another's");
  EXPECT_THROW(file.finish(), OutputError);
  EXPECT_EQ(text("file"), "another's");
}

TEST_F(WholeFileTest, DoesNotReplaceAFileThatMayNotBeWrittenTo) {
  put("file", "before");
  std::filesystem::permissions(at("file"), perms(0444));
  std::filesystem::permissions(folder_.path(), perms(0777));
  const int code = in_child([&] {
    constexpr uid_t kNobody = 65534;
    if (geteuid() == 0 && seteuid(kNobody) != 0) return 1;
    return complaint(at("file")) == "cannot write to " + at("file").native() + ": Permission denied" ? 0 : 2;
  });
  EXPECT_EQ(code, 0);
  EXPECT_EQ(text("file"), "before");
}

TEST_F(WholeFileTest, LeavesNothingBehindOnAFullDisk) {
  put("file", "before");
  const int code = in_child([&] {
    ignore_file_size_signal();
    const rlimit limit = {1000, 1000};  // as if the disk had room for so many bytes
    if (setrlimit(RLIMIT_FSIZE, &limit) != 0) return 1;
    try {
      write(at("file"), std::string(5000, 'x'));
    } catch (const OutputError&) {
      return 0;
    }
    return 2;
  });
  EXPECT_EQ(code, 0);
  EXPECT_EQ(text("file"), "before");
  EXPECT_EQ(files(), 1U);
}

TEST_F(WholeFileTest, MayHaveTheLongestName) {
  const std::string name(255, 'n');
  write(at(name), "long");
  EXPECT_EQ(text(name), "long");
}

TEST_F(WholeFileTest, StopsWhenAsked) {
  std::atomic<bool> stop = false;
  put("file", "before");
  {
    WholeFile file(at("file"), WholeFile::Existing::replace, &stop);
    file.write("half");
    stop = true;
    EXPECT_THROW(file.write("whole"), Interrupted);
  }
  EXPECT_EQ(text("file"), "before");
  EXPECT_EQ(files(), 1U);
}

}  // namespace
}  // namespace bouton
