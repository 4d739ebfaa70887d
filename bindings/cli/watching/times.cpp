// By looking at the file five times a second, where the system has no other way that is known here.
#include <cerrno>
#include <csignal>
#include <optional>
#include <tuple>

#include <fmt/format.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "bindings/cli/watching/watching.h"
#include "bindings/output/sink/interrupt.h"
#include "engine/base/errors.h"
#include "engine/system/environment.h"

extern char** environ;

namespace bouton::cli {
namespace {

constexpr int kNoFile = -1;
constexpr double kBetween = 0.2, kBetweenRuns = 0.02;  // seconds

}  // namespace

class SavedFile::Impl {
 public:
  explicit Impl(std::filesystem::path file) : file_(std::move(file)), seen_(state()) {}

  void wait() {
    while (true) {
      wait_for_input(kNoFile, kBetween);
      // An editor may be about to put another in its place.
      const std::optional<State> now = state();
      if (!now || now == seen_) continue;
      seen_ = now;
      return;
    }
  }

 private:
  using State = std::tuple<ino_t, off_t, std::filesystem::file_time_type>;

  std::optional<State> state() const {
    struct stat known = {};
    std::error_code error;
    const auto time = std::filesystem::last_write_time(file_, error);
    if (error || stat(file_.c_str(), &known) != 0) return std::nullopt;
    return State{known.st_ino, known.st_size, time};
  }

  std::filesystem::path file_;
  std::optional<State> seen_;
};

SavedFile::SavedFile(const std::filesystem::path& file) : impl_(std::make_unique<Impl>(file)) {}
SavedFile::~SavedFile() = default;
void SavedFile::wait() { impl_->wait(); }

void run_to_end(const std::vector<std::string>& words) {
  const std::optional<std::filesystem::path> program = program_file();
  if (!program) throw OutputError("watch: bouton cannot be run: where it is, is not known");
  std::vector<char*> arguments = {const_cast<char*>("bouton")};
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  pid_t child = 0;
  if (const int error = posix_spawn(&child, program->c_str(), nullptr, nullptr, arguments.data(), environ); error != 0)
    throw OutputError(fmt::format("watch: bouton cannot be run: {}", std::generic_category().message(error)));
  try {
    while (waitpid(child, nullptr, WNOHANG) == 0) wait_for_input(kNoFile, kBetweenRuns);
  } catch (...) {
    kill(child, SIGTERM);
    while (waitpid(child, nullptr, 0) < 0 && errno == EINTR) {}
    throw;
  }
}

}  // namespace bouton::cli
