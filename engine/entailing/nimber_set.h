// Sets of Grundy values that are finite or lack finitely many.
//
// Of a position X in a game with moves that oblige, the numbers n for which the player who moves in X wins X + *n are such a
// set (entailing_search.h). A set is kept as a list: of what it holds where it is finite, of what it lacks where it is not.
#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "engine/position/integer.h"
#include "engine/values/mex.h"

namespace bouton {

/// A set of numbers 0, 1, 2, ..., finite or with a finite complement. A value.
class NimberSet {
 public:
  /// The empty set.
  NimberSet() = default;
  /// What is listed, ascending and each once; or all other numbers.
  NimberSet(std::vector<Grundy> listed, bool cofinite) : listed_(std::move(listed)), cofinite_(cofinite) {}

  bool is_cofinite() const { return cofinite_; }
  bool holds_all() const { return cofinite_ && listed_.empty(); }
  /// Ascending: the members of a finite set, what a cofinite one lacks.
  std::span<const Grundy> listed() const { return listed_; }
  /// O(log listed).
  bool contains(Grundy number) const { return std::ranges::binary_search(listed_, number) != cofinite_; }
  bool contains(const Integer& number) const;
  /// The least number that is not a member; nothing where all are. O(listed).
  std::optional<Grundy> mex() const;

  friend bool operator==(const NimberSet&, const NimberSet&) = default;

 private:
  std::vector<Grundy> listed_;
  bool cofinite_ = false;
};

/// A union of such sets while it is put together.
class NimberUnion {
 public:
  void add(Grundy number) { members_.push_back(number); }
  void add_all() {
    cofinite_ = true;
    lacking_.clear();
  }
  void add_all_but(Grundy number);
  /// All that `set` lacks.
  void add_complement(const NimberSet& set);
  /// Whether all numbers are known to be members.
  bool holds_all() const { return cofinite_ && lacking_.empty(); }
  /// The union; what was added is used up. O(n log n).
  NimberSet take();

 private:
  void keep_lacking(std::span<const Grundy> listed);

  std::vector<Grundy> members_;  ///< in any order, perhaps repeated
  std::vector<Grundy> lacking_;  ///< of the cofinite part, ascending
  bool cofinite_ = false;
};

}  // namespace bouton
