#include "bindings/cli/watching/saved_file.h"

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>

#include "tests/temporary_directory.h"

namespace bouton::cli {
namespace {

using test::TemporaryDirectory;

// A change that is not seen lets wait() go on for ever.
TEST(SavedFile, IsSeenByItsSizeItsTimeItsBytesAndAnotherInItsPlace) {
  const TemporaryDirectory directory;
  directory.write("a.lua", "return 1");
  const std::filesystem::path path = directory / "a.lua";
  const std::filesystem::file_time_type time = std::filesystem::last_write_time(path);
  SavedFile file(path);
  directory.write("a.lua", "return 12");
  std::filesystem::last_write_time(path, time);
  file.wait();
  directory.write("a.lua", "return 34");
  std::filesystem::last_write_time(path, time - std::chrono::seconds(7));
  file.wait();
  directory.write("a.lua", "return 56");
  std::filesystem::last_write_time(path, time - std::chrono::seconds(7));
  file.wait();
  directory.write("new.lua", "return 78");
  std::filesystem::rename(directory / "new.lua", path);
  file.wait();
}

TEST(SavedFile, IsSeenOnceItIsThere) {
  const TemporaryDirectory directory;
  SavedFile file(directory / "a.lua");
  directory.write("a.lua", "return 1");
  file.wait();
}

}  // namespace
}  // namespace bouton::cli
