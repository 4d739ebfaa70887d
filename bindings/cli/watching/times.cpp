// By looking at the file five times a second, where the system has no other way that is known here.
#include <csignal>
#include <optional>
#include <tuple>

#include <sys/stat.h>
#include <sys/wait.h>

#include "bindings/cli/watching/spawned_run.h"
#include "bindings/cli/watching/watching.h"
#include "bindings/output/sink/interrupt.h"
#include "engine/base/errors.h"
#include "engine/system/environment.h"

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
  if (!program) throw OutputError("watch: bouton cannot be run: its path is not known");
  const pid_t child = spawn_bouton(program->c_str(), words);
  try {
    while (waitpid(child, nullptr, WNOHANG) == 0) wait_for_input(kNoFile, kBetweenRuns);
  } catch (...) {
    kill(child, SIGTERM);
    reap(child);
    throw;
  }
}

}  // namespace bouton::cli
