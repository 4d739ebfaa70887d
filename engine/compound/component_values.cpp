#include "engine/compound/component_values.h"

#include <utility>

#include <fmt/format.h>

#include "engine/rules/under_play.h"

namespace bouton {
namespace {

/// A component without the moves that lose at once (ComponentValues::Quantity::foreclosed).
class ForeclosedRules final : public Rules {
 public:
  ForeclosedRules(const CompoundRules& compound, std::size_t component, Play play)
      : compound_(compound), game_(*compound.games()[component]), component_(component), play_(play) {}

  const Domain& domain() const override { return game_.domain(); }
  void normalize(Position& position) const override { game_.normalize(position); }
  void options(PositionView position, Options& out) const override {
    const Options all = compound_.component_options(component_, position);
    for (std::size_t i = 0; i < all.size(); ++i)
      if (!loses(all[i][0])) out.add(all[i][0]);
  }

 private:
  bool loses(PositionView option) const {
    return play_ == Play::normal ? compound_.can_be_ended(component_, option) : compound_.has_ended(component_, option);
  }

  const CompoundRules& compound_;
  const Rules& game_;
  std::size_t component_;
  Play play_;
};

}  // namespace

ComponentValues::ComponentValues(const CompoundRules& rules, std::size_t component, Sources sources, const Budget& budget,
                                 std::shared_ptr<MemoryAccount> account)
    : rules_(rules), component_(component), sources_(std::move(sources)), budget_(budget), account_(std::move(account)) {}

Search& ComponentValues::search(Quantity quantity, Play play) {
  // Of an outcome the remoteness is found besides.
  const Quantity searched = quantity == Quantity::outcome ? Quantity::remoteness : quantity;
  Searched& kept = searches_[static_cast<std::size_t>(searched)][play == Play::misere ? 1 : 0];
  if (kept.search) return *kept.search;
  const std::shared_ptr<const Rules>& game = rules_.games()[component_];
  Search::Quantity wanted = Search::Quantity::outcome;
  switch (searched) {
    case Quantity::outcome:
    case Quantity::remoteness: kept.rules = under_play(game, play); break;
    case Quantity::suspense:
      kept.rules = under_play(game, play);
      wanted = Search::Quantity::suspense;
      break;
    case Quantity::foreclosed:
      kept.rules = std::make_shared<ForeclosedRules>(rules_, component_, play);
      wanted = Search::Quantity::grundy;
      break;
    case Quantity::grundy:
      kept.rules = game;
      wanted = Search::Quantity::grundy;
      break;
  }
  kept.search = std::make_unique<Search>(*kept.rules, wanted, budget_, account_);
  return *kept.search;
}

std::optional<Outcome> ComponentValues::by_formula(Play play, PositionView position) const {
  return sources_.outcome ? sources_.outcome(play, position) : std::nullopt;
}

bool ComponentValues::has_foreclosed(Play play, PositionView position) const {
  return !rules_.has_ended(component_, position) && !(play == Play::normal && rules_.can_be_ended(component_, position));
}

Search::Status ComponentValues::look(Quantity quantity, Play play, PositionView position, const Effort& effort) {
  if (quantity == Quantity::outcome && by_formula(play, position)) return Search::Status::found;
  if (quantity == Quantity::foreclosed && !has_foreclosed(play, position)) return Search::Status::found;
  const Search::Status status = search(quantity, play).find(position, effort);
  // Which is refused with the position that splits, where it is met.
  if (status == Search::Status::split)
    throw RequestError(fmt::format("a move splits a component below {}, and a {} compound is of games that no move splits",
                                   rules_.games()[component_]->domain().text(position), name(rules_.compound())));
  return status;
}

Search::Values ComponentValues::found(Quantity quantity, Play play, PositionView position) {
  const auto by_table = [&](bool kept) {
    return sources_.table ? sources_.table(quantity, play, position, kept) : std::nullopt;
  };
  if (const std::optional<Search::Values> values = by_table(true)) return *values;
  Search& search = this->search(quantity, play);
  if (const std::optional<Search::Values> values = search.known(position)) return *values;
  Search::Status status = look(quantity, play, position, kFirstEffort);
  if (status == Search::Status::too_long) {
    if (const std::optional<Search::Values> values = by_table(false)) return *values;
    status = look(quantity, play, position, {});
  }
  if (status != Search::Status::found) throw EndlessComponent();
  return *search.known(position);
}

Outcome ComponentValues::outcome(Play play, PositionView position) {
  if (const std::optional<Outcome> told = by_formula(play, position)) return *told;
  return found(Quantity::outcome, play, position).outcome.outcome();
}

Remoteness ComponentValues::remoteness(Play play, PositionView position) {
  return found(Quantity::remoteness, play, position).outcome.remoteness();
}

Remoteness ComponentValues::suspense(Play play, PositionView position) {
  return found(Quantity::suspense, play, position).outcome.remoteness();
}

bool ComponentValues::has_ended(Play play, PositionView position) {
  if (by_formula(play, position)) return rules_.component_options(component_, position).empty();
  return remoteness(play, position) == 0;
}

std::optional<Grundy> ComponentValues::foreclosed(Play play, PositionView position) {
  if (!has_foreclosed(play, position)) return std::nullopt;
  return found(Quantity::foreclosed, play, position).grundy;
}

Grundy ComponentValues::grundy(PositionView position) { return found(Quantity::grundy, Play::normal, position).grundy; }

}  // namespace bouton
