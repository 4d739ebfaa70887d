// The ranks of an MPI program as the ranks of a table, and MPI's files as theirs.
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <string>

#include <mpi.h>

#include "engine/farm/ranks.h"

namespace bouton {

/// Between MPI_Init and MPI_Finalize; one at a time. Messages have a communicator of their own.
class MpiRanks final : public Ranks {
 public:
  /// Called by all ranks.
  MpiRanks();
  ~MpiRanks() override;

  int rank() const override { return rank_; }
  int count() const override { return count_; }
  void send(int to, std::string message, const Budget& budget) override;
  std::string receive(int from, const Budget& budget) override;
  void check() override;
  void fail(std::string_view why) override;
  std::unique_ptr<SharedFile> open(const std::filesystem::path& path) override;

  /// When this rank's command is over, with its exit code: returns when what was sent has arrived. Where rank 0 has failed it
  /// ends the run, on all ranks, with this code.
  void finish(int code);

 private:
  /// A message that the other rank has not begun to take.
  struct Sent {
    std::string text;
    MPI_Request request = MPI_REQUEST_NULL;
  };
  void drop_arrived();
  /// Whether rank 0 has said to this one that the run is over.
  bool hears_of_end();
  /// Waits until `is_over`, looking for failures, interruptions and messages that have arrived.
  template <class Condition>
  void wait(const Budget& budget, Condition is_over);

  MPI_Comm messages_ = MPI_COMM_NULL;
  int rank_ = 0, count_ = 1;
  bool engaged_ = false;     ///< whether others wait for messages
  std::optional<int> over_;  ///< the code with which rank 0 has ended the run before it came to the table
  std::deque<std::unique_ptr<Sent>> sent_;
};

}  // namespace bouton
