// An automaton guessed from a table.
//
// Prefixes of words are one state if they are continued in the same ways. Two prefixes are compared by a list of continuations,
// the table says which of the whole words are members, and what lies beyond the table is not held against anyone. Where the
// guess and the table differ at a position, the position yields a continuation that tells two prefixes apart which were one
// state (Rivest and Schapire 1993); so on until they agree. A guess: the proof is Prover's.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <unordered_set>
#include <vector>

#include "engine/automata/automaton.h"
#include "engine/base/memory_account.h"
#include "engine/base/result.h"
#include "engine/position/position.h"

namespace bouton {

/// A set of tuples of numbers from 0 to a bound, all of whose members are known. bound^tracks is below 2^62.
class Sample {
 public:
  /// Its memory is charged to the account, if there is one.
  Sample(std::size_t tracks, Coordinate bound, const std::shared_ptr<MemoryAccount>& account = nullptr);

  std::size_t tracks() const { return tracks_; }
  Coordinate bound() const { return bound_; }
  const ChargedVector<Position>& members() const { return members_; }
  /// Numbers from 0 to the bound.
  void add(PositionView numbers);
  /// Nothing where a number is beyond the bound.
  std::optional<bool> contains(PositionView numbers) const;

 private:
  std::uint64_t index(PositionView numbers) const;
  bool is_dense() const { return !bits_.empty(); }

  std::size_t tracks_;
  Coordinate bound_;
  ChargedVector<std::uint64_t> bits_;  ///< of all tuples, where those are not too many
  std::unordered_set<std::uint64_t, std::hash<std::uint64_t>, std::equal_to<>, ChargedAllocator<std::uint64_t>> indices_;
  ChargedVector<Position> members_;
};

/// An automaton with at most so many states that agrees with the sample, minimised; refused where there is none, or the sample
/// does not tell states apart. Throws AutomatonTooLarge, Interrupted.
Result<Automaton> learnt(const Sample& sample, const Numeration& system, std::size_t most_states, AutomataWorkspace& workspace);

}  // namespace bouton
