#include "engine/play/player.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "engine/base/errors.h"
#include "engine/closed_form/wording.h"
#include "engine/plan/claims.h"
#include "engine/play/perfect.h"
#include "engine/rules/blocking.h"

namespace bouton {
namespace {

Integer random_move(const Board& board, Random& random) {
  if (board.is_large()) return board.many().random(random);
  return widen_unsigned(random.below(board.move_count()));
}

/// As many moves as may be forbidden, by chance; not all under misère play, where that would win.
std::vector<std::size_t> random_to_forbid(const Board& board, Random& random) {
  const std::size_t moves = board.move_count();
  const std::size_t keeps = play_as_written(board.rules(0)) == Play::misere ? 1 : 0;
  std::vector<std::size_t> numbers(moves);
  std::iota(numbers.begin(), numbers.end(), std::size_t{0});
  const std::size_t count = static_cast<std::size_t>(std::min<std::uint64_t>(board.may_forbid(), moves - keeps));
  for (std::size_t i = 0; i < count; ++i) std::swap(numbers[i], numbers[i + random.below(moves - i)]);
  numbers.resize(count);
  std::ranges::sort(numbers);
  return numbers;
}

/// The values of the moves of a board of one position, those that are forbidden left out.
std::vector<MoveValue> values_left(Solver& solver, const Sum& sum, const Board& board) {
  std::vector<MoveValue> values = solver.moves(sum);
  for (auto number = board.forbidden().rbegin(); number != board.forbidden().rend(); ++number)
    values.erase(values.begin() + static_cast<std::ptrdiff_t>(*number));
  return values;
}

class Perfect final : public Player {
 public:
  explicit Perfect(std::shared_ptr<Solver> solver) : solver_(std::move(solver)) {}

  std::string name() const override { return "perfect"; }
  Integer choose(const Board& board, Random& random) override {
    const Sum sum = board.sum();
    if (board.is_large()) {
      // Where all moves lose, one by chance: the first would be answered by as small a step, and the game would have no end.
      const FoundMove found = find_move(*solver_, sum, board.many());
      return found.outcome == Outcome::N ? board.many().random(random) : found.number;
    }
    const bool blocks = board.parts().size() == 1 && board.rules(0).blocking() > 0;
    if (!blocks && board.move_count() > (board.was_large() ? kMostValuedAfterwards : kMostValued))
      if (const std::optional<Integer> move = any_winning_move(board, sum, random)) return *move;
    return widen_unsigned(hardest_move(*solver_, sum, values_left(*solver_, sum, board)));
  }
  std::vector<std::size_t> forbid(const Board& board, Random&) override {
    return best_to_forbid(solver_->moves(board.sum()), board.may_forbid(), play_as_written(board.rules(0)));
  }
  bool is_light() const override { return false; }

 private:
  /// Beyond so many moves a winning one is taken without valuing all of them; in a game that was large, beyond fewer.
  static constexpr std::size_t kMostValued = 20'000, kMostValuedAfterwards = 100;

  std::optional<Integer> any_winning_move(const Board& board, const Sum& sum, Random& random) {
    const Wanted no_more{.grundy = Extent::none, .remoteness = Extent::none};
    const Answer answer = solver_->solve(sum, 1, board.was_large() ? no_more : Wanted());
    if (answer.value.outcome == Outcome::P) return board.was_large() ? random_move(board, random) : Integer(0);
    if (answer.winning_moves.empty()) return std::nullopt;
    const Move& wanted = answer.winning_moves.front();
    for (std::size_t i = 0; i < board.move_count(); ++i) {
      const auto [component, number] = board.place(i);
      if (component != wanted.component) continue;
      const Options::Option option = board.options(component)[number];
      bool same = option.size() == wanted.to.size() && option.kind() == wanted.kind;
      for (std::size_t part = 0; same && part < option.size(); ++part) same = widen(option[part]) == wanted.to[part];
      if (same) return widen_unsigned(i);
    }
    return std::nullopt;
  }

  std::shared_ptr<Solver> solver_;
};

class Chance final : public Player {
 public:
  std::string name() const override { return "random"; }
  Integer choose(const Board& board, Random& random) override { return random_move(board, random); }
  std::vector<std::size_t> forbid(const Board& board, Random& random) override { return random_to_forbid(board, random); }
};

class Level final : public Player {
 public:
  Level(int level, std::shared_ptr<Solver> solver) : level_(level), perfect_(std::move(solver)) {}

  std::string name() const override { return fmt::format("level:{}", level_); }
  Integer choose(const Board& board, Random& random) override {
    return sees(random) ? perfect_.choose(board, random) : random_move(board, random);
  }
  std::vector<std::size_t> forbid(const Board& board, Random& random) override {
    return sees(random) ? perfect_.forbid(board, random) : random_to_forbid(board, random);
  }
  bool is_light() const override { return false; }

 private:
  bool sees(Random& random) const { return random.below(kGreatestLevel) < static_cast<std::uint64_t>(level_); }

  int level_;
  Perfect perfect_;
};

/// The options of a large board, for a strategy that asks for some of them.
class BoardOptions final : public NumberedOptions {
 public:
  explicit BoardOptions(const SumMoves& moves) : moves_(moves) {}

