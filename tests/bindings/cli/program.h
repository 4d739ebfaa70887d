// Runs the command as its own process, and keeps what it wrote.
#pragma once

#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include "bouton_places.h"
#include "tests/json_schema.h"
#include "tests/temporary_directory.h"

namespace bouton::cli {

using test::TemporaryDirectory;

struct Result {
  int code = -1;  ///< the exit code, or 128 + the signal that ended it
  std::string out;
  std::string err;
  std::size_t peak_megabytes = 0;  ///< the most memory that it, or a process of its own, has had
};

inline bool holds(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

/// This process is the command from here on.
[[noreturn]] inline void become_bouton(const std::vector<std::string>& arguments, const std::filesystem::path& directory) {
  std::vector<char*> words = {const_cast<char*>(BOUTON_PROGRAM)};
  for (const std::string& argument : arguments) words.push_back(const_cast<char*>(argument.c_str()));
  words.push_back(nullptr);
  // A job in the background ignores Ctrl-C, and so would all that it starts.
  for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGQUIT}) signal(number, SIG_DFL);
  unsetenv("BOUTON_RULES");
  if (!directory.empty() && chdir(directory.c_str()) != 0) _exit(99);
  execv(BOUTON_PROGRAM, words.data());
  _exit(99);
}

/// A process that was started; whoever holds it waits for it.
class Running {
 public:
  /// `standard_output`: a file to write to in place of the pipe; empty for the pipe.
  Running(const std::vector<std::string>& arguments, const std::filesystem::path& directory,
          const std::string& standard_output = {}) {
    int in[2], out[2], err[2];
    if (pipe2(in, O_CLOEXEC) != 0 || pipe2(out, O_CLOEXEC) != 0 || pipe2(err, O_CLOEXEC) != 0) throw std::runtime_error("pipe");
    pid_ = fork();
    if (pid_ == 0) {
      const int target = standard_output.empty() ? out[1] : open(standard_output.c_str(), O_WRONLY);
      dup2(in[0], 0);
      dup2(target, 1);
      dup2(err[1], 2);
      become_bouton(arguments, directory);
    }
    close(in[0]);
    close(out[1]);
    close(err[1]);
    in_ = in[1];
    out_ = out[0];
    err_ = err[0];
  }
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;
  ~Running() {
    if (pid_ > 0) {
      kill(pid_, SIGKILL);
      wait();
    }
    for (const int file : {in_, out_, err_})
      if (file >= 0) close(file);
  }

  void send(int signal) const { kill(pid_, signal); }
  /// Returns once the program has a file of the directory open, be it one without a name.
  void wait_until_it_opens_a_file_of(const std::filesystem::path& directory) const {
    while (true) {
      std::error_code error;
      for (const auto& file : std::filesystem::directory_iterator("/proc/" + std::to_string(pid_) + "/fd", error))
        if (std::filesystem::read_symlink(file, error).native().starts_with(directory.native() + "/")) return;
      std::this_thread::yield();
    }
  }
  /// Returns once the program has a handler of its own for the signal.
  void wait_until_it_catches(int signal) const {
    const std::string field = "SigCgt:";
    while (true) {
      std::ifstream status("/proc/" + std::to_string(pid_) + "/status");
      std::string word, mask;
      while (status >> word && word != field) {}
      if (!(status >> mask)) throw std::runtime_error("the program ended without catching the signal");
      if ((std::stoull(mask, nullptr, 16) >> (signal - 1) & 1) != 0) return;
    }
  }
  /// Types `text`, at most as much as a pipe holds.
  void type(std::string_view text) const {
    if (write(in_, text.data(), text.size()) != static_cast<ssize_t>(text.size())) throw std::runtime_error("write");
  }
  /// Closes the reading end of its standard output.
  void stop_reading() { close(std::exchange(out_, -1)); }
  /// Reads until the output so far holds `text`.
  void wait_for(std::string_view text) {
    while (result_.out.find(text) == std::string::npos)
      if (!read_some()) throw std::runtime_error("the program ended without writing '" + std::string(text) + "'");
  }
  /// Ends its input, reads the rest of its output and waits for its end.
  Result finish() {
    close(std::exchange(in_, -1));
    while (read_some()) {}
    wait();
    return result_;
  }

 private:
  bool read_some() {
    pollfd files[2] = {{out_, POLLIN, 0}, {err_, POLLIN, 0}};
    if (out_ < 0 && err_ < 0) return false;
    poll(files, 2, -1);
    drain(files[0], out_, result_.out);
    drain(files[1], err_, result_.err);
    return out_ >= 0 || err_ >= 0;
  }
  static void drain(const pollfd& ready, int& file, std::string& text) {
    if (file < 0 || ready.revents == 0) return;
    char piece[4096];
    const ssize_t got = read(file, piece, sizeof piece);
    if (got > 0) text.append(piece, static_cast<std::size_t>(got));
    else close(std::exchange(file, -1));
  }
  void wait() {
    int status = 0;
    rusage usage = {};
    wait4(std::exchange(pid_, -1), &status, 0, &usage);
    result_.peak_megabytes = static_cast<std::size_t>(usage.ru_maxrss) / 1024;
    result_.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }

  pid_t pid_ = -1;
  int in_ = -1, out_ = -1, err_ = -1;
  Result result_;
};

/// Runs the command to its end. `input` is typed first. JSON that it writes is to be as its published schema says.
inline Result run_bouton(const std::vector<std::string>& arguments, std::string_view input = {},
                         const std::filesystem::path& directory = {}) {
  Running running(arguments, directory);
  if (!input.empty()) running.type(input);
  Result result = running.finish();
  EXPECT_EQ(test::complaint_of_output(result.out, BOUTON_SOURCE_DIRECTORY "/docs/schema"), "")
      << fmt::format("{}", fmt::join(arguments, " "));
  return result;
}

/// JSON without what it says of its provenance, which stands at its end.
inline std::string without_provenance(std::string json) {
  const std::size_t begin = json.find(",\"bouton\":\"");
  const std::size_t end = json.rfind('}');
  if (begin != std::string::npos && end != std::string::npos && begin < end) json.erase(begin, end - begin);
  return json;
}

/// A b-file without its comments.
inline std::string without_comments(std::string_view text) {
  std::string rest;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, std::min(text.find('\n') + 1, text.size()));
    if (!line.starts_with("#")) rest += line;
    text.remove_prefix(line.empty() ? text.size() : line.size());
  }
  return rest;
}

/// Runs the command in the directory by a shell that does something first, such as setting a limit of the system's.
inline Result run_after(const TemporaryDirectory& directory, const std::string& first, const std::string& command) {
  directory.write("run.sh", fmt::format("cd '{}' && {} && exec '{}' {} 2>errors\n", directory.path().native(), first,
                                        BOUTON_PROGRAM, command));
  const int status = std::system(fmt::format("bash '{}/run.sh'", directory.path().native()).c_str());
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, {}, directory.read("errors")};
}

/// Runs the command where no file can be larger than this: a full disk, as far as it knows.
inline Result run_with_room(const TemporaryDirectory& directory, const std::string& command, std::size_t kibibytes) {
  return run_after(directory, fmt::format("ulimit -f {}", kibibytes), command);
}

/// The words of `line`, which are separated by blanks.
inline std::vector<std::string> words(const std::string& line) {
  std::vector<std::string> result;
  std::size_t start = 0;
  while (start < line.size()) {
    const std::size_t end = std::min(line.find(' ', start), line.size());
    if (end > start) result.push_back(line.substr(start, end - start));
    start = end + 1;
  }
  return result;
}

}  // namespace bouton::cli
