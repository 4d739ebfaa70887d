#include "engine/sum/sum_rules.h"

#include <algorithm>

#include "engine/rules/obligations.h"

namespace bouton {

SumRules::SumRules(std::vector<std::shared_ptr<const Rules>> games, Play play, const std::shared_ptr<MemoryAccount>& account)
    : games_(std::move(games)),
      play_(play),
      domain_(Domain::piles({.name = "component"})),
      components_(account),
      ranges_(account),
      moves_(account),
      options_(account) {
  any_cancels_ = std::ranges::any_of(games_, [](const std::shared_ptr<const Rules>& game) { return game->heads_cancel(); });
}

Position SumRules::position(std::span<const SumPart> parts) const {
  Position result;
  for (const SumPart& part : parts) {
    const Number component = intern(part.game, part.position);
    if (!is_terminal(component)) result.push_back(component);
  }
  normalize(result);
  return result;
}

std::vector<SumPart> SumRules::parts(PositionView position) const {
  std::vector<SumPart> result;
  for (const Coordinate component : position) {
    const Position key = components_[static_cast<Number>(component)];
    result.push_back({static_cast<std::size_t>(key[0]), Position(PositionView(key).subspan(1))});
  }
  return result;
}

/// Options of sums are ascending already, which is quicker to see than to do.
void SumRules::normalize(Position& position) const {
  if (!std::ranges::is_sorted(position)) std::ranges::sort(position);
  if (any_cancels_) cancel(position);
}

/// Leaves out pairs of equal heads of coins.
void SumRules::cancel(Position& ascending) const {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < ascending.size(); ++i) {
    const bool twice = i + 1 < ascending.size() && ascending[i] == ascending[i + 1];
    if (twice && ranges_[static_cast<Number>(ascending[i])].cancels) ++i;
    else ascending[kept++] = ascending[i];
  }
  ascending.truncate(kept);
}

void SumRules::options(PositionView position, Options& out) const {
  for (std::size_t i = 0; i < position.size(); ++i) {
    // A move in one of several equal components is a move in any of them.
    if (i > 0 && position[i] == position[i - 1]) continue;
    const auto component = static_cast<Number>(position[i]);
    settle(component);
    const Range range = ranges_[component];
    for (std::uint64_t at = range.first; at < range.end; at += moves_[at] + 1) {
      replace(position, i, {moves_.data() + at + 1, moves_[at]});
      out.add(sum_);
    }
  }
}

/// Merges `parts` with the other components into sum_; all are ascending.
void SumRules::replace(PositionView position, std::size_t component, std::span<const Number> parts) const {
  sum_.clear();
  auto part = parts.begin();
  for (std::size_t i = 0; i < position.size(); ++i) {
    if (i == component) continue;
    while (part != parts.end() && *part < position[i]) sum_.push_back(*part++);
    sum_.push_back(position[i]);
  }
  while (part != parts.end()) sum_.push_back(*part++);
  if (any_cancels_) cancel(sum_);
}

SumRules::Number SumRules::intern(std::size_t game, PositionView position) const {
  component_.assign(position);
  const bool cancels = games_[game]->heads_cancel();
  if (!cancels) games_[game]->normalize(component_);
  key_.clear();
  key_.push_back(static_cast<Coordinate>(game));
  for (const Coordinate coordinate : component_) key_.push_back(coordinate);
  const Number number = components_.insert(key_).first;
  if (ranges_.size() < components_.size()) ranges_.resize(components_.size());
  ranges_[number].cancels = cancels;
  return number;
}

bool SumRules::is_terminal(Number component) const {
  ask(component);
  return ranges_[component].first == ranges_[component].end;
}

void SumRules::ask(Number component) const {
  if (ranges_[component].asked) return;
  const Position key = components_[component];
  const auto game = static_cast<std::size_t>(key[0]);
  refuse_obligations(*games_[game], "sums as one position");
  options_.clear();
  games_[game]->options(PositionView(key).subspan(1), options_);
  Options numbered(moves_.get_allocator().account());
  for (std::size_t i = 0; i < options_.size(); ++i) {
    const Options::Option option = options_[i];
    Position parts;
    for (std::size_t part = 0; part < option.size(); ++part) parts.push_back(intern(game, option[part]));
    std::ranges::sort(parts);
    numbered.add(parts);
  }
  const Options distinct = numbered.unique();
  const std::uint64_t first = moves_.size();
  for (std::size_t i = 0; i < distinct.size(); ++i) {
    const PositionView parts = distinct[i][0];
    moves_.push_back(static_cast<Number>(parts.size()));
    for (const Coordinate part : parts) moves_.push_back(static_cast<Number>(part));
  }
  ranges_[component] = {first, moves_.size(), true, false, ranges_[component].cancels};
}

/// Leaves the terminal parts out of a component's options, in place.
void SumRules::settle(Number component) const {
  ask(component);
  if (ranges_[component].settled) return;
  const Range range = ranges_[component];
  for (std::uint64_t at = range.first; at < range.end; at += moves_[at] + 1)
    for (std::uint64_t part = at + 1; part <= at + moves_[at]; ++part) ask(moves_[part]);
  std::uint64_t end = range.first;
  std::uint64_t next = range.first;
  for (std::uint64_t at = range.first; at < range.end; at = next) {
    next = at + moves_[at] + 1;
    const std::uint64_t count = end++;
    for (std::uint64_t part = at + 1; part < next; ++part)
      if (!is_terminal(moves_[part])) moves_[end++] = moves_[part];
    moves_[count] = static_cast<Number>(end - count - 1);
  }
  ranges_[component] = {range.first, end, true, true, range.cancels};
}

}  // namespace bouton
