#include "engine/play/player.h"

#include <algorithm>
#include <cctype>
#include <charconv>

#include <fmt/format.h>

#include "engine/base/errors.h"
#include "engine/plan/claims.h"
#include "engine/play/perfect.h"

namespace bouton {
namespace {

std::size_t random_move(const Board& board, Random& random) {
  return static_cast<std::size_t>(random.below(board.move_count()));
}

class Perfect final : public Player {
 public:
  explicit Perfect(std::shared_ptr<Solver> solver) : solver_(std::move(solver)) {}

  std::string name() const override { return "perfect"; }
  std::size_t choose(const Board& board, Random&) override {
    const Sum sum = board.sum();
    if (board.move_count() > kMostValued)
      if (const std::optional<std::size_t> move = any_winning_move(board, sum)) return *move;
    return hardest_move(*solver_, sum, solver_->moves(sum));
  }
  bool is_light() const override { return false; }

 private:
  /// Beyond so many moves a winning one is taken without valuing all of them.
  static constexpr std::size_t kMostValued = 20'000;

  std::optional<std::size_t> any_winning_move(const Board& board, const Sum& sum) {
    const Answer answer = solver_->solve(sum, 1);
    if (answer.value.outcome == Outcome::P) return 0;
    if (answer.winning_moves.empty()) return std::nullopt;
    const Move& wanted = answer.winning_moves.front();
    for (std::size_t i = 0; i < board.move_count(); ++i) {
      const auto [component, number] = board.place(i);
      if (component != wanted.component) continue;
      const Options::Option option = board.options(component)[number];
      bool same = option.size() == wanted.to.size();
      for (std::size_t part = 0; same && part < option.size(); ++part) same = widen(option[part]) == wanted.to[part];
      if (same) return i;
    }
    return std::nullopt;
  }

  std::shared_ptr<Solver> solver_;
};

class Chance final : public Player {
 public:
  std::string name() const override { return "random"; }
  std::size_t choose(const Board& board, Random& random) override { return random_move(board, random); }
};

class Level final : public Player {
 public:
  Level(int level, std::shared_ptr<Solver> solver) : level_(level), perfect_(std::move(solver)) {}

  std::string name() const override { return fmt::format("level:{}", level_); }
  std::size_t choose(const Board& board, Random& random) override {
    const bool sees = random.below(kGreatestLevel) < static_cast<std::uint64_t>(level_);
    return sees ? perfect_.choose(board, random) : random_move(board, random);
  }
  bool is_light() const override { return false; }

 private:
  int level_;
  Perfect perfect_;
};

class Own final : public Player {
 public:
  Own(std::shared_ptr<const Game> game, const GamePlayer& player) : game_(std::move(game)), player_(player) {}

  std::string name() const override { return player_.name; }
  std::size_t choose(const Board& board, Random& random) override {
    if (board.parts().size() != 1)
      throw RequestError(fmt::format("{} plays one position of {}, not a sum", player_.name, game_->name));
    return player_.choose(board.parts()[0].position, board.options(0), random);
  }

 private:
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

std::string player_names(const std::vector<std::shared_ptr<const Game>>& games) {
  std::string names = "perfect, random, level:K (K from 1 to 10)";
  if (games.size() == 1)
    for (const GamePlayer& player : games[0]->players) names += fmt::format(", {}", player.name);
  return names;
}

}  // namespace bouton
