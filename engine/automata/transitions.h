// What is the same for all deterministic automata, whatever their letters mean.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "engine/automata/workspace.h"
#include "engine/base/memory_account.h"

namespace bouton {

/// A letter's number.
using Letter = std::uint32_t;
using State = std::int32_t;
/// Where a transition leads to from which nothing is accepted any more.
inline constexpr State kNoState = -1;

/// States, of which 0 is the start, and where each letter leads from each.
struct Transitions {
  std::size_t letters = 0;
  ChargedVector<State> to;        ///< state by state, letter by letter
  ChargedVector<char> accepting;  ///< by state

  /// Without states. Their memory is charged to the account, if there is one.
  explicit Transitions(std::size_t letters, const std::shared_ptr<MemoryAccount>& account = nullptr)
      : letters(letters), to(account), accepting(account) {}

  std::size_t states() const { return accepting.size(); }
  State next(State from, Letter letter) const { return to[static_cast<std::size_t>(from) * letters + letter]; }
  void set_next(State from, Letter letter, State next) { to[static_cast<std::size_t>(from) * letters + letter] = next; }
  bool accepts_at(State state) const { return accepting[static_cast<std::size_t>(state)] != 0; }
  /// A state without transitions.
  State add_state(bool accepts) {
    accepting.push_back(accepts ? 1 : 0);
    to.resize(to.size() + letters, kNoState);
    return static_cast<State>(accepting.size() - 1);
  }
  /// The state after the word from `from`.
  State after(State from, std::span<const Letter> word) const {
    for (std::size_t i = 0; i < word.size() && from != kNoState; ++i) from = next(from, word[i]);
    return from;
  }
  friend bool operator==(const Transitions&, const Transitions&) = default;
};

/// The least automaton of the same words, its states numbered in the order in which a breadth-first walk meets them; at least a
/// start. Hopcroft's algorithm: O(m log n) for n states and m transitions.
Transitions minimised(const Transitions& automaton, AutomataWorkspace& workspace);

}  // namespace bouton
