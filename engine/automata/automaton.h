// Deterministic automata that read tuples of numbers, digit beside digit.
//
// An automaton stands for a set of tuples. It reads words of letters; a letter is a tuple of digits, one a track, most
// significant first, all numbers padded with leading zeros to one length, a multiple of the system's period. It accepts only
// words in which every track is the word of a number in its system, and with a word also the one with a period of leading zero
// letters more or, if there is one, less.
// Transitions that lead to no accepted word are left out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "engine/automata/numeration.h"
#include "engine/automata/transitions.h"
#include "engine/automata/workspace.h"

namespace bouton {

/// Letters. A letter's number is the digit of track 0 plus digits() times that of track 1 and so on.
using Word = std::vector<Letter>;

class Automaton {
 public:
  using State = bouton::State;
  static constexpr State kNone = kNoState;

  /// The empty set. Tracks may be none: then the only tuple is the empty one. Its memory is charged to the account, if there is
  /// one.
  Automaton(Numeration system, std::size_t tracks, const std::shared_ptr<MemoryAccount>& account = nullptr);
  /// The transitions have a start, and letters() letters.
  Automaton(Numeration system, std::size_t tracks, Transitions transitions) : Automaton(system, tracks) {
    transitions_ = std::move(transitions);
  }

  const Numeration& system() const { return system_; }
  std::size_t tracks() const { return tracks_; }
  std::size_t letters() const { return transitions_.letters; }
  const Transitions& transitions() const { return transitions_; }
  /// At least one; state 0 is the start.
  std::size_t states() const { return transitions_.states(); }
  State next(State from, Letter letter) const { return transitions_.next(from, letter); }
  bool accepting(State state) const { return transitions_.accepts_at(state); }
  Digit digit(Letter letter, std::size_t track) const { return digits_[letter * tracks_ + track]; }

  State add_state(bool accepting) { return transitions_.add_state(accepting); }
  void set_next(State from, Letter letter, State to) { transitions_.set_next(from, letter, to); }
  void set_accepting(State state, bool accepting) {
    transitions_.accepting[static_cast<std::size_t>(state)] = accepting ? 1 : 0;
  }

  /// The numbers, one a track, as the shortest word of them.
  Word word_of(const BigPosition& numbers) const;
  BigPosition numbers_of(std::span<const Letter> word) const;
  /// Whether the set has this tuple of numbers >= 0. O(digits), and what it takes to find those.
  bool contains(const BigPosition& numbers) const { return accepts(word_of(numbers)); }
  bool accepts(std::span<const Letter> word) const;
  bool empty() const;

  /// The same states, numbered alike, with the same transitions: of minimised automata, the same set.
  friend bool operator==(const Automaton& a, const Automaton& b) {
    return a.system_ == b.system_ && a.tracks_ == b.tracks_ && a.transitions_ == b.transitions_;
  }

 private:
  Numeration system_;
  std::size_t tracks_;
  Transitions transitions_;
  std::vector<Digit> digits_;  ///< of each letter
};

/// All tuples of so many numbers.
Automaton all_tuples(const Numeration& system, std::size_t tracks);

/// Whether the automaton is as it is promised above: it accepts words of numbers alone, with any leading zeros. It is
/// minimised.
bool is_well_formed(const Automaton& automaton, AutomataWorkspace& workspace);

/// The least automaton of the same set: see minimised(Transitions).
Automaton minimised(const Automaton& automaton, AutomataWorkspace& workspace);

/// What becomes of two sets of tuples of the same system.
enum class SetOperation { both, either, first_only, differ };
/// Minimised.
Automaton combined(const Automaton& a, const Automaton& b, SetOperation operation, AutomataWorkspace& workspace);
/// The tuples that the set does not have. Minimised.
Automaton complement(const Automaton& automaton, AutomataWorkspace& workspace);

/// The least word that it accepts: the shortest, and the first of those in the order of letters; nothing if it accepts none.
std::optional<Word> shortest_word(const Automaton& automaton);
/// The first tuples of the set, at most so many: by the length of the words, and then in the order of letters. Nothing is left
/// out before the last.
std::vector<BigPosition> first_tuples(const Automaton& automaton, std::size_t at_most);
/// Calls `visit` with every tuple of the set whose numbers are from 0 to `bound`, in no particular order, and returns whether
/// that was all: it stops after about `most_prefixes` prefixes of words. The automaton is minimised.
bool for_each_tuple(const Automaton& automaton, Coordinate bound, const std::function<void(PositionView)>& visit,
                    std::uint64_t most_prefixes = ~std::uint64_t{0});
/// Whether the set is finite.
bool is_finite(const Automaton& automaton);

}  // namespace bouton
