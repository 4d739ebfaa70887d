#include "bindings/mpi/mpi_farm.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <thread>

#include <mpi.h>

namespace bouton {
namespace {

// What a message is. A worker says ready when it comes to run(), then a result or an error for each item, which says ready too,
// and finished at its end. Rank 0 answers with an item or with the end of the items, after which it says what it shares.
enum Tag : int { kReady, kResult, kError, kFinished, kItem, kEnd, kShared };

struct Message {
  int rank = 0, tag = 0;
  std::string text;
};

void send(int rank, Tag tag, const std::string& text) {
  MPI_Send(text.data(), static_cast<int>(text.size()), MPI_CHAR, rank, tag, MPI_COMM_WORLD);
}

/// Of any rank for MPI_ANY_SOURCE. Looks for it now and then: MPI's own waiting takes a whole processor.
Message receive(int rank, const Budget& budget = {}) {
  int there = 0;
  MPI_Status status;
  for (std::chrono::microseconds pause{20}; there == 0; pause = std::min(pause * 2, std::chrono::microseconds(2000))) {
    budget.check_stop();
    MPI_Iprobe(rank, MPI_ANY_TAG, MPI_COMM_WORLD, &there, &status);
    if (there == 0) std::this_thread::sleep_for(pause);
  }
  int length = 0;
  MPI_Get_count(&status, MPI_CHAR, &length);
  Message message{status.MPI_SOURCE, status.MPI_TAG, std::string(static_cast<std::size_t>(length), '\0')};
  MPI_Recv(message.text.data(), length, MPI_CHAR, message.rank, message.tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  return message;
}

}  // namespace

MpiFarm::MpiFarm(bool together) {
  if (together) peers_.emplace();
  MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks_);
  idle_.assign(static_cast<std::size_t>(ranks_), false);
  gone_.assign(static_cast<std::size_t>(ranks_), false);
  MPI_Comm here = MPI_COMM_NULL;
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &here);
  int count = 1;
  MPI_Comm_size(here, &count);
  MPI_Comm_free(&here);
  processes_here_ = static_cast<unsigned>(std::max(1, count));
}

void MpiFarm::serve(const Work& work) {
  send(0, kReady, "");
  while (true) {
    const Message order = receive(0);
    if (order.tag == kEnd) return;
    try {
      send(0, kResult, work(std::stoull(order.text)));
    } catch (const std::exception& error) {
      send(0, kError, error.what());
    }
  }
}

void MpiFarm::run(const Items& items, const Work& work, const Done& done, const Budget& budget) {
  if (is_only_worker()) serve(work);
  else if (ranks_ == 1) process_farm(1)->run(items, work, done, budget);
  else hand_out(items, done, budget);
}

void MpiFarm::hand_out(const Items& items, const Done& done, const Budget& budget) {
  std::vector<std::uint64_t> at(idle_.size());  // the item of each rank
  std::optional<Error> failed;
  std::size_t next = 0, under_way = 0;
  for (std::size_t finished = 0; finished < items.size() && !(failed && under_way == 0);) {
    for (std::size_t rank = 1; rank < idle_.size() && next < items.size() && !failed; ++rank) {
      if (!idle_[rank]) continue;
      at[rank] = items[next++];
      send(static_cast<int>(rank), kItem, std::to_string(at[rank]));
      idle_[rank] = false;
      ++under_way;
    }
    const Message message = receive(MPI_ANY_SOURCE, budget);
    const auto from = static_cast<std::size_t>(message.rank);
    if (message.tag == kFinished) {
      gone_[from] = true;
      if (std::ranges::count(gone_, true) == ranks_ - 1) throw Error("no rank is left to do the work");
      continue;
    }
    idle_[from] = true;
    if (message.tag == kReady) continue;
    --under_way;
    if (message.tag == kError) {
      failed = item_error(at[from], message.text);
      continue;
    }
    done(at[from], message.text);
    budget.report("items", ++finished, items.size());
  }
  if (failed) throw Error(*failed);
}

/// Waits until each of the other ranks is at run(), or at its end.
void MpiFarm::gather_idle() {
  for (std::size_t rank = 1; rank < idle_.size(); ++rank)
    while (!idle_[rank] && !gone_[rank]) {
      const Message message = receive(static_cast<int>(rank));
      gone_[rank] = message.tag == kFinished;
      idle_[rank] = !gone_[rank];
    }
}

std::string MpiFarm::share(std::string text) {
  if (is_only_worker()) return receive(0).text;
  gather_idle();
  for (std::size_t rank = 1; rank < idle_.size(); ++rank) {
    if (gone_[rank]) continue;
    send(static_cast<int>(rank), kEnd, "");
    send(static_cast<int>(rank), kShared, text);
    idle_[rank] = false;
  }
  return text;
}

void MpiFarm::finish(int code) {
  if (peers_) peers_->finish();
  table_ranks_.finish(code);
  if (is_only_worker()) {
    send(0, kFinished, "");
    return;
  }
  while (std::ranges::count(gone_, true) < ranks_ - 1) share("Erank 0 has ended");
}

}  // namespace bouton
