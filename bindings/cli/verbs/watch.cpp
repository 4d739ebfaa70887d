#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <iterator>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <signal.h>
#include <spawn.h>
#include <sys/inotify.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bindings/cli/verbs/verbs.h"
#include "bindings/output/sink/interrupt.h"
#include "engine/base/errors.h"
#include "engine/base/plain_text.h"

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

/// Tells when a file is saved. Editors write it, or put another in its place: what is watched is its folder.
class SavedFile {
 public:
  explicit SavedFile(const std::filesystem::path& file)
      : name_(file.filename()), events_(inotify_init1(IN_NONBLOCK | IN_CLOEXEC), "no file can be watched") {
    const std::filesystem::path folder = file.has_parent_path() ? file.parent_path() : ".";
    if (inotify_add_watch(events_.number(), folder.c_str(), IN_CLOSE_WRITE | IN_MOVED_TO) < 0)
      throw OutputError(fmt::format("watch: {}: {}", folder.native(), std::generic_category().message(errno)));
  }

  /// Returns once the file was saved since the last call, or since this object was made. Throws Interrupted.
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

/// Runs the command with these words, to its end. Throws Interrupted, and ends it then.
void run_to_end(const std::vector<std::string>& words) {
  std::vector<char*> arguments = {const_cast<char*>("bouton")};
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  pid_t child = 0;
  if (const int error = posix_spawn(&child, "/proc/self/exe", nullptr, nullptr, arguments.data(), environ); error != 0)
    throw OutputError(fmt::format("watch: bouton cannot be run: {}", std::generic_category().message(error)));
  const auto reap = [&] {
    while (waitpid(child, nullptr, 0) < 0 && errno == EINTR) {}
  };
  try {
    const Descriptor ended(static_cast<int>(syscall(SYS_pidfd_open, child, 0)), "its runs cannot be waited for");
    wait_for_input(ended.number());
  } catch (...) {
    kill(child, SIGTERM);
    reap();
    throw;
  }
  reap();
}

bool can_clear(const Context& context) {
  const char* const kind = std::getenv("TERM");
  return context.on_terminal() && kind != nullptr && std::string_view(kind) != "dumb";
}

/// The words of each run: the verb, the file, and what follows.
std::vector<std::string> words_of_run(Context& context) {
  const std::vector<std::string>& asked = context.request().operands;
  if (asked.empty()) context.usage_error("a FILE.lua is missing");
  std::error_code error;
  if (!std::filesystem::is_regular_file(asked[0], error)) throw RequestError(fmt::format("there is no file {}", asked[0]));
  std::vector<std::string> words = {asked.size() > 1 ? asked[1] : "solve"};
  const Verb& verb = find_verb(words[0]);
  for (const std::string_view other : {"play", "repl", "new", "watch"})
    if (verb.name == other) context.usage_error(fmt::format("'{}' is not a verb that can be run again and again", other));
  const bool is_path = asked[0].find('/') != std::string::npos;
  words.push_back(is_path ? asked[0] : "./" + asked[0]);
  if (asked.size() > 2) words.insert(words.end(), asked.begin() + 2, asked.end());
  return words;
}

int watch(Context& context) {
  const std::vector<std::string> words = words_of_run(context);
  const SavedFile file(context.request().operands[0]);
  const bool clears = can_clear(context);
  const std::string line = plain_line(fmt::format("bouton {}", fmt::join(words, " ")));
  while (true) {
    if (clears) context.out().write("\x1b[H\x1b[2J\x1b[3J");
    context.out().print("{}{}\n", line, clears ? "   (again when it is saved; Ctrl-C ends)" : "");
    context.out().flush();
    run_to_end(words);
    file.wait();
  }
}

}  // namespace

Verb watch_verb() {
  return {.name = "watch",
          .usage = "FILE.lua [VERB ...]",
          .summary = "runs a verb again whenever a rule file is saved",
          .help =
              "Runs `bouton VERB FILE.lua ...`, by default solve, and again whenever the file is saved, until Ctrl-C ends it.\n"
              "On a terminal each run takes the place of the one before. An error in the file is shown like an answer.\n\n"
              "  bouton watch mine.lua table 20\n"
              "  bouton watch mine.lua solve 10 --all-moves",
          .operands = Operands::script,
          .options = {},
          .formats = {},
          .run = watch};
}

}  // namespace bouton::cli
