#include "bindings/mpi/mpi_peers.h"

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

#include "engine/base/errors.h"

namespace bouton {
namespace {

/// Tags. Messages of a rank arrive in the order in which they were sent: kLast is its last one.
constexpr int kFinding = 0, kLast = 1;

/// Messages on their way, beyond which more are dropped.
constexpr std::size_t kMostTold = 64;

}  // namespace

MpiPeers::MpiPeers() {
  MPI_Comm_dup(MPI_COMM_WORLD, &messages_);
  MPI_Comm_rank(messages_, &rank_);
  MPI_Comm_size(messages_, &count_);
  still_there_ = count_ - 1;
}

MpiPeers::~MpiPeers() { MPI_Comm_free(&messages_); }

void MpiPeers::drop_arrived() {
  std::erase_if(told_, [](const std::unique_ptr<Told>& told) {
    std::erase_if(told->requests, [](MPI_Request& request) {
      int arrived = 0;
      MPI_Test(&request, &arrived, MPI_STATUS_IGNORE);
      return arrived != 0;
    });
    return told->requests.empty();
  });
}

void MpiPeers::send_to_others(int tag, std::string text) {
  auto told = std::make_unique<Told>();
  told->text = std::move(text);
  for (int to = 0; to < count_; ++to) {
    if (to == rank_) continue;
    MPI_Issend(told->text.data(), static_cast<int>(told->text.size()), MPI_CHAR, to, tag, messages_,
               &told->requests.emplace_back());
  }
  told_.push_back(std::move(told));
}

void MpiPeers::tell(std::string message) {
  drop_arrived();
  if (told_.size() < kMostTold) send_to_others(kFinding, std::move(message));
}

std::optional<MpiPeers::Heard> MpiPeers::next() {
  int there = 0;
  MPI_Status status;
  MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, messages_, &there, &status);
  if (there == 0) return std::nullopt;
  int length = 0;
  MPI_Get_count(&status, MPI_CHAR, &length);
  Heard heard{status.MPI_TAG, std::string(static_cast<std::size_t>(length), '\0')};
  MPI_Recv(heard.text.data(), length, MPI_CHAR, status.MPI_SOURCE, status.MPI_TAG, messages_, MPI_STATUS_IGNORE);
  if (heard.tag == kLast) {
    --still_there_;
    over_ |= status.MPI_SOURCE == 0;
  }
  return heard;
}

std::optional<std::string> MpiPeers::hear() {
  for (;;) {
    std::optional<Heard> heard = next();
    if (over_) throw Interrupted();
    if (!heard) return std::nullopt;
    if (heard->tag == kFinding) return std::move(heard->text);
  }
}

void MpiPeers::finish() {
  // What the others have found may be what rank 0 still looks for: they end when it does.
  if (rank_ == 0) send_to_others(kLast, "");
  bool told_over = rank_ == 0;
  // MPI's own waiting takes a whole processor.
  for (std::chrono::microseconds pause{5};; pause = std::min(pause * 2, std::chrono::microseconds(1000))) {
    while (next()) {}
    if (over_ && !told_over) {
      send_to_others(kLast, "");
      told_over = true;
    }
    drop_arrived();
    if (still_there_ == 0 && told_.empty()) return;
    std::this_thread::sleep_for(pause);
  }
}

}  // namespace bouton
