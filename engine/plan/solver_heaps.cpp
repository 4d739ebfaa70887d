// The answers of Solver about games of one heap, from the sequence of its values.
#include <algorithm>

#include "engine/plan/solver_impl.h"

namespace bouton {
namespace {

/// Heaps up to this have their options listed one by one.
constexpr std::int64_t kListedHeap = 1'000'000;
/// Heaps up to this have their remoteness searched for, where moves split them.
constexpr std::int64_t kSearchedSplits = 1000;

}  // namespace

bool Solver::Impl::is_heap(std::size_t game) { return ways_.heap && heaps_.applies(game); }

std::optional<Integer> Solver::Impl::grundy_by_heap(const Component& component) {
  if (!is_heap(component.game)) return std::nullopt;
  return heaps_.grundy(component.game, component.position[0]);
}

/// The moves in the component `number` of a sum whose other components have the value `rest` together, that win.
void Solver::Impl::add_heap_moves(const Component& component, std::size_t number, const Nimber& rest, std::size_t most_moves,
                                  Answer& answer) {
  const MovesToValue found =
      heaps_.moves_to_value(component.game, component.position[0], rest.value(), most_moves - answer.winning_moves.size());
  for (const std::vector<BigPosition>& to : found.to) answer.winning_moves.push_back({number, "", to});
  answer.winning_moves_complete = answer.winning_moves_complete && found.complete;
}

bool Solver::Impl::lists_options(const Component& component) const { return component.position[0] <= kListedHeap; }

std::optional<Answer> Solver::Impl::solve_by_heap(const Component& component, std::size_t most_moves) {
  const std::optional<Integer> value = grundy_by_heap(component);
  if (!value) return std::nullopt;
  Answer answer;
  answer.value.grundy = Nimber(*value);
  answer.value.outcome = answer.value.grundy->outcome();
  answer.solver = "heap";
  answer.theorem = heaps_.theorem(component.game);
  if (small_heap(component)) answer.value.remoteness = sums_->remoteness(narrow({component}));
  check_remoteness(component, answer);
  if (answer.value.outcome == Outcome::N) add_moves_to(component, 0, Nimber(), most_moves, answer);
  return answer;
}

/// Of the first game, whose table it is: Grundy values or outcomes.
void Solver::Impl::fill_by_heap(Table& table) {
  heaps_.fill(0, table);
  if (table.kind != ValueKind::outcome) return;
  for (std::uint32_t& cell : table.cells) cell = static_cast<std::uint32_t>(cell == 0 ? Outcome::P : Outcome::N);
}

/// Whether a search below the heap, for its remoteness, has a chance to end.
bool Solver::Impl::small_heap(const Component& component) {
  const bool splits = heaps_.description(component.game).most_heaps().value_or(2) >= 2;
  return component.position[0] <= (splits ? kSearchedSplits : kListedHeap);
}

/// The value of one position, by the sequence of values where there is one, else by search.
Nimber Solver::Impl::nimber_of(std::size_t game, PositionView position) {
  if (is_heap(game)) return Nimber(heaps_.grundy(game, widen(position[0])));
  return sums_->nimber({game, Position(position)});
}

}  // namespace bouton
