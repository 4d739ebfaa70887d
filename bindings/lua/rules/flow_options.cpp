#include "bindings/lua/rules/flow_options.h"

#include <algorithm>

#include <fmt/format.h>

#include "bindings/lua/rules/comparison.h"
#include "engine/base/errors.h"

namespace bouton::lua {
namespace {

/// Whether all that was listed are positions: else the interpreter of rules raises an error.
bool all_exist(const Options& listed, const FlowTrial& trial) {
  for (std::size_t part = 0; part < listed.part_count(); ++part) {
    bool exists = false;
    if (!succeeds([&] { exists = trial.exists(listed.part(part)); }) || !exists) return false;
  }
  return true;
}

}  // namespace

std::optional<Refusal> flow_difference(RuleFile& file, const FlowProgram& program, const FlowTrial& trial) {
  constexpr std::int64_t kRounds = std::int64_t{1} << 20;
  constexpr std::size_t kBytes = std::size_t{1} << 22;
  const int tries = 8 * trial.samples;
  const OptionLister::LabelNumbers labels = label_numbers(file.sink);
  OptionLister lister(program, false, nullptr, &labels);
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
      const Options& listed = lister.listed();
      work += lister.ticks() + static_cast<std::int64_t>(listed.size());
      if (status == FlowStatus::waiting || status == FlowStatus::ticks_out) continue;
      const bool is_listed = status == FlowStatus::done && all_exist(listed, trial);
      Options interpreted;
      const bool has_options = succeeds([&] { file.interpreted_options(position, interpreted); });
      if (is_listed != has_options || (is_listed && !same(listed, interpreted)))
        return Refusal{fmt::format("moves: the lifted program differs from the interpreter at {}", trial.text(position))};
    }
  } catch (const LimitError& error) {
    return Refusal{fmt::format("moves: the limits, which the rule exceeds at a random position ({})", error.what())};
  }
  return std::nullopt;
}

/// What is asked little is not worth lifting.
bool FlowOptions::is_asked_much() {
  constexpr int kAskedLittle = 64;
  return asked_ <= kAskedLittle && ++asked_ > kAskedLittle;
}

}  // namespace bouton::lua
