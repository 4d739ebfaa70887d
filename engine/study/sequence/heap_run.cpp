#include "engine/study/sequence/heap_run.h"

#include <algorithm>
#include <span>

#include <fmt/format.h>

#include "engine/base/errors.h"
#include "engine/base/progress.h"
#include "engine/heap/code/moves.h"
#include "engine/heap/files/checkpoint.h"
#include "engine/heap/sequence_period.h"
#include "engine/method/solvers/heap_solver.h"
#include "engine/study/sequence/formula_period.h"
#include "engine/study/sequence/period_search.h"

namespace bouton {
namespace {

/// The period as the sequence without the heaps below `low` has it.
Period from(Period period, Coordinate low) {
  const auto skipped = static_cast<std::uint64_t>(low);
  period.preperiod = period.preperiod > skipped ? period.preperiod - skipped : 0;
  period.checked_to = period.checked_to > skipped ? period.checked_to - skipped : 0;
  return period;
}

/// Heaps whose values are found in well under a second.
std::uint64_t cheap_heaps(const TakeAndBreak& code) {
  const bool cheap = bounded_moves(code) && code.most_removed().value_or(0) <= 64;
  return cheap ? std::uint64_t{1} << 14 : 0;
}

Table table_of(const GrundyValues& values, const std::optional<Period>& period, Coordinate low, Coordinate last,
               const Budget& budget) {
  Table table{Box({low}, {last}), ValueKind::grundy, {}, {}};
  table.cells.reserve(table.box.size());
  for (auto heap = static_cast<std::uint64_t>(low); heap <= static_cast<std::uint64_t>(last); ++heap) {
    budget.check_stop_at(heap);
    if (heap < values.size()) {
      table.cells.push_back(values[heap]);
      continue;
    }
    const Integer value = value_at(period.value(), values, widen(static_cast<Coordinate>(heap)));
    if (value >= Table::kInfinite) throw LimitError(fmt::format("the value of heap {} does not fit into a table", heap));
    table.cells.push_back(static_cast<std::uint32_t>(value.get_ui()));
  }
  return table;
}

}  // namespace

std::optional<std::string> certificate_text(const HeapRun& run) {
  if (run.certificate) return to_text(*run.certificate);
  if (run.tail_certificate) return to_text(*run.tail_certificate);
  return std::nullopt;
}

HeapRun run_heaps(const Game& game, const HeapRunRequest& request, const Budget& budget) {
  const Result<TakeAndBreak> code = heap_description(*game.rules, budget);
  if (!code) throw RequestError(fmt::format("{} is not a take-and-break game: {}", game.name, code.reason()));
  const Coordinate low = game.rules->domain().axis(0).least;
  if (request.last < low) throw RequestError(fmt::format("the last heap must be at least {}", low));
  const auto last = static_cast<std::uint64_t>(request.last);
  if (request.only_period) {
    FoundPeriod found = search_period(*code, std::max(last, cheap_heaps(*code)), request.checkpoint, budget);
    if (found.period) found.period = from(*found.period, low);
    return {.values = Table{Box({low}, {request.last}), ValueKind::grundy, {}, {}},
            .known = found.known,
            .period = std::move(found.period),
            .certificate = std::move(found.certificate),
            .tail_certificate = std::move(found.tail_certificate)};
  }
  constexpr std::uint64_t kMost = std::uint64_t{1} << 60;  // bytes that can be counted
  budget.check_memory(std::min(last + 1, kMost) * sizeof(std::uint32_t), "a sequence of this length");
  Budget with_total = budget;
  ProgressTotal progress(with_total, "heaps", last);
  std::optional<Checkpoint> checkpoint;
  if (request.checkpoint) checkpoint.emplace(*request.checkpoint);
  HeapSequence sequence = checkpoint ? checkpoint->load(*code, budget) : HeapSequence(*code);
  const auto extend = [&](std::uint64_t heap) {
    if (checkpoint) checkpoint->extend(sequence, heap, with_total);
    else sequence.extend(heap, with_total);
  };
  HeapRun run;
  sequence.expect(last);
  if (request.period) run.period = find_period(sequence, std::max(last, cheap_heaps(*code)), extend);
  else extend(last);
  progress.finish();
  run.known = sequence.size() - 1;
  const bool proved = run.period && run.period->proved;
  if (proved) run.certificate = certify(*code, sequence.values(), *run.period);
  run.values = table_of(sequence.values(), proved ? run.period : std::nullopt, low, request.last, budget);
  if (run.period) run.period = from(*run.period, low);
  return run;
}

std::optional<Period> period_of(const Game& game, const Table& sequence, const Budget& budget) {
  const Domain& domain = game.rules->domain();
  if (has_numbered_starts(game)) {
    const auto first = std::ranges::find_if(sequence.cells, [](std::uint32_t cell) { return cell != Table::kInvalid; });
    if (std::find(first, sequence.cells.end(), Table::kInvalid) != sequence.cells.end() || !sequence.loopy.empty())
      return std::nullopt;
    const auto before = static_cast<std::size_t>(first - sequence.cells.begin());
    std::optional<Period> period = observe_period(std::span(sequence.cells).subspan(before));
    if (period) period->preperiod += before;
    if (period) period->checked_to += before;
    return period;
  }
  const bool heaps = sequence.kind == ValueKind::grundy && sequence.loopy.empty() && !domain.is_piles() &&
                     domain.dimensions() == 1 && sequence.box.low()[0] == domain.axis(0).least;
  if (heaps) {
    if (const Result<TakeAndBreak> code = heap_description(*game.rules, budget)) {
      GrundyValues values;
      values.append(std::vector<Grundy>(static_cast<std::size_t>(sequence.box.low()[0]), 0));
      values.append(sequence.cells);
      std::optional<Period> period = find_period(*code, values);
      if (period) period = from(*period, sequence.box.low()[0]);
      return period;
    }
  }
  if (std::optional<Period> proved = started_period(game, sequence, budget)) return proved;
  if (std::ranges::find(sequence.cells, Table::kInvalid) != sequence.cells.end() || !sequence.loopy.empty())
    return std::nullopt;
  return observe_period(sequence.cells);
}

}  // namespace bouton
