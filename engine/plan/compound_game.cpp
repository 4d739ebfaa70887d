#include "engine/plan/compound_game.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "engine/base/errors.h"
#include "engine/base/memory_account.h"
#include "engine/sum/compound_rules.h"

namespace bouton {
namespace {

constexpr std::string_view kBetween = " | ";

/// Rules that know the games of their components.
class CompoundOfGames final : public CompoundRules {
 public:
  CompoundOfGames(Games components, Compound compound, const std::shared_ptr<MemoryAccount>& account)
      : CompoundRules(rules_of(components), compound, account), components_(std::move(components)) {}

  const Games& games_of_components() const { return components_; }

 private:
  Games components_;
};

/// The components' positions as they are typed.
std::string text_of(const Games& components, PositionView position) {
  const CompoundRules::Positions parts = CompoundRules::positions_in(position);
  std::string text;
  for (std::size_t i = 0; i < parts.size() && i < components.size(); ++i) {
    if (i > 0) text += kBetween;
    text += position_text(*components[i], widen(parts[i]));
  }
  return text;
}

/// The position that such a text names; nothing where it has more components than there are, or none.
std::optional<BigPosition> position_of(const Games& components, std::string_view text) {
  std::vector<Position> parts;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of(" |"), text.size());
    if (end > 0) {
      if (parts.size() == components.size()) return std::nullopt;
      const std::optional<Position> part = narrow(parse_position(*components[parts.size()], text.substr(0, end)));
      if (!part) return std::nullopt;
      parts.push_back(*part);
    }
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  if (parts.empty()) return std::nullopt;
  return widen(CompoundRules::position(parts));
}

const CompoundRules* rules_of_compound(const Games& games, const Sum& sum) {
  return sum.size() == 1 ? compound_of(*games[sum[0].game]->rules) : nullptr;
}

}  // namespace

void play_as(Compound compound, Games& games, Sum& sum, const Budget& budget) {
  if (compound == Compound::disjunctive) return;
  if (sum.empty()) throw RequestError("there is no position to play");
  auto game = std::make_shared<Game>();
  Games components;
  std::vector<Position> positions;
  for (const Component& component : sum) {
    const std::shared_ptr<const Game>& own = games.at(component.game);
    const std::optional<Position> position = narrow(component.position);
    if (!position)
      throw RequestError(fmt::format("position {} has coordinates beyond 64 bits, which {} compounds do not take",
                                     position_text(*own, component.position), name(compound)));
    if (component.obliged)
      throw RequestError(fmt::format("an obligation to move in one component (!) is for disjunctive sums, not for {} compounds",
                                     name(compound)));
    if (!components_of(*own).empty()) throw RequestError("a component of a compound is not a compound itself");
    if (std::ranges::find(components, own) == components.end()) game->name += (game->name.empty() ? "" : " + ") + own->name;
    components.push_back(own);
    positions.push_back(*position);
  }
  game->title = fmt::format("{}, {}", game->name, name(compound));
  game->description = rule_of(compound);
  game->rules = std::make_shared<CompoundOfGames>(components, compound, std::make_shared<MemoryAccount>(budget));
  game->show = [components](PositionView position) { return text_of(components, position); };
  game->read = [components](std::string_view text) { return position_of(components, text); };
  game->example = widen(CompoundRules::position(positions));
  sum = {{0, *game->example}};
  games = {std::move(game)};
}

const Games& components_of(const Game& game) {
  static const Games kNone;
  const auto* const rules = dynamic_cast<const CompoundOfGames*>(game.rules.get());
  return rules != nullptr ? rules->games_of_components() : kNone;
}

Compound compound_of(const Games& games, const Sum& sum) {
  const CompoundRules* const rules = rules_of_compound(games, sum);
  return rules != nullptr ? rules->compound() : Compound::disjunctive;
}

NamedPositions named_positions(const Games& games, const Sum& sum) {
  const CompoundRules* const rules = rules_of_compound(games, sum);
  if (rules == nullptr) return {games, sum};
  NamedPositions named{{}, {}, rules->compound()};
  const Games& components = components_of(*games[sum[0].game]);
  const CompoundRules::Positions positions = CompoundRules::positions_in(narrow(sum[0].position).value());
  for (std::size_t i = 0; i < components.size(); ++i) {
    auto known = std::ranges::find(named.games, components[i]);
    if (known == named.games.end()) known = named.games.insert(known, components[i]);
    // Of an ordinal sum those that are gone have left their games.
    if (i < positions.size()) named.sum.push_back({static_cast<std::size_t>(known - named.games.begin()), widen(positions[i])});
  }
  return named;
}

std::vector<MovePart> parts_of(const Games& games, const Sum& sum, const Move& move) {
  const CompoundRules& rules = *rules_of_compound(games, sum);
  std::vector<MovePart> parts;
  for (CompoundRules::Part& part : rules.parts_of(narrow(sum[move.component].position).value(), narrow(move.to.at(0)).value()))
    parts.push_back({part.component, std::string(rules.games()[part.component]->label_name(part.label)), widen(part.to)});
  return parts;
}

}  // namespace bouton
