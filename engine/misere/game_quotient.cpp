#include "engine/misere/game_quotient.h"

#include <fmt/format.h>

#include "engine/base/errors.h"
#include "engine/misere/move_reach.h"
#include "engine/misere/position_heaps.h"
#include "engine/misere/quotient/quotient_genus.h"

namespace bouton {
namespace {

constexpr std::size_t kMostHeaps = 5000;
/// Genera beyond what this many positions tell are left out.
constexpr std::size_t kMostForGenera = 20'000;

/// The genera that are not there yet, as far as the quotient with Nim heaps beside the game's tells them.
void add_genera_by_quotient(const HeapGame& heaps, GameQuotient& result, const Budget& budget) {
  QuotientGenus genera(heaps, result.quotient, budget);
  while (result.genera.size() < heaps.size()) {
    budget.report("genera", result.genera.size(), 0);
    const std::optional<GenusSolver::Found> found = genera.find({static_cast<Heap>(result.genera.size())});
    if (!found) return;  // those behind it are left out
    result.genera.push_back(*found);
  }
}

GameQuotient quotient_of(const PositionHeaps& heaps, const Budget& budget) {
  GameQuotient result;
  for (Heap heap = 0; heap < heaps.heaps().size(); ++heap) result.positions.push_back(heaps.position(heap).second);
  try {
    for (Heap heap = 0; heap < heaps.heaps().size(); ++heap) {
      result.quotient.grow(heaps.heaps(), heap + std::size_t{1}, budget);
      if (budget.progress) budget.progress({"heaps", heap + std::uint64_t{1}, heaps.heaps().size(), Progress::kUnknownGrowth});
    }
  } catch (const LimitError& error) {
    result.given_up = error;
  }
  result.presentation = presentation(result.quotient);
  Budget quiet = budget;  // what is told is how many genera there are
  quiet.progress = nullptr;
  GenusSolver genera(heaps.heaps(), quiet);
  try {
    for (Heap heap = 0; heap < heaps.heaps().size(); ++heap) {
      budget.report("genera", heap, 0);
      result.genera.push_back(genera.find({heap}, kMostForGenera));
    }
  } catch (const LimitError&) {
    if (!result.given_up) add_genera_by_quotient(heaps.heaps(), result, budget);
  }
  return result;
}

/// From the positions below where these are few, else from a misère quotient where one is found, else from the positions below
/// all the same.
GenusSolver::Found genus_of(const HeapGame& heaps, const HeapSum& sum, const Budget& budget) {
  GenusSolver solver(heaps, budget);
  try {
    return solver.find(sum, kMostForGenera);
  } catch (const LimitError&) {
    if (heaps.size() > kMostHeaps) return solver.find(sum);
  }
  const MisereQuotient none({.elements = 1024, .refinements = 200});
  if (const std::optional<GenusSolver::Found> found = QuotientGenus(heaps, none, budget).find(sum)) return *found;
  return solver.find(sum);
}

/// Heaps that are too many are not looked at one by one first.
void check_count(const Rules& rules, Coordinate last, const Budget& budget) {
  std::size_t valid = 0;
  for (Coordinate n = rules.domain().axis(0).least; n <= last; ++n) {
    budget.check_stop();
    if (rules.valid(Position{n})) ++valid;
    if (valid > kMostHeaps)
      throw LimitError(fmt::format("a misère quotient takes at most {} heaps, and there are more up to {}", kMostHeaps, last));
    if (n == kGreatestCoordinate) return;
  }
}

}  // namespace

GameQuotient quotient_to(const Game& game, Coordinate last, const Budget& budget) {
  const Domain& domain = game.rules->domain();
  if (domain.is_piles() || domain.dimensions() != 1)
    throw RequestError(fmt::format("{} is not a game of one coordinate; name positions of it", game.name));
  const Coordinate least = domain.axis(0).least;
  if (last < least) throw RequestError(fmt::format("the last heap must be at least {}", least));
  check_count(*game.rules, last, budget);
  PositionHeaps heaps({game.rules}, kMostHeaps, budget);
  bool in_order = true;
  for (Coordinate n = least; n <= last; ++n) {
    budget.check_stop();
    const Position position{n};
    if (!game.rules->valid(position)) {
      in_order = false;
      continue;
    }
    in_order = heaps.heap(0, position) == static_cast<std::uint64_t>(n - least) && in_order;
  }
  GameQuotient result = quotient_of(heaps, budget);
  // The theorem speaks of heaps 0, 1, 2, ...
  if (const std::optional<MoveReach> reach = move_reach(*game.rules); reach && in_order && least == 0) {
    std::vector<Element> values;
    for (Heap heap = 0; heap < result.quotient.heaps(); ++heap) values.push_back(result.quotient.value(heap));
    result.period = pretending_period(values, *reach);
  }
  return result;
}

std::optional<WholeQuotient> whole_quotient(const Game& game, Coordinate last, std::size_t most_elements,
                                            const Budget& budget) {
  const Domain& domain = game.rules->domain();
  if (domain.is_piles() || domain.dimensions() != 1 || domain.axis(0).least != 0 || game.rules->heads_cancel())
    return std::nullopt;
  const std::optional<MoveReach> reach = move_reach(*game.rules);
  if (!reach) return std::nullopt;
  constexpr Coordinate kFirstLook = 24;
  PositionHeaps heaps({game.rules}, kMostHeaps, budget);
  MisereQuotient quotient({.elements = most_elements});
  try {
    for (Coordinate n = 0, look = std::min(kFirstLook, last); n <= last; ++n) {
      const Position position{n};
      if (!game.rules->valid(position) || heaps.heap(0, position) != static_cast<std::uint64_t>(n)) return std::nullopt;
      quotient.grow(heaps.heaps(), static_cast<std::size_t>(n) + 1, budget);
      if (n != look) continue;
      std::vector<Element> values;
      for (Heap heap = 0; heap < quotient.heaps(); ++heap) values.push_back(quotient.value(heap));
      if (const std::optional<PretendingPeriod> period = pretending_period(values, *reach))
        return WholeQuotient{quotient.size(), *period};
      look = std::min(2 * look, last);
    }
  } catch (const LimitError&) {  // it is larger
  }
  return std::nullopt;
}

GameQuotient quotient_below(const Game& game, const std::vector<Position>& positions, const Budget& budget) {
  PositionHeaps heaps({game.rules}, kMostHeaps, budget);
  for (const Position& position : positions) heaps.heap(0, position);
  return quotient_of(heaps, budget);
}

MiserePosition misere_position(const std::vector<std::shared_ptr<const Rules>>& games, const std::vector<SumPart>& parts,
                               const Budget& budget) {
  PositionHeaps heaps(games, std::size_t{1} << 20, budget);
  HeapSum sum;
  for (const SumPart& part : parts) sum.push_back(heaps.heap(part.game, part.position));
  MiserePosition result{genus_of(heaps.heaps(), sum, budget), Outcome::P};
  result.outcome = result.found.genus.misere[0] == 0 ? Outcome::P : Outcome::N;
  return result;
}

}  // namespace bouton
