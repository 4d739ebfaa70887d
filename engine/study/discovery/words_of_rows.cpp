#include "engine/study/discovery/words_of_rows.h"

#include <atomic>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "engine/base/errors.h"
#include "engine/plan/solver.h"
#include "engine/study/discovery/counted_tables.h"

namespace bouton {
namespace {

constexpr Coordinate kRows = 3;
constexpr Coordinate kLengths[] = {Coordinate{1} << 20, Coordinate{1} << 14};

/// Outcomes of the first `length` positions of a row as letters.
std::string letters_of_row(Solver& solver, const RowShiftRules& rules, Coordinate row, Coordinate length) {
  const std::size_t axis = rules.shifts.axis;
  Position low{row, row}, high{row, row};
  low[axis] = rules.least_along;
  high[axis] = rules.least_along + length - 1;
  const Table table = solver.table(Box(low, high), ValueKind::outcome);
  std::string letters;
  for (std::uint64_t index = 0; index < table.cells.size(); ++index) letters += table.outcome(index) == Outcome::P ? 'P' : 'N';
  return letters;
}

/// The row as far as a share of work goes; empty where that is not far.
std::string affordable_row(const std::shared_ptr<const Rules>& rules, const RowShiftRules& shifts, Coordinate row,
                           const Budget& asked, std::uint64_t further) {
  constexpr std::int64_t kMostPolls = 1'000'000;
  for (const Coordinate usual : kLengths) {
    const Coordinate length = usual * static_cast<Coordinate>(further);
    std::atomic<std::int64_t> polls = kMostPolls * static_cast<std::int64_t>(further);
    Budget budget = asked;
    budget.polls_left = &polls;
    budget.memory = share_of_memory(asked.memory, static_cast<std::size_t>(further));
    try {
      Solver solver({rules}, budget, {.closed_form = false, .claims = false});
      return letters_of_row(solver, shifts, row, length);
    } catch (const Interrupted&) {
      asked.check_stop();  // whoever asked wants it to stop
    } catch (const LimitError&) {}
  }
  return "";
}

}  // namespace

std::string text_of(const GapWord& gaps) { return fmt::format("{}", fmt::join(gaps, " ")); }

std::string statement(const WordsOfRow& row) {
  constexpr std::size_t kNamed = 8;
  const RowWords& words = row.words;
  std::string text =
      fmt::format("{}: the gaps between P-positions along {} are {}", row.where, row.along, fmt::join(words.gaps, ", "));
  std::vector<std::string> named;
  for (const GapWord& word : words.impossible)
    if (named.size() < kNamed) named.push_back(text_of(word));
  if (!named.empty()) {
    text += fmt::format("; one after another never {}", fmt::join(named, ", "));
    if (words.impossible.size() > kNamed) text += fmt::format(" and {} longer words", words.impossible.size() - kNamed);
  }
  if (words.density)
    text += fmt::format("; the density of P-positions is from {} to {}", text_of(words.density->least),
                        text_of(words.density->greatest));
  return text;
}

std::vector<WordsOfRow> prove_words_of_rows(const std::shared_ptr<const Rules>& rules, const Budget& budget,
                                            std::uint64_t further) {
  std::vector<WordsOfRow> proved;
  const Result<RowShiftRules> shifts = row_shift_rules(*rules);
  if (!shifts) return proved;
  const Domain& domain = rules->domain();
  const std::size_t axis = shifts->shifts.axis;
  for (Coordinate row = shifts->least; row < shifts->least + kRows && row <= shifts->greatest; ++row) {
    const std::string outcomes = affordable_row(rules, *shifts, row, budget, further);
    if (outcomes.empty()) continue;
    Result<RowWords> words = find_row_words(*shifts, row, outcomes, budget);
    if (!words) continue;
    proved.push_back({fmt::format("{} = {}", domain.coordinate_name(1 - axis), row), domain.coordinate_name(axis),
                      *std::move(words), shifts->checksum, shifts->play});
  }
  return proved;
}

Result<std::string> first_outcomes(const std::shared_ptr<const Rules>& rules, const RowWordsProof& proof, const Budget& asked) {
  constexpr std::int64_t kPolls = 1'000'000, kPollsOfOutcome = 1'000;  // one row needs the outcomes of those below it
  const Result<RowShiftRules> shifts = row_shift_rules(*rules);
  if (!shifts) return shifts.refusal();
  const Result<std::uint64_t> needed = outcomes_needed(*shifts, proof);
  if (!needed) return needed.refusal();
  std::atomic<std::int64_t> polls = kPolls + kPollsOfOutcome * static_cast<std::int64_t>(*needed);
  Budget budget = asked;
  budget.polls_left = &polls;
  try {
    Solver reference({rules}, budget, Methods::search_alone());
    std::string outcomes;
    for (std::uint64_t n = 0; n < *needed; ++n) {
      Position position{proof.row, proof.row};
      position[shifts->shifts.axis] = shifts->least_along + static_cast<Coordinate>(n);
      outcomes += reference.outcome({{0, widen(position)}}) == Outcome::P ? 'P' : 'N';
    }
    return outcomes;
  } catch (const Interrupted&) {
    asked.check_stop();  // whoever asked wants it to stop
    return Refusal{"the first outcomes of the row take more work than a proof may ask for"};
  }
}

std::optional<std::string> disproved(const WordsCertificate& certificate, const std::shared_ptr<const Rules>& rules,
                                     const Budget& budget) {
  const Result<RowShiftRules> shifts = row_shift_rules(*rules);
  if (!shifts) return shifts.reason();
  if (shifts->checksum != certificate.moves) return "it is about other rules";
  if (shifts->play != certificate.play) return "it is about another convention of play";
  const Result<std::string> outcomes = first_outcomes(rules, certificate.proof, budget);
  if (!outcomes) return outcomes.reason();
  return disproved(*shifts, certificate.proof, *outcomes);
}

}  // namespace bouton
