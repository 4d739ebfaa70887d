#include "engine/system/environment.h"

#include <array>
#include <string>

#include <gtest/gtest.h>

#include "engine/system/read_file.h"

namespace bouton {
namespace {

TEST(Environment, VariablesAreWhatTheyWereSetTo) {
  EXPECT_EQ(environment_variable("BOUTON_TEST_OF_VARIABLES"), std::nullopt);
  for (const char* value : {"1", "with blanks", "Größe – 大きさ"}) {
    set_environment_variable("BOUTON_TEST_OF_VARIABLES", value);
    EXPECT_EQ(environment_variable("BOUTON_TEST_OF_VARIABLES"), value);
  }
}

TEST(Environment, ProgramIsTheOneThatRuns) {
  const std::optional<std::filesystem::path> program = program_file();
  ASSERT_TRUE(program.has_value());
  EXPECT_TRUE(std::filesystem::is_regular_file(*program));
  EXPECT_EQ(program->stem(), "engine_test");
}

TEST(Environment, MachineHasMemory) { EXPECT_GT(physical_memory(), std::size_t{1} << 24); }

TEST(Environment, DatesAreInUtc) {
  struct Case {
    std::time_t seconds;
    int year, month, day, hour;
  };
  for (const Case& one : {Case{0, 1970, 1, 1, 0}, Case{951'782'400, 2000, 2, 29, 0}, Case{4'102'444'799, 2099, 12, 31, 23}}) {
    const std::tm date = date_in_utc(one.seconds);
    EXPECT_EQ(date.tm_year + 1900, one.year);
    EXPECT_EQ(date.tm_mon + 1, one.month);
    EXPECT_EQ(date.tm_mday, one.day);
    EXPECT_EQ(date.tm_hour, one.hour);
  }
}

TEST(Environment, ScratchFilesAreEmptyAndOnesOwn) {
  const std::array files = {make_scratch_file(), make_scratch_file()};
  EXPECT_NE(files[0], files[1]);
  for (const std::filesystem::path& file : files) {
    EXPECT_EQ(read_whole_file(file), "");
    std::filesystem::remove(file);
  }
}

}  // namespace
}  // namespace bouton
