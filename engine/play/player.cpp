#include "engine/play/player.h"

#include <algorithm>
#include <cctype>
#include <charconv>

#include <fmt/format.h>

#include "engine/base/errors.h"
#include "engine/closed_form/wording.h"
#include "engine/plan/claims.h"
#include "engine/play/perfect.h"

namespace bouton {
namespace {

Integer random_move(const Board& board, Random& random) {
  if (board.is_large()) return board.many().random(random);
  return widen_unsigned(random.below(board.move_count()));
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
    if (board.move_count() > (board.was_large() ? kMostValuedAfterwards : kMostValued))
      if (const std::optional<Integer> move = any_winning_move(board, sum, random)) return *move;
    return widen_unsigned(hardest_move(*solver_, sum, solver_->moves(sum)));
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
};

class Level final : public Player {
 public:
  Level(int level, std::shared_ptr<Solver> solver) : level_(level), perfect_(std::move(solver)) {}

  std::string name() const override { return fmt::format("level:{}", level_); }
  Integer choose(const Board& board, Random& random) override {
    const bool sees = random.below(kGreatestLevel) < static_cast<std::uint64_t>(level_);
    return sees ? perfect_.choose(board, random) : random_move(board, random);
  }
  bool is_light() const override { return false; }

 private:
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
    throw RequestError(fmt::format("'{}' is no level; they go from level:1 to level:{}", name, kGreatestLevel));
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
  throw RequestError(fmt::format("there is no player '{}'; there are {}", name, player_names(games)));
}

std::optional<Move> chosen_move(const std::vector<std::shared_ptr<const Game>>& games, std::shared_ptr<Solver> solver,
                                const Sum& sum, std::string_view player, std::uint64_t seed) {
  const std::unique_ptr<Player> chooser = make_player(player, games, {}, std::move(solver));
  Board board(rules_of(games));
  board.set_up(sum);
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
