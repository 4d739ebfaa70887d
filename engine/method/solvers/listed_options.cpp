#include "engine/method/solvers/listed_options.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <optional>
#include <vector>

#include "engine/base/costs.h"
#include "engine/flow/listing/option_lister.h"
#include "engine/heap/code/moves.h"
#include "engine/program/analysis/option_count.h"

namespace bouton {

namespace {

/// So many rounds of loops are gone through to count options.
constexpr std::int64_t kCounted = std::int64_t{1} << 14;

/// Of one position, if that does not take too many rounds.
std::optional<OptionCount> counted(OptionLister& lister, PositionView position) {
  if (lister.list(position, kCounted) != FlowStatus::done) return std::nullopt;
  return OptionCount{static_cast<double>(lister.listed().size()), static_cast<double>(lister.ticks())};
}

/// What a number becomes that is `larger` now and was `smaller` when everything was half as large, after so many doublings.
double grown(double larger, double smaller, double doublings) {
  return larger * std::pow(std::max(1.0, larger / std::max(1.0, smaller)), doublings);
}

}  // namespace

std::optional<OptionCount> count_options(const Rules& rules, PositionView position) {
  const Result<const FlowProgram*> program = rules.flow(position.size());
  if (!program) return std::nullopt;
  const bool is_board = (*program)->cells > 0;
  if (position.size() != (is_board ? (*program)->cells : (*program)->dimensions)) return std::nullopt;
  const auto halved = [](Position from) {
    for (Coordinate& number : from) number /= 2;
    return from;
  };
  OptionLister lister(**program);
  Position larger(position);
  double halvings = 0;
  std::optional<OptionCount> count = counted(lister, larger);
  if (is_board) return count;
  for (; !count; ++halvings) {
    larger = halved(larger);
    if (std::ranges::all_of(larger, [](Coordinate number) { return number == 0; })) return std::nullopt;
    count = counted(lister, larger);
  }
  if (halvings == 0) return count;
  const std::optional<OptionCount> smaller = counted(lister, halved(larger));
  if (!smaller) return std::nullopt;
  return OptionCount{grown(count->options, smaller->options, halvings), grown(count->rounds, smaller->rounds, halvings)};
}

double known_options(const Rules& rules, PositionView position) {
  constexpr double kFew = 4096;
  if (!rules.heap_code().empty() && position.size() == 1 && position[0] >= 0)
    return estimated_options(TakeAndBreak::parse(rules.heap_code()), position[0]);
  if (const std::optional<double> size = rules.size_of_options(position)) return *size;
  double most = std::numeric_limits<double>::infinity();
  if (const MoveProgram* const moves = rules.lifting(position.size()).moves) {
    std::vector<Interval> coordinates;
    for (const Coordinate number : position) coordinates.push_back({number, number});
    most = most_moves(*moves, coordinates);
    // Of loops within loops most rounds may have no option, and of loops with ends that are not known nobody knows how many
    // there are: more than a few for each number below that of a heap are not believed.
    const bool is_believed = position.size() == 1 && most <= kFew * static_cast<double>(std::abs(position[0]));
    if (most <= kFew || is_believed) return most;
  }
  if (const std::optional<OptionCount> count = count_options(rules, position)) return std::min(most, count->options);
  return std::isinf(most) ? 0 : most;
}

double seconds_of_options(const Rules& rules, PositionView position) {
  const bool by_program = rules.lifting(position.size()).moves != nullptr || rules.flow(position.size());
  return (by_program ? costs::kOption : costs::kInterpretedOption) * known_options(rules, position);
}

double seconds_of_winning_moves(const Question& question, const Rules& rules) {
  if (question.of != Question::Of::winning_moves) return 0;
  return seconds_of_options(rules, *narrow(question.component->position));
}

}  // namespace bouton
