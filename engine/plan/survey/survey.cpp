#include "engine/plan/survey/survey.h"

#include <algorithm>

#include <fmt/format.h>

#include "engine/base/errors.h"
#include "engine/heap/heap_sequence.h"
#include "engine/method/solvers/heap_solver.h"
#include "engine/plan/discovery/discover.h"
#include "engine/plan/sequence/formula_period.h"
#include "engine/plan/sequence/sequence.h"
#include "engine/plan/solver.h"

namespace bouton {
namespace {

/// Counted by the sparse way alone, so that the number does not hang on which way happens to be faster.
std::optional<std::uint64_t> rare_heaps(const TakeAndBreak& code, Coordinate last, const Budget& budget) {
  HeapSequence sequence(code);
  try {
    sequence.extend(static_cast<std::uint64_t>(last), HeapWay::sparse, budget);
  } catch (const RequestError&) {
    return std::nullopt;  // the way is none of this game's
  }
  return sequence.rare_heaps();
}

/// The started heaps of a game whose formula proves their period: of Grundy values, or of outcomes where it does not.
std::optional<HeapRun> started_heaps(const Game& game, Coordinate last, const Budget& budget) {
  for (const ValueKind kind : {ValueKind::grundy, ValueKind::outcome}) {
    if (kind == ValueKind::grundy && game.rules->play() != Play::normal) continue;
    std::optional<Period> period = started_period(game, kind, budget);
    if (!period) continue;
    Solver solver({game.rules}, budget);
    HeapRun run{.values = heap_sequence(game, solver, last, kind, budget),
                .known = static_cast<std::uint64_t>(last),
                .period = std::move(period),
                .certificate = {},
                .tail_certificate = {}};
    return run;
  }
  return std::nullopt;
}

}  // namespace

SurveyEntry survey(const Game& game, Coordinate last, const Budget& budget) {
  SurveyEntry entry;
  if (const Result<TakeAndBreak> code = heap_description(*game.rules, budget)) {
    entry.heaps = run_heaps(game, {.last = last, .period = true, .checkpoint = {}}, budget);
    // A proof may have looked further than what was asked about.
    entry.heaps->known = std::min(entry.heaps->known, static_cast<std::uint64_t>(last));
    entry.largest = std::ranges::max(entry.heaps->values.cells);
    entry.rare = rare_heaps(*code, last, budget);
    return entry;
  }
  if ((entry.heaps = started_heaps(game, last, budget))) {
    if (entry.heaps->values.kind == ValueKind::grundy) entry.largest = std::ranges::max(entry.heaps->values.cells);
    return entry;
  }
  const Result<std::size_t> dimensions = theorem_dimensions(game.rules->domain(), std::nullopt);
  if (!dimensions) throw RequestError(dimensions.reason());
  entry.theorem = find_theorem(*game.rules, *dimensions, 0, budget);
  return entry;
}

std::vector<std::string> codes_of(std::string_view pattern) {
  constexpr std::size_t kMostOpen = 6;
  const std::size_t point = pattern.find('.');
  const auto fits = [](char c) { return (c >= '0' && c <= '7') || c == 'd'; };
  const auto open = static_cast<std::size_t>(std::ranges::count(pattern, 'd'));
  if (point != 1 || (pattern[0] != '0' && pattern[0] != '4') || pattern.size() < 3 ||
      !std::ranges::all_of(pattern.substr(2), fits))
    throw RequestError(fmt::format("'{}' is no family of codes such as 0.ddd or 4.0d", pattern));
  if (open > kMostOpen)
    throw RequestError(fmt::format("'{}' leaves {} digits open, at most {} are possible", pattern, open, kMostOpen));
  std::vector<std::string> codes;
  for (std::uint32_t number = 0; number < std::uint32_t{1} << 3 * open; ++number) {
    std::string code(pattern);
    std::uint32_t digits = number;
    for (std::size_t i = code.size(); i-- > 0;) {
      if (code[i] != 'd') continue;
      code[i] = static_cast<char>('0' + digits % 8);
      digits /= 8;
    }
    codes.push_back(std::move(code));
  }
  return codes;
}

}  // namespace bouton
