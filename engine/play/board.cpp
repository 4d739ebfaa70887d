#include "engine/play/board.h"

#include <algorithm>

#include <fmt/format.h>

#include "engine/base/errors.h"
#include "engine/closed_form/wording.h"

namespace bouton {
namespace {

/// Whether no option is listed twice, for lists that are so short that looking is quicker than hashing.
bool visibly_distinct(const Options& options) {
  constexpr std::size_t kShort = 8;
  if (options.size() > kShort || options.has_split()) return false;
  for (std::size_t i = 1; i < options.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (options[i].kind() == options[j].kind() && std::ranges::equal(options[i][0], options[j][0])) return false;
  return true;
}

}  // namespace

template <class Parts>
void Board::check_convention(const Parts& parts) const {
  for (const auto& part : parts) {
    if (games_[part.game]->play() != games_[parts[0].game]->play())
      throw RequestError("games of different conventions of play cannot be played as a sum");
    if (games_[part.game]->play() == Play::by_position && parts.size() > 1)
      throw RequestError("a game whose last position says who has won cannot be played as a sum");
  }
}

/// Before a move nothing is forbidden yet.
void Board::allow_all() {
  forbidden_.clear();
  has_forbidden_ = false;
}

std::uint64_t Board::may_forbid() const {
  if (is_large() || parts_.size() != 1 || has_forbidden_ || move_count_ == 0) return 0;
  return rules(0).blocking();
}

void Board::forbid(const std::vector<std::size_t>& numbers) {
  if (numbers.size() > may_forbid())
    throw RequestError(
        fmt::format("{} moves are too many to forbid: at most {} may be forbidden", numbers.size(), may_forbid()));
  has_forbidden_ = true;
  forbidden_ = numbers;
  if (numbers.empty()) return;
  Options left;
  std::size_t next = 0;
  for (std::size_t i = 0; i < options_[0].size(); ++i) {
    if (next < numbers.size() && numbers[next] == i) ++next;
    else left.add(options_[0][i][0], options_[0][i].label());
  }
  options_[0] = std::move(left);
  move_count_ = options_[0].size();
}

void Board::forbid(std::span<const Move> moves) {
  std::vector<std::size_t> numbers;
  for (std::size_t i = 0; i < move_count(); ++i)
    if (std::ranges::find(moves, move(widen_unsigned(i)).to, &Move::to) != moves.end()) numbers.push_back(i);
  if (numbers.size() != moves.size()) throw RequestError("what is forbidden is not one of the moves, or is named twice");
  forbid(numbers);
}

void Board::set_up(std::span<const SumPart> parts) {
  was_large_ = moves_again_ = false;
  place_parts(parts);
}

void Board::set_up(const Sum& sum, bool was_large) {
  was_large_ = was_large;
  moves_again_ = false;
  place_sum(sum);
}

void Board::place_parts(std::span<const SumPart> parts, std::optional<std::size_t> obliged) {
  many_.reset();
  allow_all();
  obliged_ = obliged;
  parts_.assign(parts.begin(), parts.end());
  options_.resize(parts_.size());
  check_convention(parts_);
  move_count_ = 0;
  for (std::size_t i = 0; i < parts_.size(); ++i)
    if (!find_options(i)) return;
}

void Board::place_sum(const Sum& sum) {
  std::vector<SumPart> parts;
  for (const Component& component : sum) {
    std::optional<Position> position = narrow(component.position);
    if (!position) {
      check_convention(sum);
      be_large(sum);
      return;
    }
    parts.push_back({component.game, *std::move(position)});
  }
  place_parts(parts, obliged_component(sum));
}

void Board::be_large(Sum sum) {
  was_large_ = true;
  move_count_ = 0;
  many_ = SumMoves::of(sum, large_, {});
  sum_ = std::move(sum);
}

Sum Board::sum() const {
  if (is_large()) return sum_;
  Sum sum;
  for (const SumPart& part : parts_) sum.push_back({part.game, widen(part.position)});
  if (obliged_) sum[*obliged_].obliged = true;
  return sum;
}

bool Board::find_options(std::size_t component) {
  const SumPart& part = parts_[component];
  if (large_[part.game].many(PositionView(part.position))) {
    be_large(sum());
    return false;
  }
  Options& options = options_[component];
  options.clear();
  rules(component).options(part.position, options);
  if (!visibly_distinct(options)) options = options.unique();
  move_count_ += options.size();
  return true;
}

Board::Place Board::place(std::size_t index) const {
  if (obliged_) return {*obliged_, index};
  std::size_t component = 0;
  while (index >= options_[component].size()) index -= options_[component++].size();
  return {component, index};
}

Move Board::move(const Integer& index) const {
  if (is_large()) return many_->move(index);
  const auto [component, number] = place(index.get_ui());
  const Options::Option option = options_[component][number];
  Move move{component, std::string(rules(component).label_name(option.label())), {}, option.kind()};
  for (std::size_t part = 0; part < option.size(); ++part) move.to.push_back(widen(option[part]));
  return move;
}

void Board::play(const Integer& index) {
  if (is_large()) {
    const Move move = many_->move(index);
    moves_again_ = move.kind == MoveKind::again;
    place_sum(laid_out_after(sum_, move, games_));
  } else {
    play(static_cast<std::size_t>(index.get_ui()));
  }
}

void Board::play(std::size_t index) {
  if (is_large()) {
    play(widen_unsigned(index));
    return;
  }
  const auto [component, number] = place(index);
  if (rules(component).heads_cancel()) {
    moves_again_ = false;
    place_sum(laid_out_after(sum(), move(widen_unsigned(index)), games_));
    return;
  }
  const Options::Option option = options_[component][number];
  allow_all();
  move_count_ -= options_[component].size();
  moves_again_ = option.kind() == MoveKind::again;
  obliged_.reset();
  if (option.kind() == MoveKind::entail) obliged_ = component;
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
  for (std::size_t i = component; i < component + after.size(); ++i)
    if (!find_options(i)) return;
}

Outcome Board::result() const {
  if (games_.empty()) return Outcome::P;
  if (is_large()) {
    const Rules& rules = *games_[sum_[0].game];
    if (rules.play() != Play::by_position) return terminal_outcome(rules.play());
    throw RequestError(
        fmt::format("who has won at {} is not known: it has coordinates beyond 64 bits", brief(sum_[0].position)));
  }
  const Rules& last = parts_.empty() ? *games_.front() : rules(0);
  if (last.play() != Play::by_position) return terminal_outcome(last.play());
  if (parts_.size() != 1) throw RequestError("the last positions of a sum do not say who has won it");
  return last.terminal_outcome(parts_[0].position);
}

}  // namespace bouton
