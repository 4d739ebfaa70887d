#include "engine/closed_form/heaps/strip_values.h"

#include <utility>

#include <fmt/format.h>

#include "engine/rules/coin_runs.h"
#include "engine/rules/coin_turning.h"

namespace bouton {
namespace {

constexpr std::uint64_t kMostPlaces = RunValues::kMostPlaces;  ///< whose values are counted one by one

}  // namespace

StripValues::StripValues(std::shared_ptr<const Rules> rules, std::unique_ptr<ClosedForm> form, Budget budget)
    : rules_(std::move(rules)), form_(std::move(form)), budget_(std::move(budget)) {
  if (const auto* const runs = dynamic_cast<const CoinRuns*>(rules_.get())) runs_ = std::make_unique<RunValues>(*runs, budget_);
}

Result<Integer> StripValues::value(const Integer& place) {
  if (form_) return form_->grundy({place});
  const Integer index = place - widen(least());
  if (index >= widen_unsigned(kMostPlaces))
    return Refusal{fmt::format("the values of the strips are counted one by one, up to place {}",
                               Integer(widen(least()) + widen_unsigned(kMostPlaces - 1)).get_str())};
  const std::uint64_t wanted = *narrow_unsigned(index);
  if (runs_) return widen_unsigned(runs_->value(wanted));
  while (values_.size() <= wanted) count_next();
  return widen_unsigned(values_[static_cast<std::size_t>(wanted)]);
}

/// By the definition: the least number that is not the nim-sum of the companions of some move.
void StripValues::count_next() {
  budget_.check_stop();
  const Coordinate place = least() + static_cast<Coordinate>(values_.size());
  options_.clear();
  if (const Position head{place}; rules_->valid(head)) rules_->options(head, options_);
  seen_.assign(options_.size() + 1, false);
  for (std::size_t i = 0; i < options_.size(); ++i) {
    std::uint64_t sum = 0;
    for (std::size_t part = 0; part < options_[i].size(); ++part) sum ^= counted(options_[i][part][0]);
    if (sum < seen_.size()) seen_[static_cast<std::size_t>(sum)] = true;
  }
  std::uint64_t mex = 0;
  while (seen_[static_cast<std::size_t>(mex)]) ++mex;
  budget_.check_memory((values_.size() + 1) * sizeof(std::uint64_t), "the values of the strips of a product");
  values_.push_back(mex);
}

std::optional<StripValues::Moves> StripValues::moves(const Integer& place) {
  const std::optional<Coordinate> at = narrow(place);
  if (!at) return std::nullopt;
  const auto number = [&](Coordinate coin) -> std::optional<std::uint64_t> {
    const Result<Integer> found = value(widen(coin));
    return found ? narrow_unsigned(*found) : std::nullopt;
  };
  const std::optional<std::uint64_t> own = number(*at);
  if (!own) return std::nullopt;
  Options listed;
  rules_->options(Position{*at}, listed);
  Moves moves{listed.unique(), {}};
  for (std::size_t i = 0; i < moves.options.size(); ++i) {
    std::uint64_t change = *own;
    for (std::size_t part = 0; part < moves.options[i].size(); ++part) {
      const std::optional<std::uint64_t> coin = number(moves.options[i][part][0]);
      if (!coin) return std::nullopt;
      change ^= *coin;
    }
    moves.changes.push_back(change);
  }
  return moves;
}

Result<StripValues::Heads> StripValues::heads(const Integer& low, const Integer& high) {
  const Result<Integer> last = value(high);
  if (!last) return last.refusal();
  if (high - widen(least()) >= widen_unsigned(kMostPlaces))
    return Refusal{"the moves of coins at places so far away are not counted"};
  Heads heads;
  if (runs_) {
    const std::uint64_t first_index = *narrow_unsigned(low - widen(least()));
    const std::uint64_t last_index = *narrow_unsigned(high - widen(least()));
    for (std::uint64_t i = first_index; i <= last_index; ++i) heads.value ^= runs_->value(i);
    const std::vector<std::uint64_t> counts = runs_->changes(first_index, last_index);
    for (std::size_t change = 0; change < counts.size(); ++change)
      if (counts[change] > 0) heads.changes[std::string(kTurn)][change] = widen_unsigned(counts[change]);
    return heads;
  }
  for (Integer place = low; place <= high; ++place) {
    budget_.check_stop();
    const Result<Integer> own = value(place);
    if (!own) return own.refusal();
    const std::optional<std::uint64_t> narrowed = narrow_unsigned(*own);
    const std::optional<Moves> all = narrowed ? moves(place) : std::nullopt;
    if (!all) return Refusal{"values beyond 64 bits are not counted"};
    heads.value ^= *narrowed;
    for (std::size_t i = 0; i < all->options.size(); ++i)
      heads.changes[std::string(rules_->label_name(all->options[i].label()))][all->changes[i]] += 1;
  }
  return heads;
}

}  // namespace bouton
