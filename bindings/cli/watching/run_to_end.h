// The command, run once more.
#pragma once

#include <string>
#include <vector>

namespace bouton::cli {

/// Runs the command with these words in a process of its own, to its end. Throws Interrupted, and ends it then; OutputError
/// where it cannot be run.
void run_to_end(const std::vector<std::string>& words);

}  // namespace bouton::cli
