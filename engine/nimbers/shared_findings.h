// What the processes that search for the same answer tell each other: what is known of positions that cost much.
//
// A message, integers little-endian: u64 Checksum of the game; u32 the play, 0 normal, 1 misère; u32 N, words of a key; then
// for each finding N u64 words of the key and a u64, Knowledge::packed. All processes run the same program on the same input,
// so that a message of another game is passed over, and one that is cut off is none.
#pragma once

#include <cstdint>
#include <functional>
#include <mutex>
#include <span>
#include <string>

#include "engine/farm/peers.h"
#include "engine/nimbers/value_table.h"
#include "engine/rules/rules.h"

namespace bouton::nimbers {

/// Of one search, by its threads.
class SharedFindings {
 public:
  /// `peers` may be null; games without a checksum, 0, share nothing. What has cost less is not told (Knowledge::cost).
  SharedFindings(Peers* peers, std::uint64_t game, Play play, std::uint32_t words, std::uint8_t least_cost);

  /// Whether somebody listens.
  bool on() const { return peers_ != nullptr; }
  /// Which of the processes this is; 0 where it is alone.
  unsigned process() const { return on() ? peers_->number() : 0; }

  /// To be told where it has cost enough. Any thread.
  void add(std::span<const std::uint64_t> key, const Knowledge& knowledge) {
    if (on() && knowledge.cost >= least_cost_) note(key, knowledge);
  }
  /// Tells what was added. The thread that asked.
  void tell();
  /// And visits what others have found. Throws Interrupted.
  void exchange(const std::function<void(std::span<const std::uint64_t> key, const Knowledge& knowledge)>& visit);

 private:
  void note(std::span<const std::uint64_t> key, const Knowledge& knowledge);
  std::string head() const;

  Peers* peers_;
  std::uint64_t game_;
  Play play_;
  std::uint32_t words_;
  std::uint8_t least_cost_;
  std::mutex mutex_;
  std::string noted_;  ///< findings as in a message
};

}  // namespace bouton::nimbers
