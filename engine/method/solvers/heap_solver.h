// Games of one heap that are take-and-break games: by their code, or recognised from their rules.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/budget.h"
#include "engine/base/errors.h"
#include "engine/closed_form/closed_form.h"
#include "engine/heap/code/take_and_break.h"
#include "engine/heap/heap_sequence.h"
#include "engine/heap/period/period.h"
#include "engine/position/integer.h"
#include "engine/question/answer.h"
#include "engine/rules/rules.h"
#include "engine/values/table.h"

namespace bouton {

/// The take-and-break game that `rules` are, under normal play: what they say themselves (a claim), else what their moves
/// are recognised as. Refused, with the reason, for others.
Result<TakeAndBreak> heap_description(const Rules& rules, const Budget& budget);

/// Grundy values of the games of a list that are take-and-break games. One thread at a time. Everything may throw Interrupted
/// and LimitError.
class HeapSolver {
 public:
  /// `budget` must outlive this object.
  HeapSolver(std::vector<std::shared_ptr<const Rules>> games, const Budget& budget);
  ~HeapSolver();

  /// Whether it answers for a game. Found out when it is first asked.
  bool applies(std::size_t game);
  /// Why it does not.
  const std::string& refusal(std::size_t game);

  // Of games for which it applies -------------------------------------------------------------------------------------

  const TakeAndBreak& description(std::size_t game);
  /// What the value of a heap, and of all smaller ones, takes beyond what is known already. An estimate.
  Cost cost(std::size_t game, const Integer& heap);
  /// The value of a heap >= 0. Heaps that are too large to be counted up to need a period: throws LimitError where none is
  /// proved by the first heaps, two million or fewer.
  Integer grundy(std::size_t game, const Integer& heap);
  /// The same, of a heap whose value takes no counting and no long arithmetic; else nothing. Some nanoseconds.
  std::optional<Grundy> grundy_at_hand(std::size_t game, std::uint64_t heap) const;
  /// The values of heaps low .. last, as cells of a table of one dimension.
  void fill(std::size_t game, Table& table);
  /// Moves to options of this value, from a heap whose options are too many to be listed: those with a small heap.
  MovesToValue moves_to_value(std::size_t game, const Integer& heap, const Integer& value, std::size_t at_most);
  /// The period, if one has been proved on the way; and it in words.
  const std::optional<Period>& period(std::size_t game);
  std::string theorem(std::size_t game);

 private:
  struct State;

  State& state(std::size_t game);
  static void look_for_period(State& state, std::uint64_t last, const std::function<void(std::uint64_t)>& extend);
  void probe(State& state);
  void reach(State& state, std::uint64_t heap, std::uint64_t most);
  static LimitError no_value(const State& state, std::uint64_t most);

  std::vector<std::shared_ptr<const Rules>> games_;
  const Budget& budget_;
  std::vector<std::unique_ptr<State>> states_;
};

}  // namespace bouton
