#include "engine/play/strategy.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <set>

#include <fmt/format.h>

#include "engine/base/errors.h"
#include "engine/rules/blocking.h"
#include "engine/system/certificate_text.h"

namespace bouton {
namespace {

constexpr std::string_view kTitleOfStrategy = "bouton strategy 1";
constexpr std::size_t kMostPositions = 20'000'000;

/// What a sum becomes when one position of it is replaced.
PositionSum replaced(const PositionSum& sum, std::size_t component, const Options::Option& by) {
  PositionSum result;
  for (std::size_t i = 0; i < sum.size(); ++i)
    if (i != component) result.push_back(sum[i]);
  for (std::size_t part = 0; part < by.size(); ++part) result.emplace_back(by[part]);
  std::ranges::sort(result);
  return result;
}

/// Calls `visit` with every option of the sum until it returns true; whether it did. `written`: by the rule as it is written.
template <class Visit>
bool any_option(const Rules& rules, const PositionSum& sum, bool written, Visit visit) {
  Options options;
  for (std::size_t i = 0; i < sum.size(); ++i) {
    if (i > 0 && sum[i] == sum[i - 1]) continue;
    options.clear();
    if (written) rules.reference_options(sum[i], options);
    else rules.options(sum[i], options);
    for (std::size_t option = 0; option < options.size(); ++option)
      if (visit(replaced(sum, i, options[option]))) return true;
  }
  return false;
}

/// Who has won where no move is left; nothing where no convention says so of a sum.
std::optional<Outcome> end_of(const Rules& rules, const PositionSum& sum) {
  if (rules.play() == Play::by_position) {
    if (sum.size() != 1) return std::nullopt;
    return rules.terminal_outcome(sum[0]);
  }
  return rules.play() == Play::normal ? Outcome::P : Outcome::N;
}

Sum components_of(const PositionSum& sum) {
  Sum components;
  for (const Position& position : sum) components.push_back({0, widen(position)});
  return components;
}

std::string sum_text(const PositionSum& sum) {
  std::string text;
  for (const Position& position : sum) text += (text.empty() ? "" : ";") + to_string(PositionView(position));
  return text.empty() ? "-" : text;
}

class Strategist {
 public:
  Strategist(const Rules& rules, Solver& solver, const Budget& budget) : rules_(rules), solver_(solver), budget_(budget) {}

  std::vector<PositionSum> strategy(const PositionSum& start) {
    const Outcome outcome = solver_.outcome(components_of(start));
    if (outcome == Outcome::draw) throw RequestError("nobody wins: the position is a draw");
    const bool moves = any_option(rules_, start, false, [](const PositionSum&) { return true; });
    if (outcome == Outcome::N && !moves) return {};  // whoever is to move has won
    open(outcome == Outcome::P ? start : won_by(start));
    while (!frames_.empty()) {
      budget_.check_stop();
      Frame& frame = frames_.back();
      if (frame.next == frame.options.size()) {
        order_.push_back(frame.lost);
        done_.insert(std::move(frame.lost));
        on_path_.erase(order_.back());
        frames_.pop_back();
        continue;
      }
      const PositionSum option = frame.options[frame.next];
      // One that is known already serves as well as any.
      bool moves = false;
      const bool answered = any_option(rules_, option, false, [&](const PositionSum& answer) {
        moves = true;
        return done_.contains(answer);
      });
      if (answered || (!moves && end_of(rules_, option) == Outcome::N)) ++frame.next;
      else open(won_by(option));
    }
    return std::move(order_);
  }

 private:
  struct Frame {
    PositionSum lost;
    std::vector<PositionSum> options;
    std::size_t next = 0;
  };

