#include "engine/study/sequence/row_proof.h"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "engine/base/errors.h"
#include "engine/plan/solver.h"
#include "engine/table/row_periods/row_moves.h"

namespace bouton {
namespace {

/// The moves of rules whose rows may be proved.
Result<const MoveProgram*> moves_of(const Rules& rules) {
  const Domain& domain = rules.domain();
  if (domain.is_piles() || domain.dimensions() != 2) return Refusal{"the table does not have two coordinates"};
  if (rules.play() != Play::normal) return Refusal{"Grundy values are those of normal play"};
  const Lifting lifting = rules.unbounded_lifting(2);
  if (lifting.moves == nullptr)
    return Refusal{lifting.refusal.empty() ? "the moves are not known as a program" : lifting.refusal};
  if (lifting.valid != nullptr || !lifting.valid_refusal.empty()) return Refusal{"not every position is valid"};
  return lifting.moves;
}

/// The first small position of the row that a search knows better.
std::optional<std::string> contradicted_by_search(const RowProof& proof, const std::vector<Grundy>& values,
                                                  const std::shared_ptr<const Rules>& rules, const Budget& budget) {
  constexpr std::uint64_t kSearched = 4000;
  Solver reference({rules}, budget, Methods::search_alone());
  const std::size_t column = 1 - proof.axis;
  const auto rows = static_cast<std::uint64_t>(proof.row - rules->domain().axis(proof.axis).least) + 1;
  const std::uint64_t columns = std::min<std::uint64_t>(values.size(), kSearched / rows);
  for (std::uint64_t n = 0; n < columns; ++n) {
    Position position{0, 0};
    position[proof.axis] = proof.row;
    position[column] = rules->domain().axis(column).least + static_cast<Coordinate>(n);
    const std::optional<Nimber> found = reference.grundy({{0, widen(position)}});
    if (!found || *found != Nimber(values[n]))
      return fmt::format("the Grundy value of {} is not {}", to_string(PositionView(position)), values[n]);
  }
  return std::nullopt;
}

}  // namespace

Period PeriodicRow::period() const {
  return {.preperiod = proof.period.preperiod,
          .period = proof.period.period,
          .saltus = static_cast<std::int64_t>(proof.period.saltus),
          .proved = true,
          .theorem = "column state",
          .checked_to = proof.recurrence.first + proof.recurrence.distance - 1};
}

Table PeriodicRow::table(Coordinate low, Coordinate last, const Budget& budget) const {
  Table table{Box({low}, {last}), ValueKind::grundy, {}, {}};
  constexpr std::uint64_t kMost = std::uint64_t{1} << 60;  // bytes that can be counted
  budget.check_memory(std::min(table.box.size(), kMost) * sizeof(std::uint32_t), "a row of this length");
  table.cells.reserve(table.box.size());
  for (std::uint64_t n = 0; n < table.box.size(); ++n) {
    budget.check_stop_at(n);
    const std::uint64_t value = value_at(proof.recurrence, values, n);
    if (value >= Table::kInfinite) throw LimitError(fmt::format("value {} of the row does not fit into a table", n));
    table.cells.push_back(static_cast<std::uint32_t>(value));
  }
  return table;
}

Result<PeriodicRow> prove_row(const Rules& rules, const std::map<std::size_t, Coordinate>& fixed, std::uint64_t columns,
                              const Budget& budget, std::uint64_t most_work) {
  const Result<const MoveProgram*> program = moves_of(rules);
  if (!program) return program.refusal();
  if (fixed.size() != 1) return Refusal{"a row leaves one coordinate free"};
  const auto& [axis, row] = *fixed.begin();
  const Result<RowMoves> moves = find_row_moves(**program, rules.domain(), axis, row);
  if (!moves) return moves.refusal();
  Result<ProvedRow> found = find_row_period(*moves, columns, budget, most_work);
  if (!found) return found.refusal();
  return PeriodicRow{{axis, row, checksum_of(**program), found->recurrence, found->period, found->work},
                     std::move(found->values)};
}

std::optional<std::string> disproved(const RowCertificate& certificate, const std::shared_ptr<const Rules>& rules,
                                     const Budget& budget) {
  const RowProof& proof = certificate.proof;
  const Result<const MoveProgram*> program = moves_of(*rules);
  if (!program) return program.reason();
  if (checksum_of(**program) != proof.moves) return "it is about other rules";
  const Result<RowMoves> moves = find_row_moves(**program, rules->domain(), proof.axis, proof.row);
  if (!moves) return moves.reason();
  const Result<std::vector<Grundy>> values = check_recurrence(*moves, proof.recurrence, budget);
  if (!values) return values.reason();
  const RowPeriod least = least_period(proof.recurrence, *values);
  if (least != proof.period)
    return fmt::format("the least period is {} with saltus {} from {} on", least.period, least.saltus, least.preperiod);
  return contradicted_by_search(proof, *values, rules, budget);
}

}  // namespace bouton
