#include "tests/rules/plain_recursion.h"

#include <algorithm>
#include <utility>

#include "engine/base/errors.h"
#include "engine/rules/sample_box.h"

namespace bouton {

const Value& PlainRecursion::value(const Position& position) {
  if (const auto known = values_.find(position); known != values_.end()) return known->second;
  if (!under_way_.insert(position).second) gave_up_ = true;
  if (gave_up_) return nothing_;
  Options options;
  rules_.reference_options(position, options);
  Value found = rules_.blocking() > 0 ? of_options_but_some(options)
                : rules_.obliges()    ? of_obliging_options(position, options)
                                      : of_options(position, options);
  under_way_.erase(position);
  return values_.emplace(position, std::move(found)).first->second;
}

bool PlainRecursion::wins(const Options::Option& option) {
  if (play_ != Play::normal || rules_.blocking() > 0) return value(Position(option[0])).outcome == Outcome::P;
  if (rules_.obliges()) return (winning_numbers(option) & 1) != 0;
  std::uint64_t sum = 0;
  for (std::size_t part = 0; part < option.size(); ++part) sum ^= value(Position(option[part])).grundy->value().get_ui();
  return sum == 0;
}

Value PlainRecursion::of_options(const Position& position, const Options& options) {
  Value found{Outcome::P, std::nullopt, 0};
  if (options.size() == 0)
    found.outcome = play_ == Play::by_position ? rules_.terminal_outcome(position) : terminal_outcome(play_);
  std::set<std::uint64_t> grundy_values;
  std::optional<Remoteness> win;
  Remoteness loss = 0;
  bool remoteness_known = true;
  for (std::size_t i = 0; i < options.size() && !gave_up_; ++i) {
    std::uint64_t sum = 0;
    if (options[i].size() != 1 && play_ != Play::normal) gave_up_ = true;
    remoteness_known = remoteness_known && options[i].size() == 1;  // a split may leave nothing at all
    for (std::size_t part = 0; part < options[i].size() && !gave_up_; ++part) {
      const Value& of_part = value(Position(options[i][part]));
      if (play_ == Play::normal && !gave_up_) sum ^= of_part.grundy->value().get_ui();
      remoteness_known = remoteness_known && of_part.remoteness.has_value();
      if (options[i].size() != 1 || gave_up_) continue;
      const bool wins = of_part.outcome == Outcome::P;
      if (wins) win = std::min(win.value_or(~Remoteness{0}), of_part.remoteness.value_or(0) + 1);
      if (of_part.outcome == Outcome::draw) gave_up_ = true;
      loss = std::max(loss, of_part.remoteness.value_or(0) + 1);
    }
    grundy_values.insert(sum);
  }
  if (options.size() > 0) {
    found.outcome = win ? Outcome::N : Outcome::P;
    found.remoteness = win ? *win : loss;
  }
  if (play_ == Play::normal) {
    std::uint64_t mex = 0;
    while (grundy_values.contains(mex)) ++mex;
    found.grundy = Nimber(Integer(static_cast<unsigned long>(mex)));
    found.outcome = mex == 0 ? Outcome::P : Outcome::N;
  }
  if (!remoteness_known) found.remoteness = std::nullopt;
  return found;
}

Value PlainRecursion::of_options_but_some(const Options& options) {
  std::set<Position> distinct;
  for (std::size_t i = 0; i < options.size(); ++i) distinct.emplace(options[i][0]);
  std::uint64_t p = 0, n = 0;
  for (const Position& option : distinct) {
    const Outcome outcome = value(option).outcome;
    if (outcome == Outcome::draw) gave_up_ = true;
    ++(outcome == Outcome::P ? p : n);
  }
  // The player who forbids wins by some choice of at most so many P- and N-positions.
  bool is_lost = false;
  for (std::uint64_t some_p = 0; some_p <= std::min(p, rules_.blocking()); ++some_p)
    for (std::uint64_t some_n = 0; some_n <= std::min(n, rules_.blocking() - some_p); ++some_n) {
      const bool none_left = some_p == p && some_n == n;
      is_lost = is_lost || (none_left ? terminal_outcome(play_) == Outcome::P : some_p == p);
    }
  return {is_lost ? Outcome::P : Outcome::N, std::nullopt, std::nullopt};
}

std::uint64_t PlainRecursion::winning_numbers(const Options::Option& option) {
  std::uint64_t sum = 0;
  bool loony = false;
  for (std::size_t part = 0; part < option.size(); ++part) {
    const Nimber found = *value(Position(option[part])).grundy;
    loony = loony || found.is_loony();
    if (found.is_finite()) sum ^= found.value().get_ui();
  }
  if (sum >= 63) gave_up_ = true;
  const std::uint64_t those = loony || gave_up_ ? 0 : std::uint64_t{1} << sum;
  switch (option.kind()) {
    case MoveKind::ordinary: return those;
    case MoveKind::again: return ~those;
    case MoveKind::entail: break;
  }
  return ~winning_numbers_[Position(option[0])];
}

Value PlainRecursion::of_obliging_options(const Position& position, const Options& options) {
  std::uint64_t wins = 0;
  std::optional<Remoteness> win;
  Remoteness loss = 0;
  bool remoteness_known = true;
  for (std::size_t i = 0; i < options.size() && !gave_up_; ++i) {
    wins |= winning_numbers(options[i]);
    remoteness_known = remoteness_known && options[i].size() == 1 && value(Position(options[i][0])).remoteness.has_value();
    if (!remoteness_known || gave_up_) continue;
    const Value& after = value(Position(options[i][0]));
    const bool is_won = (after.outcome == Outcome::N) == (options[i].kind() == MoveKind::again);
    if (is_won) win = std::min(win.value_or(~Remoteness{0}), *after.remoteness + 1);
    else loss = std::max(loss, *after.remoteness + 1);
  }
  winning_numbers_[position] = wins;
  Value found{(wins & 1) != 0 ? Outcome::N : Outcome::P, Nimber::loony(), std::nullopt};
  for (Grundy n = 63; n-- > 0;)
    if ((wins >> n & 1) == 0) found.grundy = Nimber(n);
  if (remoteness_known) found.remoteness = win ? *win : loss;
  return found;
}

Box box_of(const Game& game, std::uint64_t most) {
  const Box few = sample_box(game, 9);
  Options options;
  if (game.rules->valid(few.high())) game.rules->options(few.high(), options);
  return options.has_split() ? few : sample_box(game, most);
}

bool add_all_below(const Rules& rules, const Position& position, std::size_t most, std::set<Position>& all) {
  std::set<Position> found = {position};
  std::vector<Position> next = {position};
  Options options;
  while (!next.empty()) {
    const Position here = std::move(next.back());
    next.pop_back();
    options.clear();
    rules.reference_options(here, options);
    for (std::size_t part = 0; part < options.part_count(); ++part) {
      Position below(options.part(part));
      if (all.contains(below) || !found.insert(below).second) continue;
      if (found.size() > most) return false;
      next.push_back(std::move(below));
    }
  }
  all.merge(found);
  return true;
}

Compared::Compared(const Game& game, std::uint64_t most) {
  if (!game.rules->domain().is_terms()) {
    box = box_of(game, most);
    for (std::uint64_t i = 0; i < box->size(); ++i)
      if (game.rules->valid(box->position(i))) positions.push_back(box->position(i));
    return;
  }
  constexpr std::size_t kMostBelowExample = 5000, kMostBelowOthers = 500;
  std::set<Position> all;
  if (!add_all_below(*game.rules, narrow(game.example.value()).value(), kMostBelowExample, all))
    throw RequestError(game.name + " has too many positions below its example for all of them to be compared");
  for (const KnownFact& fact : game.known) add_all_below(*game.rules, narrow(fact.position).value(), kMostBelowOthers, all);
  positions.assign(all.begin(), all.end());
}

}  // namespace bouton
