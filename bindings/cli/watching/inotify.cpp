// By inotify, and by the program that the process itself is.
#include <cstdlib>
#include <string_view>

#include <fmt/format.h>
#include <signal.h>
#include <sys/inotify.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "bindings/cli/watching/spawned_run.h"
#include "bindings/cli/watching/watching.h"
#include "bindings/output/sink/interrupt.h"
#include "engine/base/errors.h"

namespace bouton::cli {
namespace {

/// A file descriptor that is closed at the end.
class Descriptor {
 public:
  Descriptor(int number, std::string_view what) : number_(number) {
    if (number_ < 0) throw OutputError(fmt::format("watch: {}: {}", what, std::generic_category().message(errno)));
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() { close(number_); }
  int number() const { return number_; }

 private:
  int number_;
};

}  // namespace

/// Editors write the file, or put another in its place: what is watched is its folder.
class SavedFile::Impl {
 public:
  explicit Impl(const std::filesystem::path& file)
      : name_(file.filename()), events_(inotify_init1(IN_NONBLOCK | IN_CLOEXEC), "no file can be watched") {
    const std::filesystem::path folder = file.has_parent_path() ? file.parent_path() : ".";
    if (inotify_add_watch(events_.number(), folder.c_str(), IN_CLOSE_WRITE | IN_MOVED_TO) < 0)
      throw OutputError(fmt::format("watch: {}: {}", folder.native(), std::generic_category().message(errno)));
  }

  void wait() const {
    while (!was_saved()) wait_for_input(events_.number());
    while (was_saved()) {}  // all at once
  }

 private:
  bool was_saved() const {
    alignas(inotify_event) char buffer[4096];
    bool saved = false;
    for (ssize_t size = 0; !saved && (size = read(events_.number(), buffer, sizeof buffer)) > 0;)
      for (ssize_t at = 0; at < size;) {
        const auto& event = *reinterpret_cast<const inotify_event*>(buffer + at);
        saved = saved || (event.mask & IN_Q_OVERFLOW) != 0 || (event.len > 0 && name_ == event.name);
        at += static_cast<ssize_t>(sizeof(inotify_event) + event.len);
      }
    return saved;
  }

  std::filesystem::path name_;
  Descriptor events_;
};

SavedFile::SavedFile(const std::filesystem::path& file) : impl_(std::make_unique<Impl>(file)) {}
SavedFile::~SavedFile() = default;
void SavedFile::wait() { impl_->wait(); }

void run_to_end(const std::vector<std::string>& words) {
  const pid_t child = spawn_bouton("/proc/self/exe", words);
  try {
    const Descriptor ended(static_cast<int>(syscall(SYS_pidfd_open, child, 0)), "bouton cannot wait for its runs");
    wait_for_input(ended.number());
  } catch (...) {
    kill(child, SIGTERM);
    reap(child);
    throw;
  }
  reap(child);
}

}  // namespace bouton::cli
