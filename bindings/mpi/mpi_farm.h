// The ranks of an MPI program as a farm: rank 0 hands out the work, the others do it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "bindings/mpi/mpi_peers.h"
#include "bindings/mpi/mpi_ranks.h"
#include "engine/farm/farm.h"

namespace bouton {

/// Between MPI_Init and MPI_Finalize; one at a time. With one rank the work is done by it.
class MpiFarm final : public Farm {
 public:
  /// `together`: the ranks search for one answer instead of taking work of their own; all ranks say so alike.
  explicit MpiFarm(bool together);

  bool is_only_worker() const override { return rank_ > 0; }
  void run(const Items& items, const Work& work, const Done& done, const Budget& budget) override;
  Ranks* ranks() override { return ranks_ > 1 ? &table_ranks_ : nullptr; }
  Peers* peers() override { return peers_ && ranks_ > 1 ? &*peers_ : nullptr; }
  std::string share(std::string text) override;

  unsigned processes_here() const override { return processes_here_; }

  /// Called by every rank when its work is over, with its exit code: where rank 0 ends with an error, those that wait for work
  /// end too.
  void finish(int code);

 private:
  void serve(const Work& work);
  void hand_out(const Items& items, const Done& done, const Budget& budget);
  void gather_idle();

  MpiRanks table_ranks_;
  std::optional<MpiPeers> peers_;  ///< where they search together
  int rank_ = 0, ranks_ = 1;
  unsigned processes_here_ = 1;
  std::vector<bool> idle_;  ///< of each rank but 0: whether it waits for an item
  std::vector<bool> gone_;  ///< whether it has finished
};

}  // namespace bouton
