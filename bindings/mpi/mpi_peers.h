// The ranks of an MPI program as processes that search for the same answer.
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <string>

#include <mpi.h>

#include "engine/farm/peers.h"

namespace bouton {

/// Between MPI_Init and MPI_Finalize; one at a time. Messages have a communicator of their own.
class MpiPeers final : public Peers {
 public:
  /// Called by all ranks.
  MpiPeers();
  ~MpiPeers() override;

  unsigned number() const override { return static_cast<unsigned>(rank_); }
  unsigned count() const override { return static_cast<unsigned>(count_); }
  void tell(std::string message) override;
  std::optional<std::string> hear() override;

  /// Called by every rank when its search is over. That of rank 0 ends those of the others. Returns when all are over.
  void finish();

 private:
  /// A message on its way to all the others.
  struct Told {
    std::string text;
    std::deque<MPI_Request> requests;
  };
  /// A message that has come, of any kind.
  struct Heard {
    int tag;
    std::string text;
  };
  std::optional<Heard> next();
  void send_to_others(int tag, std::string text);
  void drop_arrived();

  MPI_Comm messages_ = MPI_COMM_NULL;
  int rank_ = 0, count_ = 1;
  bool over_ = false;    ///< whether rank 0 has its answer
  int still_there_ = 0;  ///< how many of the others have not said that they are over
  std::deque<std::unique_ptr<Told>> told_;
};

}  // namespace bouton
