#include "engine/play/session.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "engine/base/errors.h"

namespace bouton {
namespace {

Position narrowed(const BigPosition& position) {
  std::optional<Position> result = narrow(position);
  if (!result) throw RequestError(fmt::format("position {} has coordinates beyond 64 bits", to_string(position)));
  return std::move(*result);
}

}  // namespace

Session::Session(std::vector<std::shared_ptr<const Rules>> games, Sum start, Budget budget)
    : games_(std::move(games)), large_(games_.begin(), games_.end()), budget_(std::move(budget)) {
  if (!start.empty()) play_ = games_.at(start.front().game)->play();
  for (const Component& component : start) {
    if (games_.at(component.game)->play() != play_)
      throw RequestError("games of different conventions of play cannot be played as a sum");
  }
  if (start.size() > 1 && play_ == Play::by_position)
    throw RequestError("a game whose last position says who has won cannot be played as a sum");
  moves_ = moves_of(start);
  began_large_ = !moves_.is_listed();
  history_.push_back(std::move(start));
  forbidden_.emplace_back();
  has_forbidden_.push_back(false);
}

std::uint64_t Session::may_forbid() const {
  if (position().size() != 1 || has_forbidden_[made_] || moves_.empty()) return 0;
  return games_[position()[0].game]->blocking();
}

void Session::forbid(std::vector<std::size_t> numbers) {
  const std::uint64_t most = may_forbid();
  std::ranges::sort(numbers);
  const auto same = std::ranges::unique(numbers);
  numbers.erase(same.begin(), same.end());
  if (most == 0) throw RequestError("no move may be forbidden now");
  if (numbers.size() > most)
    throw RequestError(fmt::format("{} moves are too many to forbid: at most {} may be forbidden", numbers.size(), most));
  if (!numbers.empty() && widen_unsigned(numbers.back()) >= moves_.count())
    throw RequestError(fmt::format("there is no move {}: there are {}", numbers.back() + 1, moves_.count().get_str()));
  std::vector<Move> forbidden;
  for (const std::size_t number : numbers) forbidden.push_back(moves_.move(widen_unsigned(number)));
  SumMoves left = moves_.without(numbers);
  forbidden_[made_] = std::move(forbidden);
  has_forbidden_[made_] = true;
  moves_ = std::move(left);
}

/// The moves after so many, without those that are forbidden.
SumMoves Session::moves_left(std::size_t made) {
  SumMoves moves = moves_of(history_.at(made));
  if (forbidden_[made].empty()) return moves;
  std::vector<std::size_t> numbers;
  for (const Move& move : forbidden_[made])
    if (const std::optional<Integer> number = moves.number_of(move.component, move.to, move.kind))
      numbers.push_back(number->get_ui());
  std::ranges::sort(numbers);
  return moves.without(numbers);
}

void Session::play(const Integer& index, std::vector<BigPosition> to) {
  Move move = moves_.move(index);
  if (!to.empty()) move.to = std::move(to);
  Sum next = laid_out_after(position(), move, games_);
  SumMoves moves = moves_of(next);
  history_.resize(made_ + 1);
  moves_made_.resize(made_);
  forbidden_.resize(made_ + 1);
  has_forbidden_.resize(made_ + 1);
  has_forbidden_[made_] = true;
  history_.push_back(std::move(next));
  forbidden_.emplace_back();
  has_forbidden_.push_back(false);
  moves_made_.push_back(std::move(move));
  ++made_;
  moves_ = std::move(moves);
}

Session::Player Session::mover(std::size_t move) const {
  const auto end = moves_made_.begin() + static_cast<std::ptrdiff_t>(move);
  const auto turns = std::count_if(moves_made_.begin(), end, [](const Move& made) { return made.kind != MoveKind::again; });
  return turns % 2 == 0 ? Player::first : Player::second;
}

std::optional<std::size_t> Session::moves_since_last_of(Player player) const {
  for (std::size_t count = 1; count <= made_; ++count)
    if (mover(made_ - count) == player) return count;
  return std::nullopt;
}

void Session::undo(std::size_t count) {
  moves_ = moves_left(made_ - count);
  made_ -= count;
}

void Session::redo(std::size_t count) {
  moves_ = moves_left(made_ + count);
  made_ += count;
}

Outcome Session::result() const {
  if (play_ != Play::by_position) return terminal_outcome(play_);
  if (position().size() != 1) throw RequestError("the last positions of a sum do not say who has won it");
  return games_[position()[0].game]->terminal_outcome(narrowed(position()[0].position));
}

}  // namespace bouton
