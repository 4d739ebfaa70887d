#include "engine/play/starts.h"

#include <algorithm>

#include <fmt/format.h>

#include "engine/base/errors.h"
#include "engine/play/sum_moves.h"

namespace bouton {
namespace {

constexpr int kTries = 300;

/// Whether the position exists; `position` is then complete. Where positions are terms, numbers are what `start` takes.
bool completes(const Game& game, const BigPosition& numbers, BigPosition& position) {
  try {
    if (!game.rules->domain().is_terms()) position = complete_position(game, numbers);
    else if (game.start_arity == numbers.size()) position = started_position(game, numbers);
    else return false;
    check_position(game, position);
    return true;
  } catch (const RequestError&) {
    return false;
  }
}

/// A position some moves by chance below `from`, be it with moves or without.
Position walked_below(const Game& game, const Position& from, Random& random, Options& options) {
  constexpr std::uint64_t kMostMoves = 8;
  Position position = from;
  for (std::uint64_t moves = random.below(kMostMoves + 1);; --moves) {
    options.clear();
    game.rules->options(position, options);
    if (moves == 0 || options.empty()) return position;
    const Options::Option option = options[random.below(options.size())];
    if (option.size() > 0) position.assign(Position(option[random.below(option.size())]));
  }
}

/// A position some moves by chance below `from`, one that the player to move wins and has moves in.
std::optional<BigPosition> start_below(const Game& game, const Position& from, Solver& solver, std::size_t game_number,
                                       Random& random) {
  Options options;
  for (int attempt = 0; attempt < kTries; ++attempt) {
    const Position position = walked_below(game, from, random, options);
    if (!options.empty() && solver.outcome({{game_number, widen(position)}}) == Outcome::N) return widen(position);
  }
  return std::nullopt;
}

/// The numbers that a position is given by, drawn by chance so that they are about as large as those of another.
class NumbersLike {
 public:
  NumbersLike(const Game& game, const BigPosition& like) : domain_(game.rules->domain()), pattern_(given_as(game, like)) {
    for (std::size_t i = 0; i < pattern_.size(); ++i)
      if (domain_.axis(i).has_no_greatest()) largest_ = std::max(largest_, pattern_[i]);
  }

  BigPosition drawn(int attempt, Random& random) const {
    BigPosition numbers;
    for (std::size_t i = 0; i < pattern_.size(); ++i) {
      const Axis& axis = domain_.axis(i);
      const Integer least(widen(axis.least));
      if (axis.has_no_greatest()) numbers.push_back(least + 1 + random_below(largest_ + largest_ / 2 + 3 - least, random));
      else
        numbers.push_back(axis.value_names.empty() ? least + random_below(widen(axis.greatest) - least + 1, random)
                                                   : pattern_[i]);
    }
    // Lists of piles are often valid in one order only.
    if (domain_.is_piles() && attempt % 3 == 1) std::ranges::sort(numbers);
    if (domain_.is_piles() && attempt % 3 == 2) std::ranges::sort(numbers, std::ranges::greater());
    return numbers;
  }

 private:
  const Domain& domain_;
  BigPosition pattern_;
  Integer largest_ = 0;
};

}  // namespace

BigPosition given_as(const Game& game, const BigPosition& position) {
  if (!game.start_arity || !game.start || game.rules->domain().is_piles() || *game.start_arity >= position.size())
    return position;
  const BigPosition numbers(position.begin(), position.begin() + static_cast<std::ptrdiff_t>(*game.start_arity));
  BigPosition complete;
  return completes(game, numbers, complete) && complete == position ? numbers : position;
}

BigPosition doubled(const Game& game, const BigPosition& position) {
  if (game.rules->domain().is_terms()) return position;
  BigPosition numbers = given_as(game, position);
  for (std::size_t i = 0; i < numbers.size(); ++i)
    if (game.rules->domain().axis(i).has_no_greatest()) numbers[i] *= 2;
  BigPosition complete;
  return completes(game, numbers, complete) ? complete : position;
}

std::optional<BigPosition> random_start(const Game& game, const BigPosition& like, Solver& solver, std::size_t game_number,
                                        Random& random) {
  if (game.random_start) return game.random_start(random);
  if (game.rules->domain().is_terms()) return start_below(game, narrow(like).value(), solver, game_number, random);
  const NumbersLike numbers(game, like);
  for (int attempt = 0; attempt < kTries; ++attempt) {
    BigPosition position;
    if (completes(game, numbers.drawn(attempt, random), position) && solver.outcome({{game_number, position}}) == Outcome::N)
      return position;
  }
  return std::nullopt;
}

std::optional<BigPosition> position_by_chance(const Game& game, const BigPosition& like, Random& random) {
  const Domain& domain = game.rules->domain();
  Options options;
  const std::optional<Position> from = narrow(like);
  if (from && (domain.is_terms() || domain.shape() != nullptr)) {
    for (int attempt = 0; attempt < kTries; ++attempt) {
      const Position position = walked_below(game, *from, random, options);
      if (!options.empty()) return widen(position);
    }
    return std::nullopt;
  }
  const NumbersLike numbers(game, like);
  for (int attempt = 0; attempt < kTries; ++attempt) {
    BigPosition position;
    if (!completes(game, numbers.drawn(attempt, random), position)) continue;
    const std::optional<Position> small = narrow(position);
    if (!small) return position;
    options.clear();
    game.rules->options(*small, options);
    if (!options.empty()) return position;
  }
  return std::nullopt;
}

BigPosition start_within(const Game& game, const StartRanges& ranges, Random& random) {
  for (int attempt = 0; attempt < kTries; ++attempt) {
    BigPosition numbers, position;
    for (const auto& [least, greatest] : ranges) numbers.push_back(least + random_below(greatest - least + 1, random));
    if (completes(game, numbers, position)) return position;
  }
  std::string text;
  for (const auto& [least, greatest] : ranges)
    text += fmt::format("{}{}:{}", text.empty() ? "" : ",", least.get_str(), greatest.get_str());
  throw RequestError(fmt::format("no position of {} was found within {}", game.name, text));
}

}  // namespace bouton
