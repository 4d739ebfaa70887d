// What the system does not allow ends with a sentence and a code of Bouton's own.
#include <cstdlib>

#include <gtest/gtest.h>

#include "tests/bindings/cli/program.h"

namespace bouton::cli {
namespace {

/// The files that the run itself did not need.
std::size_t outputs(const TemporaryDirectory& directory) {
  std::size_t count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(directory.path()))
    if (entry.path().filename() != "run.sh" && entry.path().filename() != "errors") ++count;
  return count;
}

TEST(SystemLimits, AFileThatBecomesTooLargeIsAnError) {
  for (const char* const command :
       {"table wythoff 500 500 -o o.csv --quiet", "table wythoff 500 500 -o o.npy --quiet",
        "table wythoff 500 500 --value outcome --checkpoint c -o o.csv --quiet", "sequence kayles 90000 -o o.b --quiet"}) {
    const TemporaryDirectory directory;
    const Result result = run_with_room(directory, command, 8);
    EXPECT_EQ(result.code, 2) << command;
    EXPECT_TRUE(holds(result.err, "cannot write to o.") && holds(result.err, "File too large")) << result.err;
    EXPECT_EQ(outputs(directory), 0U) << command;
  }
}

TEST(SystemLimits, StandardOutputThatBecomesTooLargeIsAnError) {
  const TemporaryDirectory directory;
  const Result result = run_with_room(directory, "table wythoff 500 500 --format csv --quiet >out", 8);
  EXPECT_EQ(result.code, 2);
  EXPECT_TRUE(holds(result.err, "File too large")) << result.err;
}

TEST(SystemLimits, AMissingFolderForTemporaryFilesIsNamed) {
  const TemporaryDirectory directory;
  ASSERT_EQ(run_bouton(words("table wythoff 5 5 -o w.json"), "", directory.path()).code, 0);
  for (const char* const command : {"positions wythoff 50 50 --format npy | cat >out; exit ${PIPESTATUS[0]}",
                                    "table wythoff 50 50 --format npy | cat >out; exit ${PIPESTATUS[0]}", "redo w.json >out"}) {
    directory.write("run.sh", fmt::format("cd '{}' && export TMPDIR=/nowhere/to/be/found && '{}' {}\n",
                                          directory.path().native(), BOUTON_PROGRAM, command));
    const int status = std::system(fmt::format("bash '{0}/run.sh' 2>'{0}/errors'", directory.path().native()).c_str());
    const std::string errors = directory.read("errors");
    if (!holds(command, "table")) {
      EXPECT_EQ(WEXITSTATUS(status), 2) << command;
    }
    EXPECT_FALSE(holds(errors, "fault")) << errors;
    if (WEXITSTATUS(status) != 0) {
      EXPECT_TRUE(holds(errors, "/nowhere/to/be/found") && holds(errors, "TMPDIR")) << errors;
    }
  }
}

/// Of a program that a sanitizer watches, which takes terabytes of addresses, nothing starts.
TEST(SystemLimits, AddressesThatRunOutAreNoFaultOfBouton) {
  const TemporaryDirectory directory;
  std::size_t limits = 0;
  for (int mebibytes = 24; mebibytes <= 512; mebibytes += mebibytes / 3, ++limits) {
    const Result result = run_after(directory, fmt::format("ulimit -v {}", mebibytes * 1024),
                                    "table wythoff 300 300 --threads 2 -o o.csv --quiet");
    const bool has_begun = holds(result.err, "bouton: ");
    EXPECT_FALSE(holds(result.err, "fault")) << mebibytes << " MiB: " << result.err;
    if (has_begun) {
      EXPECT_EQ(result.code, 1) << mebibytes << " MiB: " << result.err;
    }
    EXPECT_TRUE(has_begun || result.code == 0 || result.code > 125 || holds(result.err, "Sanitizer") ||
                holds(result.err, "loading shared libraries"))
        << mebibytes << " MiB: " << result.code << " " << result.err;
  }
  EXPECT_GT(limits, 5U);
}

}  // namespace
}  // namespace bouton::cli
