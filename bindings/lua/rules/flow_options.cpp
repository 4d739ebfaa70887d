#include "bindings/lua/rules/flow_options.h"

#include <algorithm>

#include <fmt/format.h>

#include "bindings/lua/rules/comparison.h"
#include "engine/base/errors.h"

namespace bouton::lua {
namespace {

/// The options that were listed, as the interpreter of rules would have them: none where one of them is no position.
std::optional<Options> listed_options(const OptionLister& lister, const FlowTrial& trial) {
  Options options;
  for (std::size_t i = 0; i < lister.count(); ++i) {
    lister.add_to(options, i);
    bool exists = false;
    if (!succeeds([&] { exists = trial.exists(options.part(i)); }) || !exists) return std::nullopt;
  }
  return options;
}

}  // namespace

std::optional<Refusal> flow_difference(RuleFile& file, const FlowProgram& program, const FlowTrial& trial) {
  constexpr std::int64_t kRounds = std::int64_t{1} << 20;
  constexpr std::size_t kBytes = std::size_t{1} << 22;
  const int tries = 8 * trial.samples;
  OptionLister lister(program);
  std::mt19937_64 random(program.dimensions + program.cells);
  std::int64_t work = 0;
  const PartOfTime part(file.call_limit);
  try {
    for (int attempt = 0, compared = 0; attempt < tries && compared < trial.samples && work < trial.most_work; ++attempt) {
      const Position position = trial.sample(random);
      bool exists = false;
      if (!succeeds([&] { exists = trial.exists(position); }) || !exists) continue;
      ++compared;
      const FlowStatus status = lister.list(position, std::min(kRounds, trial.most_work), kBytes);
      work += lister.ticks() + static_cast<std::int64_t>(lister.count());
      if (status == FlowStatus::waiting || status == FlowStatus::ticks_out) continue;
      std::optional<Options> lifted;
      if (status == FlowStatus::done) lifted = listed_options(lister, trial);
      Options interpreted;
      const bool has_options = succeeds([&] { file.interpreted_options(position, interpreted); });
      if (lifted.has_value() != has_options || (lifted && !same(*lifted, interpreted)))
        return Refusal{fmt::format("moves: the lifted program differs from the interpreter at {}", trial.text(position))};
    }
  } catch (const LimitError& error) {
    return Refusal{fmt::format("moves: the limits, which the rule passes at a random position ({})", error.what())};
  }
  return std::nullopt;
}

/// What is asked little is not worth lifting.
bool FlowOptions::is_asked_much() {
  constexpr int kAskedLittle = 64;
  return asked_ <= kAskedLittle && ++asked_ > kAskedLittle;
}

/// Rounds beyond some million are counted by the interpreter, which looks at the limits of time as it goes.
bool FlowOptions::list(PositionView position) {
  constexpr std::uint64_t kMostRounds = std::uint64_t{1} << 24;
  const std::uint64_t left = file_.state.steps_left();
  const auto rounds = static_cast<std::int64_t>(std::min(kMostRounds, left));
  return lister_->list(position, rounds, file_.options_limit.bytes) == FlowStatus::done && lister_->count() <= left;
}

/// Whether the positions that were listed are in the game's domain.
bool FlowOptions::are_in_domain(const Options& options) const {
  const Domain& domain = file_.spec.domain;
  if (domain.shape() != nullptr) return true;
  if (!lister_->keeps_length()) return each_part(options, [&](PositionView position) { return domain.contains(position); });
  // Coordinate by coordinate, for many options at once.
  const std::size_t count = options.part_count(), size = count == 0 ? 0 : options.word_count() / count;
  bool is_outside = false;
  for (std::size_t i = 0; i < size; ++i) {
    const Coordinate* const first = options.words() + i;
    const Axis& axis = domain.axis(i);
    for (std::size_t k = 0; k < count; ++k) is_outside |= first[k * size] < axis.least || first[k * size] > axis.greatest;
  }
  return !is_outside;
}

void FlowOptions::count_steps() { file_.state.count_steps(static_cast<std::uint64_t>(lister_->ticks()) + lister_->count()); }

}  // namespace bouton::lua
