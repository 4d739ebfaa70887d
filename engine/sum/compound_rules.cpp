#include "engine/sum/compound_rules.h"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "engine/base/errors.h"
#include "engine/term/term.h"

namespace bouton {
namespace {

void append_item(PositionView component, term::Code& out) {
  term::append_list(component.size(), out);
  for (const Coordinate coordinate : component) term::append_integer(coordinate, out);
}

/// The head at the beginning of `code`, which is moved past it; nothing unless it is of that kind.
std::optional<std::int64_t> take_head(PositionView& code, term::Kind kind) {
  const std::optional<term::Head> head = term::read_head(code);
  if (!head || head->kind != kind) return std::nullopt;
  code = code.subspan(head->width);
  return head->number;
}

}  // namespace

CompoundRules::CompoundRules(std::vector<std::shared_ptr<const Rules>> games, Compound compound,
                             const std::shared_ptr<MemoryAccount>& account)
    : games_(std::move(games)),
      compound_(compound),
      domain_(Domain::terms()),
      components_(account),
      ranges_(account),
      moves_(account),
      options_(account) {
  if (compound == Compound::disjunctive) throw RequestError("a disjunctive sum is not a position of one game of its own");
  if (games_.empty()) throw RequestError("there is no game to play");
  play_ = games_.front()->play();
  for (const std::shared_ptr<const Rules>& game : games_) {
    if (game->blocking() > 0)
      throw RequestError(
          fmt::format("games in which options are forbidden (blocking) are played alone, not in {} sums", name(compound)));
    if (game->play() != play_) throw MixedPlay();
    if (game->play() == Play::by_position)
      throw RequestError("the rule says who wins at the end of one position, not of several; play must be normal or misere");
    if (game->obliges())
      throw RequestError(
          fmt::format("moves that oblige (again, entail) are for disjunctive sums, not for {} ones", name(compound)));
    kinds_.push_back(static_cast<std::size_t>(std::ranges::find(games_, game) - games_.begin()));
  }
}

Position CompoundRules::position(std::span<const Position> components) {
  term::Code code;
  term::append_list(components.size(), code);
  for (const Position& component : components) append_item(component, code);
  return Position(PositionView(code));
}

Position CompoundRules::take_position(PositionView& code) {
  Position component;
  const std::int64_t size = take_head(code, term::Kind::list).value_or(0);
  for (std::int64_t i = 0; i < size; ++i) component.push_back(take_head(code, term::Kind::integer).value_or(0));
  return component;
}

CompoundRules::Positions CompoundRules::positions_in(PositionView position) {
  Positions found;
  const std::int64_t count = take_head(position, term::Kind::list).value_or(0);
  for (std::int64_t i = 0; i < count; ++i) found.push_back(take_position(position));
  return found;
}

bool CompoundRules::valid(PositionView position) const {
  const std::optional<std::int64_t> count = take_head(position, term::Kind::list);
  const auto most = static_cast<std::int64_t>(games_.size());
  if (!count || *count > most || (compound_ == Compound::ordinal ? *count < 1 : *count < most)) return false;
  for (std::int64_t i = 0; i < *count; ++i) {
    const std::optional<std::int64_t> size = take_head(position, term::Kind::list);
    if (!size) return false;
    Position component;
    for (std::int64_t j = 0; j < *size; ++j) {
      const std::optional<std::int64_t> coordinate = take_head(position, term::Kind::integer);
      if (!coordinate) return false;
      component.push_back(*coordinate);
    }
    const Rules& game = *games_[static_cast<std::size_t>(i)];
    if (!game.domain().contains(component) || !game.valid(component)) return false;
  }
  return position.empty();
}

/// Components of one game that stand side by side without an order come in order.
void CompoundRules::normalize(Position& position) const {
  Positions found = positions_in(position);
  for (std::size_t i = 0; i < found.size(); ++i) games_[i]->normalize(found[i]);
  if (!is_in_order(compound_)) {
    for (std::size_t kind = 0; kind < found.size(); ++kind) {
      if (kinds_[kind] != kind) continue;
      Positions alike;
      for (std::size_t i = kind; i < found.size(); ++i)
        if (kinds_[i] == kind) alike.push_back(found[i]);
      std::ranges::sort(alike);
      auto next = alike.begin();
      for (std::size_t i = kind; i < found.size(); ++i)
        if (kinds_[i] == kind) found[i] = *next++;
    }
  }
  position = CompoundRules::position(found);
}

CompoundRules::Number CompoundRules::intern(std::size_t kind, PositionView position) const {
  key_.clear();
  key_.push_back(static_cast<Coordinate>(kind));
  for (const Coordinate coordinate : position) key_.push_back(coordinate);
  const Number number = components_.insert(key_).first;
  if (ranges_.size() < components_.size()) ranges_.resize(components_.size());
  return number;
}

CompoundRules::Range CompoundRules::ask(Number number) const {
  if (ranges_[number].asked) return ranges_[number];
  const Position key = components_[number];
  const auto kind = static_cast<std::size_t>(key[0]);
  const PositionView position = PositionView(key).subspan(1);
  options_.clear();
  games_[kind]->options(position, options_);
  const Options distinct = options_.unique();
  if (distinct.has_split())
    throw RequestError(fmt::format("a move splits {}, and a {} compound is of games that no move splits",
                                   games_[kind]->domain().text(position), name(compound_)));
  Range range{moves_.size(), 0, true};
  for (std::size_t i = 0; i < distinct.size(); ++i) moves_.push_back(intern(kind, distinct[i][0]));
  range.end = moves_.size();
  ranges_[number] = range;
  return range;
}

Options CompoundRules::component_options(std::size_t component, PositionView position) const {
  Options all(components_account());
  games_[component]->options(position, all);
  Options distinct = all.unique();
  if (distinct.has_split()) (void)ask(intern(kinds_[component], position));  // which refuses it
  return distinct;
}

bool CompoundRules::has_ended(std::size_t component, PositionView position) const {
  const Range range = ask(intern(kinds_[component], position));
  return range.first == range.end;
}

bool CompoundRules::can_be_ended(std::size_t component, PositionView position) const {
  const Range range = ask(intern(kinds_[component], position));
  for (std::uint64_t at = range.first; at < range.end; ++at) {
    const Range below = ask(moves_[at]);
    if (below.first == below.end) return true;
  }
  return false;
}

std::vector<CompoundRules::Choice> CompoundRules::choices(PositionView position) const {
  std::vector<Choice> found;
  const std::int64_t count = take_head(position, term::Kind::list).value_or(0);
  for (std::int64_t i = 0; i < count; ++i) {
    const Number number = intern(kinds_[static_cast<std::size_t>(i)], take_position(position));
    found.push_back({number, ask(number)});
  }
  return found;
}

void CompoundRules::add(std::span<const Number> components, Options& out) const {
  term::Code code;
  term::append_list(components.size(), code);
  for (const Number number : components) {
    components_.read(number, code_);
    append_item(PositionView(code_).subspan(1), code);
  }
  out.add(code);
}

/// The moves in component `moved` alone.
void CompoundRules::add_single(const std::vector<Choice>& from, std::size_t moved, Options& out) const {
  const std::size_t kept = compound_ == Compound::ordinal ? moved + 1 : from.size();
  std::vector<Number> to;
  for (std::size_t i = 0; i < kept; ++i) to.push_back(from[i].number);
  for (std::uint64_t at = from[moved].range.first; at < from[moved].range.end; ++at) {
    to[moved] = moves_[at];
    add(to, out);
  }
}

/// The moves in all components, or in some.
void CompoundRules::add_joint(const std::vector<Choice>& from, Options& out) const {
  const bool may_stay = moves_in_some(compound_);
  std::uint64_t count = 1;
  for (const Choice& choice : from) {
    const std::uint64_t ways = choice.range.end - choice.range.first + (may_stay || choice.ended() ? 1 : 0);
    if (count > (kMostMoves + 1) / ways)
      throw LimitError(fmt::format("these components have more than {} moves together, which are not listed", kMostMoves));
    count *= ways;
  }
  // The last component changes first; in one that does not move the range has come to its end.
  std::vector<std::uint64_t> at;
  for (const Choice& choice : from) at.push_back(choice.range.first);
  std::vector<Number> to(from.size());
  const auto stays = [&](std::size_t i) { return at[i] == from[i].range.end; };
  while (true) {
    bool moved = false;
    for (std::size_t i = 0; i < from.size(); ++i) {
      to[i] = stays(i) ? from[i].number : moves_[at[i]];
      moved = moved || !stays(i);
    }
    if (moved) add(to, out);
    std::size_t i = from.size();
    while (i > 0) {
      --i;
      const std::uint64_t last = from[i].range.end - (may_stay || from[i].ended() ? 0 : 1);
      if (at[i] < last) {
        ++at[i];
        break;
      }
      at[i] = from[i].range.first;
      if (i == 0) return;
    }
  }
}

void CompoundRules::options(PositionView position, Options& out) const {
  const std::vector<Choice> from = choices(position);
  if (ends_with_one(compound_) && std::ranges::any_of(from, &Choice::ended)) return;
  if (std::ranges::all_of(from, &Choice::ended)) return;
  if (moves_in_all(compound_) || moves_in_some(compound_)) return add_joint(from, out);
  for (std::size_t i = 0; i < from.size(); ++i) {
    add_single(from, i, out);
    if (compound_ == Compound::sequential && !from[i].ended()) return;
  }
}

/// The label of the first option in the rule's order that leads there; nothing where none does.
std::optional<Label> CompoundRules::label_to(std::size_t component, const Position& from, const Position& to) const {
  listed_.resize(games_.size());
  std::optional<Listed>& listed = listed_[component];
  const auto target = [&](std::uint32_t number) { return listed->options[number][0]; };
  const auto is_less = [](PositionView a, PositionView b) { return std::ranges::lexicographical_compare(a, b); };
  if (!listed || listed->from != from) {
    listed.reset();
    listed.emplace(Listed{from, component_options(component, from), {}});
    listed->in_order.resize(listed->options.size());
    std::iota(listed->in_order.begin(), listed->in_order.end(), std::uint32_t{0});
    std::ranges::stable_sort(listed->in_order, is_less, target);
  }
  const auto found = std::ranges::lower_bound(listed->in_order, PositionView(to), is_less, target);
  if (found == listed->in_order.end() || !std::ranges::equal(target(*found), to)) return std::nullopt;
  return listed->options[*found].label();
}

std::vector<CompoundRules::Part> CompoundRules::parts_of(PositionView from, PositionView to) const {
  const Positions before = positions_in(from);
  const Positions after = positions_in(to);
  std::vector<Part> parts;
  const auto add = [&](std::size_t i) {
    if (const std::optional<Label> label = label_to(i, before[i], after[i])) parts.push_back({i, *label, after[i]});
  };
  for (std::size_t i = 0; i < after.size(); ++i) {
    // In a compound whose moves are in all components one may lead to where it was.
    const bool moves = before[i] != after[i] || (moves_in_all(compound_) && !has_ended(i, before[i])) ||
                       (compound_ == Compound::ordinal && i + 1 == after.size() && after.size() < before.size());
    if (moves) add(i);
  }
  // A pass changes nothing.
  for (std::size_t i = 0; i < after.size() && parts.empty(); ++i) add(i);
  return parts;
}

const CompoundRules* compound_of(const Rules& rules) { return dynamic_cast<const CompoundRules*>(&rules); }

}  // namespace bouton
