// The command on a terminal of its own: what a person types, and what the terminal shows.
#pragma once

#include <cerrno>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <pty.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace bouton::cli {

/// Nothing in here waits for time: only for what the program writes.
class Terminal {
 public:
  explicit Terminal(const std::vector<std::string>& arguments, const std::filesystem::path& directory = {},
                    const char* kind = "dumb", bool colours = true, unsigned short columns = 0) {
    std::vector<char*> words = {const_cast<char*>(BOUTON_PROGRAM)};
    for (const std::string& argument : arguments) words.push_back(const_cast<char*>(argument.c_str()));
    words.push_back(nullptr);
    winsize size = {};  // 0 columns: the terminal does not say how wide it is
    size.ws_col = columns;
    pid_ = forkpty(&terminal_, nullptr, nullptr, &size);
    if (pid_ < 0) throw std::runtime_error("forkpty");
    if (pid_ > 0) return;
    // A job in the background ignores Ctrl-C, and so would all that it starts.
    for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGQUIT}) signal(number, SIG_DFL);
    for (const char* name : {"BOUTON_RULES", "COLORTERM", "NO_COLOR", "COLUMNS"}) unsetenv(name);
    setenv("TERM", kind, 1);
    if (!colours) setenv("NO_COLOR", "1", 1);
    setenv("HOME", "/nonexistent", 1);  // nobody's settings of the line editor
    setenv("XDG_STATE_HOME", directory.empty() ? "/dev/null" : directory.c_str(), 1);
    if (!directory.empty() && chdir(directory.c_str()) != 0) _exit(99);
    execv(BOUTON_PROGRAM, words.data());
    _exit(99);
  }
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;
  ~Terminal() {
    if (pid_ > 0) {
      kill(pid_, SIGKILL);
      wait();
    }
    close(terminal_);
  }

  void type(std::string_view text) const {
    if (write(terminal_, text.data(), text.size()) != static_cast<ssize_t>(text.size())) throw std::runtime_error("write");
  }
  /// The signal that the terminal makes of Ctrl-C. The character itself will not do: the terminal also throws away what was
  /// written and not read yet, which may be what the test waits for next.
  void press_ctrl_c() const { kill(-tcgetpgrp(terminal_), SIGINT); }
  void send(int signal) const { kill(pid_, signal); }
  /// Reads until `text` is shown, after what was waited for before; returns what is shown up to its end.
  std::string wait_for(std::string_view text) {
    std::size_t found = 0;
    while ((found = shown_.find(text, seen_)) == std::string::npos)
      if (!read_some())
        throw std::runtime_error("the program ended without '" + std::string(text) + "', having shown: " + shown_);
    const std::size_t start = std::exchange(seen_, found + text.size());
    return shown_.substr(start, seen_ - start);
  }
  /// The exit code, or 128 + the signal that ended the program.
  int finish() {
    while (read_some()) {}
    return wait();
  }
  /// Everything that was shown so far.
  const std::string& shown() const { return shown_; }

 private:
  bool read_some() {
    char piece[4096];
    ssize_t got = 0;
    do got = read(terminal_, piece, sizeof piece);
    while (got < 0 && errno == EINTR);
    if (got > 0) shown_.append(piece, static_cast<std::size_t>(got));
    return got > 0;
  }
  int wait() {
    int status = 0;
    waitpid(std::exchange(pid_, -1), &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }

  pid_t pid_ = -1;
  int terminal_ = -1;
  std::string shown_;
  std::size_t seen_ = 0;
};

}  // namespace bouton::cli
