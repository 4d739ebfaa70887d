#include "engine/system/growing_file.h"

#include <string>

#include <gtest/gtest.h>

#include "engine/base/errors.h"
#include "engine/system/read_file.h"
#include "tests/temporary_directory.h"

namespace bouton {
namespace {

TEST(GrowingFile, GrowsPieceByPiece) {
  const test::TemporaryDirectory directory;
  const std::filesystem::path path = directory.path() / "journal";
  {
    GrowingFile file(path, 0);
    file.add("one ");
    EXPECT_EQ(read_whole_file(path), "one ");
    file.add("two ");
    EXPECT_EQ(read_whole_file(path), "one two ");
  }
  GrowingFile file(path, 4);
  EXPECT_EQ(read_whole_file(path), "one ");
  file.add("three");
  EXPECT_EQ(read_whole_file(path), "one three");
}

TEST(GrowingFile, SaysWhereItCannotBe) {
  const test::TemporaryDirectory directory;
  try {
    GrowingFile(directory.path() / "none" / "journal", 0);
    FAIL();
  } catch (const OutputError& error) {
    EXPECT_NE(std::string(error.what()).find("journal: No such file or directory"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace bouton
