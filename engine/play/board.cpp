#include "engine/play/board.h"

#include <algorithm>

#include "engine/base/errors.h"

namespace bouton {
namespace {

/// Whether no option is listed twice, for lists that are so short that looking is quicker than hashing.
bool visibly_distinct(const Options& options) {
  constexpr std::size_t kShort = 8;
  if (options.size() > kShort || options.has_split()) return false;
  for (std::size_t i = 1; i < options.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (std::ranges::equal(options[i][0], options[j][0])) return false;
  return true;
}

}  // namespace

void Board::set_up(std::span<const SumPart> parts) {
  parts_.assign(parts.begin(), parts.end());
  options_.resize(parts_.size());
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    if (rules(i).play() != rules(0).play())
      throw RequestError("games of different conventions of play cannot be played as a sum");
    if (rules(i).play() == Play::by_position && parts_.size() > 1)
      throw RequestError("a game whose last position says who has won cannot be played as a sum");
  }
  move_count_ = 0;
  for (std::size_t i = 0; i < parts_.size(); ++i) find_options(i);
}

Sum Board::sum() const {
  Sum sum;
  for (const SumPart& part : parts_) sum.push_back({part.game, widen(part.position)});
  return sum;
}

void Board::find_options(std::size_t component) {
  Options& options = options_[component];
  options.clear();
  rules(component).options(parts_[component].position, options);
  if (!visibly_distinct(options)) options = options.unique();
  move_count_ += options.size();
}

Board::Place Board::place(std::size_t index) const {
  std::size_t component = 0;
  while (index >= options_[component].size()) index -= options_[component++].size();
  return {component, index};
}

void Board::play(std::size_t index) {
  const auto [component, number] = place(index);
  const Options::Option option = options_[component][number];
  move_count_ -= options_[component].size();
  if (option.size() == 1) {
    const Position next(option[0]);
    parts_[component].position = next;
    find_options(component);
    return;
  }
  std::vector<SumPart> after;
  for (std::size_t part = 0; part < option.size(); ++part) after.push_back({parts_[component].game, Position(option[part])});
  if (rules(component).play() == Play::by_position)
    throw RequestError("a game whose last position says who has won cannot be split");
  const auto at = static_cast<std::ptrdiff_t>(component);
  parts_.erase(parts_.begin() + at);
  parts_.insert(parts_.begin() + at, after.begin(), after.end());
  options_.erase(options_.begin() + at);
  options_.insert(options_.begin() + at, after.size(), Options());
  for (std::size_t i = component; i < component + after.size(); ++i) find_options(i);
}

Outcome Board::result() const {
  if (games_.empty()) return Outcome::P;
  const Rules& last = parts_.empty() ? *games_.front() : rules(0);
  if (last.play() != Play::by_position) return terminal_outcome(last.play());
  if (parts_.size() != 1) throw RequestError("who has won a sum is not for its last positions to say");
  return last.terminal_outcome(parts_[0].position);
}

}  // namespace bouton
