// bouton-mpi: the command bouton on the ranks of mpirun, with the same verbs and the same output. Rank 0 is the command; the
// others do what it spreads.
#include <algorithm>
#include <array>
#include <cstdio>
#include <string_view>

#include <mpi.h>

#include "bindings/cli/command.h"
#include "bindings/mpi/mpi_farm.h"
#include "engine/system/blocked_signals.h"

namespace {

/// Whether a verb spreads work, so that all ranks run it up to there.
bool spreads(std::string_view verb) {
  constexpr std::array<std::string_view, 5> kVerbs = {"survey", "match", "verify", "run", "table"};
  return std::ranges::find(kVerbs, verb) != kVerbs.end();
}

/// Whether all ranks look for the same answer and tell each other what they find.
bool searches_together(std::string_view verb) { return verb == "solve"; }

}  // namespace

int main(int argc, char** argv) {
  // What MPI and the ranks cannot write is an error where it is written, as it is in the command (ulimit -f).
  bouton::ignore_file_size_signal();
  int threads = MPI_THREAD_SINGLE;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &threads);  // searches have threads, of which one speaks to the others
  int code = 0, worker_code = 0;
  {
    const std::string_view verb = argc > 1 ? argv[1] : "";
    bouton::MpiFarm farm(searches_together(verb));
    if (!farm.is_only_worker()) {
      code = bouton::cli::run_command(argc, argv, &farm);
    } else if (spreads(verb) || searches_together(verb)) {
      // What all ranks say alike is said by rank 0.
      const bool silent =
          std::freopen("/dev/null", "w", stdout) != nullptr && std::freopen("/dev/null", "w", stderr) != nullptr;
      if (silent) worker_code = bouton::cli::run_command(argc, argv, &farm);
    }
    farm.finish(code != 0 ? code : worker_code);
  }
  MPI_Finalize();
  return code;
}
