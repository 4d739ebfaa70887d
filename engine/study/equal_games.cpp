#include "engine/study/equal_games.h"

#include <algorithm>
#include <array>
#include <map>

#include <fmt/format.h>

#include "engine/base/errors.h"
#include "engine/base/progress.h"
#include "engine/plan/solver.h"
#include "engine/study/discovery/theorem.h"
#include "engine/study/sequence/study.h"

namespace bouton {
namespace {

/// What games are compared by. Of a game of one heap, or whose start takes one number, a sequence; else a box of two or three
/// numbers.
ComparedValues values_of(const Game& game, Coordinate last, const Budget& budget) {
  constexpr std::array<Coordinate, 4> kMost = {0, 0, 99, 24};
  const Domain& domain = game.rules->domain();
  const ValueKind kind = kind_to_compare(game);
  const bool heaps = !domain.is_terms() && (domain.is_piles() ? domain.has_length(1) : domain.dimensions() == 1);
  Solver solver({game.rules}, budget);
  if (heaps || game.start_arity == 1) {
    const SequenceRequest request{.last = last, .kind = kind, .period = true};
    HeapRun run = find_sequence(game, solver, request, budget);
    if (run.period && !run.period->proved) run.period.reset();
    ComparedValues values{game.name, std::move(run.values), std::move(run.period)};
    if (const std::string_view code = game.rules->heap_code(); !code.empty()) {
      values.code = TakeAndBreak::parse(code);
      values.names_code = true;
    }
    return values;
  }
  if (domain.is_terms() || domain.shape() != nullptr) throw RequestError("its positions are no few numbers");
  const std::size_t dimensions = dimensions_of_theorem(game, std::nullopt);
  if (dimensions >= kMost.size()) throw RequestError(fmt::format("its positions have {} numbers", dimensions));
  Position low, high;
  for (std::size_t i = 0; i < dimensions; ++i) {
    const Axis& axis = domain.axis(i);
    low.push_back(axis.least);
    high.push_back(std::min(axis.greatest, std::max(axis.least, std::min(last, kMost[dimensions]))));
  }
  return {game.name, solver.table(Box(low, high), kind)};
}

std::string text_of_cell(const Table& table, std::uint64_t index) {
  if (!table.valid(index)) return "none";
  if (table.kind == ValueKind::outcome) return std::string(name(table.outcome(index)));
  return table.nimber(index).text();
}

bool is_comparable(const Table& a, const Table& b) { return a.kind == b.kind && a.box == b.box; }

/// The number of the first position whose values differ; nothing where none do.
std::optional<std::uint64_t> first_difference(const Table& a, const Table& b) {
  for (std::uint64_t index = 0; index < a.cells.size(); ++index)
    if (!is_same_value(a, index, b, index)) return index;
  return std::nullopt;
}

/// Whether values that are the same to `last` are the same for ever: both recur alike, and one whole period was compared.
bool recur_alike(const std::optional<Period>& a, const std::optional<Period>& b, Coordinate last) {
  return a && b && a->preperiod == b->preperiod && a->period == b->period && a->saltus == b->saltus &&
         a->preperiod + a->period <= static_cast<std::uint64_t>(last);
}

}  // namespace

EqualGames equal_games(const std::vector<FamilyMember>& members, const LoadMember& load, Coordinate last, const Budget& asked,
                       const Library& library) {
  check_family(members, load, last);
  EqualGames found;
  found.members = members;
  found.last = last;
  Budget budget = asked;
  ProgressTotal progress(budget, "games", members.size());
  Budget alone = budget;
  alone.progress = {};
  std::vector<ComparedValues> of_class;
  std::map<std::vector<std::uint32_t>, std::vector<std::size_t>> classes_of;  // by the cells
  for (std::size_t member = 0; member < members.size(); ++member) {
    budget.check_stop();
    try {
      ComparedValues values = values_of(*load(members[member]), last, alone);
      std::vector<std::size_t>& candidates = classes_of[values.table.cells];
      const auto same = std::ranges::find_if(candidates, [&](std::size_t number) {
        const Table& table = of_class[number].table;
        return is_comparable(table, values.table) && !first_difference(table, values.table);
      });
      if (same == candidates.end()) {
        candidates.push_back(of_class.size());
        found.classes.push_back({{member}, recur_alike(values.period, values.period, last), values.period, {}});
        of_class.push_back(std::move(values));
      } else {
        EqualGames::Class& one = found.classes[*same];
        one.members.push_back(member);
        one.proved = one.proved && recur_alike(one.period, values.period, last);
      }
    } catch (const Interrupted&) {
      throw;
    } catch (const Error& error) {
      found.errors.emplace_back(member, error.what());
    }
    budget.report("games", member + 1, members.size());
  }
  for (std::size_t a = 0; a < of_class.size(); ++a) {
    std::optional<std::size_t> nearest;
    std::uint64_t furthest = 0;
    for (std::size_t b = 0; b < of_class.size(); ++b) {
      if (a == b || !is_comparable(of_class[a].table, of_class[b].table)) continue;
      const std::uint64_t at = *first_difference(of_class[a].table, of_class[b].table);
      if (nearest && at <= furthest) continue;
      nearest = b;
      furthest = at;
    }
    if (!nearest) continue;
    found.differences.push_back({a, *nearest, of_class[a].table.box.position(furthest),
                                 text_of_cell(of_class[a].table, furthest), text_of_cell(of_class[*nearest].table, furthest)});
  }
  DisguiseFinder finder(library, alone);
  for (std::size_t number = 0; number < of_class.size(); ++number)
    found.classes[number].disguises = finder.find(of_class[number]);
  progress.finish();
  return found;
}

}  // namespace bouton
