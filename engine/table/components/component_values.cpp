#include "engine/table/components/component_values.h"

#include <algorithm>
#include <array>
#include <bit>
#include <map>

#include "engine/base/costs.h"
#include "engine/table/components/tile_sweep.h"

namespace bouton {
namespace {

/// Cells that are handed on at once.
constexpr std::size_t kSumsAtOnce = 4096;

/// Whether Grundy values tell all that is asked.
bool is_by_values(const ComponentProblem& problem) {
  return problem.play == Play::normal && problem.kind != ValueKind::remoteness;
}

/// The Grundy values of the coordinates that are asked for.
std::vector<std::vector<std::uint32_t>> values_of(const ComponentProblem& problem) {
  std::vector<std::vector<std::uint32_t>> values;
  for (std::size_t i = 0; i < problem.games->size(); ++i) {
    const AxisGame& game = (*problem.games)[i];
    std::vector<std::uint32_t> all = grundy_values(game);
    all.erase(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(problem.asked.low()[i] - game.low));
    values.push_back(std::move(all));
  }
  return values;
}

/// No nim-sum of the values is greater.
std::uint32_t greatest_sum(const std::vector<std::vector<std::uint32_t>>& values) {
  std::uint32_t all = 0;
  for (const std::vector<std::uint32_t>& one : values) all = std::max(all, std::bit_ceil(std::ranges::max(one) + 1) - 1);
  return all;
}

/// Calls visit(first, sum) for each row along the last coordinate: the number of its first position, and the nim-sum of the
/// values of all coordinates but the last.
template <class Visit>
void each_row(const Box& box, const std::vector<std::vector<std::uint32_t>>& values, const Budget& budget, const Visit& visit) {
  const std::size_t last = box.dimensions() - 1;
  for (std::uint64_t first = 0; first < box.size(); first += box.length(last)) {
    budget.check_stop();
    std::uint32_t sum = 0;
    for (std::size_t i = 0; i < last; ++i) sum ^= values[i][first / box.stride(i) % box.length(i)];
    visit(first, sum);
  }
}

void hand_grundy(const ComponentProblem& problem, const Budget& budget, ValueSink& sink) {
  const std::vector<std::vector<std::uint32_t>> values = values_of(problem);
  const std::vector<std::uint32_t>& row = values.back();
  std::array<std::uint32_t, kSumsAtOnce> cells;
  sink.begin(greatest_sum(values));
  each_row(problem.asked, values, budget, [&](std::uint64_t first, std::uint32_t sum) {
    for (std::size_t done = 0; done < row.size(); done += kSumsAtOnce) {
      const std::size_t now = std::min(kSumsAtOnce, row.size() - done);
      for (std::size_t i = 0; i < now; ++i) cells[i] = row[done + i] ^ sum;
      sink.take(first + done, {cells.data(), now});
    }
  });
}

/// The rows of outcomes that have been found, by the nim-sum of the other coordinates.
class RowsOfOutcomes {
 public:
  explicit RowsOfOutcomes(const std::vector<std::uint32_t>& row) : row_(row), words_((row.size() + 63) / 64) {}

  const std::uint64_t* where_equal(std::uint32_t value) {
    if (const auto found = kept_.find(value); found != kept_.end()) return found->second.data();
    constexpr std::size_t kMostBytes = std::size_t{1} << 24;
    std::vector<std::uint64_t>& bits = (kept_.size() + 1) * words_ * sizeof(std::uint64_t) <= kMostBytes ? kept_[value] : last_;
    bits.assign(words_, 0);
    for (std::size_t i = 0; i < row_.size(); ++i) bits[i / 64] |= static_cast<std::uint64_t>(row_[i] == value) << (i % 64);
    return bits.data();
  }

 private:
  const std::vector<std::uint32_t>& row_;
  std::size_t words_;
  std::map<std::uint32_t, std::vector<std::uint64_t>> kept_;
  std::vector<std::uint64_t> last_;
};

void hand_outcomes(const ComponentProblem& problem, const Budget& budget, ValueSink& sink) {
  const std::vector<std::vector<std::uint32_t>> values = values_of(problem);
  RowsOfOutcomes rows(values.back());
  sink.begin(static_cast<std::uint32_t>(Outcome::N));
  each_row(problem.asked, values, budget, [&](std::uint64_t first, std::uint32_t sum) {
    sink.take_outcomes(first, {rows.where_equal(sum), 0, values.back().size()});
  });
}

void hand_by_tiles(const ComponentProblem& problem, const Budget& budget, ValueSink& sink) {
  budget.check_memory(bytes_of_tiles(*problem.games), "the table");
  const Box& box = problem.asked;
  const std::size_t last = box.dimensions() - 1;
  Position low, high;
  for (std::size_t i = 0; i < box.dimensions(); ++i) {
    low.push_back((*problem.games)[i].low);
    high.push_back(box.high()[i]);
  }
  const Box region(low, high);
  const auto skipped = static_cast<std::size_t>(box.low()[last] - low[last]);
  std::vector<std::uint32_t> outcomes;
  bool has_begun = false;
  sweep_tiles(*problem.games, problem.play, budget, [&](std::uint64_t row, std::span<const std::uint32_t> remoteness) {
    if (!has_begun) {
      const bool lengths = problem.kind == ValueKind::remoteness;
      sink.begin(lengths ? static_cast<std::uint32_t>(longest_play(*problem.games)) : static_cast<std::uint32_t>(Outcome::N));
      has_begun = true;
    }
    Position at = region.position(row * region.length(last));
    at[last] = box.low()[last];
    if (!box.contains(at)) return;
    std::span<const std::uint32_t> cells = remoteness.subspan(skipped);
    if (problem.kind == ValueKind::outcome) {
      // Who makes the last move wins under normal play, and loses under misère play.
      const std::uint32_t odd = static_cast<std::uint32_t>(problem.play == Play::normal ? Outcome::N : Outcome::P);
      const std::uint32_t even = static_cast<std::uint32_t>(problem.play == Play::normal ? Outcome::P : Outcome::N);
      outcomes.resize(cells.size());
      for (std::size_t i = 0; i < cells.size(); ++i) outcomes[i] = cells[i] % 2 == 1 ? odd : even;
      cells = outcomes;
    }
    sink.take(box.index(at), cells);
  });
}

}  // namespace

ComponentEstimate estimate_components(const ComponentProblem& problem) {
  const std::vector<AxisGame>& games = *problem.games;
  std::size_t options = 0, most = 0;
  for (const AxisGame& game : games) {
    options += game.options.size();
    for (std::size_t i = 0; i < game.size(); ++i) most = std::max(most, game.options_of(i).size());
  }
  ComponentEstimate estimate;
  estimate.seconds = static_cast<double>(options) * costs::kNativeOption;
  estimate.bytes = options * sizeof(std::uint32_t);
  estimate.greatest = problem.kind == ValueKind::outcome ? 1 : std::bit_ceil(most + 1) - 1;
  if (is_by_values(problem)) return estimate;
  estimate.seconds = seconds_of_tiles(games);
  estimate.bytes += bytes_of_tiles(games);
  if (problem.kind == ValueKind::remoteness) estimate.greatest = longest_play(games);
  return estimate;
}

void component_values(const ComponentProblem& problem, const Budget& budget, ValueSink& sink) {
  if (!is_by_values(problem)) hand_by_tiles(problem, budget, sink);
  else if (problem.kind == ValueKind::grundy) hand_grundy(problem, budget, sink);
  else hand_outcomes(problem, budget, sink);
}

}  // namespace bouton
