#include "engine/rules/sum_rules.h"

#include <algorithm>

namespace bouton {

SumRules::SumRules(std::vector<std::shared_ptr<const Rules>> games, Play play,
                   const std::shared_ptr<MemoryAccount>& account)
    : games_(std::move(games)),
      play_(play),
      domain_(Domain::piles({.name = "component"})),
      components_(account),
      ranges_(account),
      moves_(account) {}

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

void SumRules::normalize(Position& position) const { std::ranges::sort(position); }

void SumRules::options(PositionView position, Options& out) const {
  for (std::size_t i = 0; i < position.size(); ++i) {
    // A move in one of several equal components is a move in any of them.
    if (i > 0 && position[i] == position[i - 1]) continue;
    const auto component = static_cast<Number>(position[i]);
    const std::size_t length = moves(component).size();
    for (std::size_t at = 0; at < length;) {
      const std::size_t count = moves(component)[at];
      parts_.clear();
      for (std::size_t part = at + 1; part <= at + count; ++part) {
        // Looked up again each time: asking for the options of a part may move the list.
        const Number number = moves(component)[part];
        if (!is_terminal(number)) parts_.push_back(number);
      }
      replace(position, i);
      out.add(sum_);
      at += count + 1;
    }
  }
}

/// Merges parts_ with the other components into sum_; all are ascending.
void SumRules::replace(PositionView position, std::size_t component) const {
  sum_.clear();
  std::size_t part = 0;
  for (std::size_t i = 0; i < position.size(); ++i) {
    if (i == component) continue;
    while (part < parts_.size() && parts_[part] < position[i]) sum_.push_back(parts_[part++]);
    sum_.push_back(position[i]);
  }
  while (part < parts_.size()) sum_.push_back(parts_[part++]);
}

SumRules::Number SumRules::intern(std::size_t game, PositionView position) const {
  component_.assign(position);
  games_[game]->normalize(component_);
  key_.clear();
  key_.push_back(static_cast<Coordinate>(game));
  for (const Coordinate coordinate : component_) key_.push_back(coordinate);
  const Number number = components_.insert(key_).first;
  if (ranges_.size() < components_.size()) ranges_.resize(components_.size());
  return number;
}

std::span<const SumRules::Number> SumRules::moves(Number component) const {
  if (!ranges_[component].asked) ask(component);
  const Range range = ranges_[component];
  return {moves_.data() + range.first, range.end - range.first};
}

void SumRules::ask(Number component) const {
  const Position key = components_[component];
  const auto game = static_cast<std::size_t>(key[0]);
  options_.clear();
  games_[game]->options(PositionView(key).subspan(1), options_);
  Options numbered;
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
  ranges_[component] = {first, moves_.size(), true};
}

}  // namespace bouton