  /// A P-position that a move leads to.
  PositionSum won_by(const PositionSum& sum) {
    const Answer answer = solver_.solve(components_of(sum), 1, Wanted::only(ValueKind::outcome));
    if (answer.winning_moves.empty()) throw RequestError("the winning move from a position of the strategy is not known");
    const Move& move = answer.winning_moves[0];
    PositionSum result;
    for (std::size_t i = 0; i < sum.size(); ++i)
      if (i != move.component) result.push_back(sum[i]);
    for (const BigPosition& to : move.to) result.push_back(*narrow(to));
    std::ranges::sort(result);
    return result;
  }
  void open(PositionSum lost) {
    if (done_.contains(lost)) return;
    if (!on_path_.insert(lost).second) throw RequestError("play can come back to where it was: a strategy has no end");
    if (order_.size() + frames_.size() > kMostPositions)
      throw LimitError(fmt::format("a strategy has at most {} positions", kMostPositions));
    bytes_ += 200;
    std::set<PositionSum> options;
    any_option(rules_, lost, false, [&](PositionSum option) {
      options.insert(std::move(option));
      return false;
    });
    budget_.check_memory(bytes_ + frames_.size() * 1000, "the positions of a strategy");
    frames_.push_back({std::move(lost), {options.begin(), options.end()}});
  }

  const Rules& rules_;
  Solver& solver_;
  const Budget& budget_;
  std::vector<Frame> frames_;
  std::set<PositionSum> done_, on_path_;
  std::vector<PositionSum> order_;
  std::size_t bytes_ = 0;
};

/// A strategy knows nothing of these.
void refuse_other_play(const Rules& rules) {
  if (rules.obliges()) throw RequestError("no strategies are written for moves that oblige (again, entail)");
  if (rules.blocking() > 0) throw RequestError("no strategies are written for games in which moves are forbidden");
}

class StrategyPlayer final : public Player {
 public:
  explicit StrategyPlayer(const Strategy& strategy) : lost_(strategy.lost.begin(), strategy.lost.end()) {}

  std::string name() const override { return "certificate"; }
  Integer choose(const Board& board, Random&) override {
    if (board.is_large()) return 0;
    PositionSum sum;
    for (const SumPart& part : board.parts()) sum.push_back(part.position);
    for (std::size_t index = 0; index < board.move_count(); ++index) {
      const auto [component, option] = board.place(index);
      if (lost_.contains(replaced(sum, component, board.options(component)[option]))) return widen_unsigned(index);
    }
    return 0;
  }
  std::vector<std::size_t> forbid(const Board&, Random&) override { return {}; }

