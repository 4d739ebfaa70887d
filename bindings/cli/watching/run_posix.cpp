// By the program that the process itself is, where systems have POSIX's processes.
#include <cerrno>
#include <csignal>
#include <filesystem>
#include <optional>
#include <system_error>

#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bindings/cli/watching/run_to_end.h"
#include "bindings/output/sink/interrupt.h"
#include "engine/base/errors.h"
#include "engine/system/environment.h"

// Which headers declare it differs.
extern char** environ;

namespace bouton::cli {
namespace {

constexpr double kBetweenLooks = 0.02;  // seconds

/// The program's file; where /proc has it, it is the program even after another was put in its place.
std::filesystem::path own_program() {
  constexpr const char* kOfProcess = "/proc/self/exe";
  if (access(kOfProcess, X_OK) == 0) return kOfProcess;
  std::optional<std::filesystem::path> program = program_file();
  if (!program) throw OutputError("watch: bouton cannot be run: its path is not known");
  return *std::move(program);
}

pid_t begin_run(const std::vector<std::string>& words) {
  std::vector<char*> arguments = {const_cast<char*>("bouton")};
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  pid_t child = 0;
  if (const int error = posix_spawn(&child, own_program().c_str(), nullptr, nullptr, arguments.data(), environ); error != 0)
    throw OutputError(fmt::format("watch: bouton cannot be run: {}", std::generic_category().message(error)));
  return child;
}

}  // namespace

void run_to_end(const std::vector<std::string>& words) {
  const pid_t child = begin_run(words);
  try {
    while (waitpid(child, nullptr, WNOHANG) == 0) wait_for_seconds(kBetweenLooks);
  } catch (...) {
    kill(child, SIGTERM);
    while (waitpid(child, nullptr, 0) < 0 && errno == EINTR) {}
    throw;
  }
}

}  // namespace bouton::cli
