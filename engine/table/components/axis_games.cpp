#include "engine/table/components/axis_games.h"

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>

#include "engine/base/costs.h"
#include "engine/flow/analysis/separation.h"
#include "engine/flow/listing/option_lister.h"

namespace bouton {
namespace {

constexpr std::int64_t kTicksOfPosition = std::int64_t{1} << 20;
constexpr std::size_t kMostOptions = std::size_t{1} << 22, kMostPositions = std::size_t{1} << 24;

/// Lists the options of one coordinate's values, the others at their least.
class AxisLister {
 public:
  AxisLister(const FlowProgram& program, const Domain& domain, const Box& box, std::size_t axis, bool may_compile)
      : lister_(program, may_compile), box_(box), limits_(domain.axis(axis)), axis_(axis), position_(box.low()) {}

  /// The options of a value; refused where the rule raises an error there, or moves elsewhere than down.
  std::optional<Refusal> list(Coordinate value) {
    position_[axis_] = value;
    if (lister_.list(position_, kTicksOfPosition) != FlowStatus::done) return Refusal{"the rule may raise an error"};
    values_.clear();
    const Options& options = lister_.listed();
    for (std::size_t i = 0; i < options.size(); ++i) {
      const Coordinate option = options.part(i)[axis_];
      if (option < limits_.least || option >= value) return Refusal{"an option is greater, or not a position of the game"};
      values_.push_back(option);
    }
    std::ranges::sort(values_);
    values_.erase(std::unique(values_.begin(), values_.end()), values_.end());
    return std::nullopt;
  }
  const std::vector<Coordinate>& values() const { return values_; }
  /// What the last call took.
  double seconds() const {
    constexpr double kListing = 1e-7;
    return kListing + static_cast<double>(lister_.ticks() + static_cast<std::int64_t>(lister_.listed().size())) *
                          costs::kFlowInterpreter * costs::kNativeTick;
  }

  /// About what all values of the coordinate take; by those of a few.
  Result<double> seconds_of_all() {
    constexpr std::uint64_t kValues = 8;
    const std::uint64_t length = box_.length(axis_);
    double sum = 0;
    for (std::uint64_t i = 1; i <= kValues; ++i) {
      if (auto refusal = list(box_.low()[axis_] + static_cast<Coordinate>((length - 1) * i / kValues))) return *refusal;
      sum += seconds();
    }
    return sum / kValues * static_cast<double>(length);
  }

  /// Refused where it takes more than `most_seconds`, whatever the few values promised.
  Result<AxisGame> game(double most_seconds) {
    // From the greatest down, since options may lead below the box.
    Coordinate low = box_.low()[axis_];
    const Coordinate high = box_.high()[axis_];
    std::vector<Coordinate> all;
    std::vector<std::size_t> counts;
    double taken = 0;
    for (Coordinate value = high; value >= low; --value) {
      if (auto refusal = list(value)) return *std::move(refusal);
      taken += seconds();
      if (taken > most_seconds) return Refusal{"listing the options of a coordinate takes long"};
      if (!values_.empty()) low = std::min(low, values_.front());
      counts.push_back(values_.size());
      all.insert(all.end(), values_.begin(), values_.end());
      if (all.size() > kMostOptions) return Refusal{"there are many options"};
      if (static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low) >= kMostPositions)
        return Refusal{"a coordinate has many values"};
      if (value == limits_.least) break;  // which may be the least that there is
    }
    AxisGame game{low, {0}, {}};
    game.from.reserve(counts.size() + 1);
    game.options.reserve(all.size());
    std::size_t end = all.size();
    for (std::size_t i = counts.size(); i-- > 0; end -= counts[i]) {
      for (std::size_t k = end - counts[i]; k < end; ++k) game.options.push_back(static_cast<std::uint32_t>(all[k] - low));
      game.from.push_back(static_cast<std::uint32_t>(game.options.size()));
    }
    return game;
  }

 private:
  OptionLister lister_;
  const Box& box_;
  const Axis& limits_;
  std::size_t axis_;
  Position position_;
  std::vector<Coordinate> values_;
};

}  // namespace

Result<std::vector<AxisGame>> find_axis_games(const FlowProgram& flow, const Domain& domain, const Box& box,
                                              double most_seconds, bool may_compile) {
  const Result<std::vector<FlowProgram>> programs = separate_coordinates(flow);
  if (!programs) return programs.refusal();
  std::vector<std::unique_ptr<AxisLister>> listers;
  double seconds = 0;
  for (std::size_t i = 0; i < box.dimensions(); ++i) {
    listers.push_back(std::make_unique<AxisLister>((*programs)[i], domain, box, i, may_compile));
    const Result<double> of_axis = listers.back()->seconds_of_all();
    if (!of_axis) return of_axis.refusal();
    seconds += *of_axis;
  }
  if (seconds > most_seconds) return Refusal{"listing the options of all coordinates takes long"};
  std::vector<AxisGame> games;
  for (const std::unique_ptr<AxisLister>& lister : listers) {
    constexpr double kMoreThanExpected = 2;
    Result<AxisGame> game = lister->game(kMoreThanExpected * most_seconds);
    if (!game) return game.refusal();
    games.push_back(*std::move(game));
  }
  return games;
}

Result<std::vector<AxisGame>> games_of_steps(const StepSet& set, const Box& region) {
  if (region.dimensions() < 2) return Refusal{"positions have one coordinate"};
  std::vector<std::vector<std::uint64_t>> steps(region.dimensions());
  for (const Position& step : set.steps) {
    if (std::ranges::count_if(step, [](Coordinate one) { return one != 0; }) != 1)
      return Refusal{"a step changes several coordinates"};
    for (std::size_t i = 0; i < step.size(); ++i) {
      if (step[i] < 0) return Refusal{"a step goes up"};
      if (step[i] > 0) steps[i].push_back(static_cast<std::uint64_t>(step[i]));
    }
  }
  std::vector<AxisGame> games;
  for (std::size_t i = 0; i < region.dimensions(); ++i) {
    if (region.length(i) > kMostPositions || steps[i].size() * region.length(i) > kMostOptions)
      return Refusal{"there are many options"};
    std::ranges::sort(steps[i], std::greater());
    AxisGame game{region.low()[i], {0}, {}};
    for (std::uint64_t position = 0; position < region.length(i); ++position) {
      for (const std::uint64_t step : steps[i])
        if (step <= position) game.options.push_back(static_cast<std::uint32_t>(position - step));
      game.from.push_back(static_cast<std::uint32_t>(game.options.size()));
    }
    games.push_back(std::move(game));
  }
  return games;
}

std::vector<std::uint32_t> grundy_values(const AxisGame& game) {
  std::vector<std::uint32_t> values(game.size());
  std::vector<std::uint32_t> seen(game.size() + 1, 0);  // for which position a value was seen last, counted from 1
  for (std::uint32_t i = 0; i < game.size(); ++i) {
    for (const std::uint32_t option : game.options_of(i)) seen[values[option]] = i + 1;
    std::uint32_t mex = 0;
    while (seen[mex] == i + 1) ++mex;
    values[i] = mex;
  }
  return values;
}

std::vector<std::uint32_t> longest_plays(const AxisGame& game) {
  std::vector<std::uint32_t> longest(game.size(), 0);
  for (std::size_t i = 0; i < game.size(); ++i)
    for (const std::uint32_t option : game.options_of(i)) longest[i] = std::max(longest[i], longest[option] + 1);
  return longest;
}

}  // namespace bouton