  std::uint64_t size() const override { return *narrow_unsigned(moves_.count()); }
  void add(std::uint64_t number, Options& out) const override {
    if (const std::optional<Position> to = narrow(moves_.move(widen_unsigned(number)).to[0])) out.add(*to);
  }
  std::string label(std::uint64_t number) const override { return moves_.move(widen_unsigned(number)).label; }
  std::optional<std::uint64_t> find(PositionView to) const override {
    const std::optional<Integer> number = moves_.number_of(0, {widen(to)});
    return number ? narrow_unsigned(*number) : std::nullopt;
  }

 private:
  const SumMoves& moves_;
};

class Own final : public Player {
 public:
  Own(std::shared_ptr<const Game> game, const GamePlayer& player) : game_(std::move(game)), player_(player) {}

  std::string name() const override { return player_.name; }
  Integer choose(const Board& board, Random& random) override {
    const std::size_t components = board.is_large() ? board.many().parts().size() : board.parts().size();
    if (components != 1) throw RequestError(fmt::format("{} plays one position of {}, not a sum", player_.name, game_->name));
    if (board.is_large()) return choose_of_many(board, random);
    return widen_unsigned(player_.choose(board.parts()[0].position, board.options(0), random));
  }
  std::vector<std::size_t> forbid(const Board& board, Random& random) override {
    const Options& all = board.options(0);
    const std::size_t keeps = play_as_written(board.rules(0)) == Play::misere ? 1 : 0;
    std::vector<std::size_t> left(all.size()), named;
    std::iota(left.begin(), left.end(), std::size_t{0});
    while (named.size() < board.may_forbid() && left.size() > keeps) {
      Options options;
      for (const std::size_t number : left) options.add(all[number][0], all[number].label());
      const std::size_t chosen = player_.choose(board.parts()[0].position, options, random);
      named.push_back(left.at(chosen));
      left.erase(left.begin() + static_cast<std::ptrdiff_t>(chosen));
    }
    std::ranges::sort(named);
    return named;
  }

 private:
  Integer choose_of_many(const Board& board, Random& random) {
    const BigPosition position = board.sum()[0].position;
    const std::optional<Position> small = narrow(position);
    if (!small || !narrow_unsigned(board.many().count()))
      throw RequestError(fmt::format("{} plays with numbers of 64 bits, and {} has more", player_.name, brief(position)));
    return widen_unsigned(player_.choose_of_many(*small, BoardOptions(board.many()), random));
  }

  std::shared_ptr<const Game> game_;
  const GamePlayer& player_;
};

std::string lower(std::string_view text) {
  std::string result;
  for (const unsigned char c : text) result += static_cast<char>(std::tolower(c));
  return result;
}

std::optional<int> level_of(std::string_view name) {
  constexpr std::string_view kPrefix = "level:";
  if (!name.starts_with(kPrefix)) return std::nullopt;
  int level = 0;
  const char* const end = name.data() + name.size();
  const auto [stop, error] = std::from_chars(name.data() + kPrefix.size(), end, level);
  if (error != std::errc() || stop != end || level < 1 || level > kGreatestLevel)
    throw RequestError(fmt::format("'{}' is not a level; choose from level:1 to level:{}", name, kGreatestLevel));
  return level;
}

}  // namespace

std::unique_ptr<Player> make_player(std::string_view name, const std::vector<std::shared_ptr<const Game>>& games,
                                    const Budget& budget, std::shared_ptr<Solver> solver) {
  const std::string wanted = lower(name);
  look_at_claims(rules_of(games), budget);
  if (games.size() == 1)
    for (const GamePlayer& player : games[0]->players)
      if (lower(player.name) == wanted) return std::make_unique<Own>(games[0], player);
  if (wanted == "random") return std::make_unique<Chance>();
  const auto seeing = [&] {
    if (solver) return solver;
    return std::make_shared<Solver>(rules_of(games), budget);
  };
  if (wanted == "perfect") return std::make_unique<Perfect>(seeing());
  if (const std::optional<int> level = level_of(wanted)) return std::make_unique<Level>(*level, seeing());
  throw RequestError(fmt::format("there is no player '{}'; the players are {}", name, player_names(games)));
}

std::vector<Move> chosen_to_forbid(const std::vector<std::shared_ptr<const Game>>& games, std::shared_ptr<Solver> solver,
                                   const Sum& sum, std::string_view player, std::uint64_t seed) {
  const std::unique_ptr<Player> chooser = make_player(player, games, {}, std::move(solver));
  Board board(rules_of(games));
  board.set_up(sum);
  std::vector<Move> forbidden;
  if (board.may_forbid() == 0) return forbidden;
  Random random(seed);
  for (const std::size_t number : chooser->forbid(board, random)) forbidden.push_back(board.move(widen_unsigned(number)));
  return forbidden;
}

std::optional<Move> chosen_move(const std::vector<std::shared_ptr<const Game>>& games, std::shared_ptr<Solver> solver,
                                const Sum& sum, std::string_view player, std::uint64_t seed, std::span<const Move> forbidden) {
  const std::unique_ptr<Player> chooser = make_player(player, games, {}, std::move(solver));
  Board board(rules_of(games));
  board.set_up(sum);
  if (!forbidden.empty()) board.forbid(forbidden);
  if (board.over()) return std::nullopt;
  Random random(seed);
  return board.move(chooser->choose(board, random));
}

std::string player_names(const std::vector<std::shared_ptr<const Game>>& games) {
  std::string names = "perfect, random, level:K (K from 1 to 10)";
  if (games.size() == 1)
    for (const GamePlayer& player : games[0]->players) names += fmt::format(", {}", player.name);
  return names;
}

}  // namespace bouton