 private:
  std::set<PositionSum> lost_;
};

/// A sum in a line: what it has in common with the text before it, as a number, and the rest.
PositionSum parse_sum(const CertificateText& text, std::string_view line) {
  PositionSum sum;
  if (line == "-") return sum;
  while (true) {
    const std::size_t end = std::min(line.find(';'), line.size());
    std::string_view part = line.substr(0, end);
    std::vector<Coordinate> numbers;
    while (!part.empty()) {
      Coordinate number = 0;
      const auto [stop, error] = std::from_chars(part.data(), part.data() + part.size(), number);
      if (error != std::errc()) text.fail(fmt::format("'{}' is not a position", line));
      numbers.push_back(number);
      part.remove_prefix(static_cast<std::size_t>(stop - part.data()));
      if (part.empty()) break;
      if (part[0] != ',' || part.size() == 1) text.fail(fmt::format("'{}' is not a position", line));
      part.remove_prefix(1);
    }
    sum.emplace_back(PositionView(numbers));
    if (end == line.size()) return sum;
    line.remove_prefix(end + 1);
  }
}

}  // namespace

std::vector<PositionSum> winning_strategy(const Rules& rules, Solver& solver, const PositionSum& start, const Budget& budget) {
  refuse_other_play(rules);
  PositionSum sorted = start;
  std::ranges::sort(sorted);
  return Strategist(rules, solver, budget).strategy(sorted);
}

std::optional<std::string> refuted(const Strategy& strategy, const Rules& rules, const Budget& budget) {
  refuse_other_play(rules);
  const auto exists = [&](const PositionSum& sum) {
    return std::ranges::all_of(
        sum, [&](const Position& position) { return rules.domain().contains(position) && rules.valid(position); });
  };
  if (strategy.play != play_as_written(rules)) return "it is about another convention of play";
  if (!exists(strategy.start)) return "its start is no position of the game";
  if (rules.play() == Play::by_position && strategy.start.size() != 1)
    return "a sum has no convention where the last position says who has won";
  std::map<PositionSum, std::size_t> number;  // where each stands in the list
  const auto is_before = [&](const PositionSum& sum, std::size_t here) {
    const auto at = number.find(sum);
    return at != number.end() && at->second < here;
  };
  for (std::size_t i = 0; i < strategy.lost.size(); ++i) {
    const PositionSum& lost = strategy.lost[i];
    budget.check_stop();
    if (!exists(lost)) return fmt::format("{} is no position of the game", sum_text(lost));
    if (!std::ranges::is_sorted(lost)) return fmt::format("the positions of {} are not in order", sum_text(lost));
    bool moves = false;
    std::optional<std::string> wrong;
    any_option(rules, lost, true, [&](const PositionSum& option) {
      moves = true;
      bool can_answer = false;
      if (any_option(rules, option, true, [&](const PositionSum& answer) {
            can_answer = true;
            return is_before(answer, i);
          }))
        return false;
      // Where no answer is left, the rules say who has won: nobody to move is what the winner wants under misère play.
      if (!can_answer && end_of(rules, option) == Outcome::N) return false;
      wrong = fmt::format("from {} the move to {} has no answer{}", sum_text(lost), sum_text(option),
                          can_answer ? " in the list" : ": no move is left there");
      return true;
    });
    if (wrong) return wrong;
    if (!moves && end_of(rules, lost) != Outcome::P)
      return fmt::format("no move is left at {}, and whoever is to move there has not lost", sum_text(lost));
    number.emplace(lost, i);
  }
  const std::size_t all = strategy.lost.size();
  if (is_before(strategy.start, all)) return std::nullopt;
  bool moves = false;
  if (any_option(rules, strategy.start, true, [&](const PositionSum& option) {
        moves = true;
        return is_before(option, all);
      }))
    return std::nullopt;
  if (!moves && end_of(rules, strategy.start) == Outcome::N) return std::nullopt;
  return fmt::format("the start {} is not in the list, nor has it a move to a position there", sum_text(strategy.start));
}

std::string to_text(const Strategy& strategy) {
  std::string lines = certificate_head(kTitleOfStrategy, strategy.game, strategy.settings);
  lines += fmt::format("on {}\nplay {}\nstart {}\npositions {}\n", strategy.on.empty() ? "-" : strategy.on,
                       static_cast<int>(strategy.play), sum_text(strategy.start), strategy.lost.size());
  std::string before;
  for (const PositionSum& lost : strategy.lost) {
    std::string text = sum_text(lost);
    const std::size_t common = static_cast<std::size_t>(std::ranges::mismatch(text, before).in1 - text.begin());
    lines += fmt::format("{} {}\n", common, std::string_view(text).substr(common));
    before = std::move(text);
  }
  return with_checksum(std::move(lines));
}

bool is_strategy(std::string_view text) { return text.starts_with(kTitleOfStrategy); }

Strategy parse_strategy(std::string_view text, std::string_view name) {
  CertificateText lines(text, name);
  lines.title(kTitleOfStrategy);
  Strategy strategy;
  strategy.game = lines.field("game");
  strategy.settings = lines.settings();
  strategy.on = lines.field("on");
  if (strategy.on == "-") strategy.on.clear();
  const int play = lines.number<int>("play");
  if (play < 0 || play > static_cast<int>(Play::by_position)) lines.fail("there is no such convention of play");
  strategy.play = static_cast<Play>(play);
  strategy.start = parse_sum(lines, lines.field("start"));
  std::ranges::sort(strategy.start);
  const auto count = lines.number<std::size_t>("positions");
  if (count > lines.size()) lines.fail("there are fewer positions than it says");
  std::string before;
  for (std::size_t i = 0; i < count; ++i) {
    const std::string_view line = lines.line();
    std::size_t common = 0;
    const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), common);
    if (error != std::errc() || end == line.data() + line.size() || *end != ' ' || common > before.size())
      lines.fail(fmt::format("'{}' is not a position", line));
    before.resize(common);
    before += line.substr(static_cast<std::size_t>(end - line.data()) + 1);
    strategy.lost.push_back(parse_sum(lines, before));
  }
  lines.end();
  return strategy;
}

std::unique_ptr<Player> strategy_player(const Strategy& strategy) { return std::make_unique<StrategyPlayer>(strategy); }

}  // namespace bouton
