// A run of the command in a process of its own, where systems have POSIX's.
#pragma once

#include <cerrno>
#include <string>
#include <system_error>
#include <vector>

#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/base/errors.h"

// Which headers declare it differs.
extern char** environ;

namespace bouton::cli {

/// Begins to run `program`, which is the command, with these words. Throws OutputError where that cannot be.
inline pid_t spawn_bouton(const char* program, const std::vector<std::string>& words) {
  std::vector<char*> arguments = {const_cast<char*>("bouton")};
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  pid_t child = 0;
  if (const int error = posix_spawn(&child, program, nullptr, nullptr, arguments.data(), environ); error != 0)
    throw OutputError(fmt::format("watch: bouton cannot be run: {}", std::generic_category().message(error)));
  return child;
}

/// Waits for its end, whatever signals come.
inline void reap(pid_t child) {
  while (waitpid(child, nullptr, 0) < 0 && errno == EINTR) {}
}

}  // namespace bouton::cli
