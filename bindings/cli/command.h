// The command `bouton`: a verb and its arguments, from the command line to an exit code.
#pragma once

namespace bouton {
class Farm;
}  // namespace bouton

namespace bouton::cli {

/// Runs the command. Writes results to standard output or to the file asked for, messages to standard error.
/// Returns 0 when done; 1 if verify found a difference or a limit was reached; 2 if the request, a rule file or the
/// output was at fault; 130 after Ctrl-C.
/// Work that can be spread is given to `farm`; null: to processes of this machine, as many as --threads.
int run_command(int argc, char** argv, Farm* farm = nullptr);

}  // namespace bouton::cli
