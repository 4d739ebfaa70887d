#include "engine/plan/ways/nimber_way.h"

#include <algorithm>

#include <fmt/format.h>

#include "engine/base/errors.h"
#include "engine/local/local_search.h"
#include "engine/nimbers/kept_search.h"
#include "engine/rules/independence.h"

namespace bouton {
namespace {

/// Positions in which so few cells can change are searched as a whole, which tells more of them.
constexpr std::uint32_t kFewCells = 18;
/// Positions that are looked at in a second or so.
constexpr std::uint64_t kPositionsBeside = 100'000;

/// So many are looked at before a large table is filled instead.
constexpr std::uint64_t kPositionsFirst = 1'000'000;

/// A search of such positions may be too deep, and they have too many options each.
std::optional<Refusal> too_large(const Rules& rules, PositionView position) {
  if (rules.domain().shape() != nullptr) return std::nullopt;
  std::uint64_t moves = 0;
  for (std::size_t i = 0; i < position.size(); ++i) {
    const auto above = static_cast<std::uint64_t>(position[i]) - static_cast<std::uint64_t>(rules.domain().axis(i).least);
    moves = rules.independent() ? std::max(moves, above) : std::min<std::uint64_t>(moves + above, nimbers::kMostDepth + 1);
  }
  if (moves <= nimbers::kMostDepth) return std::nullopt;
  return Refusal{fmt::format("play may last for more than {} moves", nimbers::kMostDepth)};
}

/// What a search of everything below may cost before it is given up for one that looks at less. It tells more: so much for an
/// outcome; for a Grundy value twenty times as much, since a search by nimbers asks for it value by value; little where
/// positions are sums.
constexpr Effort kForOutcome = kEffortBeside;
constexpr Effort kForValue{.positions = 20'000'000, .options = 200'000'000};
constexpr Effort kForSum{.positions = 20'000, .options = 200'000};

}  // namespace

NimberWay::NimberWay(std::vector<std::shared_ptr<const Rules>> games, const Budget& budget,
                     std::shared_ptr<MemoryAccount> account, std::filesystem::path file)
    : AnsweringWay(budget), games_(std::move(games)), account_(std::move(account)), file_(std::move(file)) {}

NimberWay::Searched& NimberWay::search(std::size_t game) {
  const auto found = searches_->find(game);
  if (found != searches_->end()) return found->second;
  Searched made = make(game);
  if (made && !file_.empty()) made = nimbers::kept_search(*std::move(made), file_);
  return searches_->emplace(game, std::move(made)).first->second;
}

void NimberWay::keep() {
  for (auto& [game, searched] : *searches_)
    if (searched) (*searched)->keep();
}

Result<Offer> NimberWay::offer(const Question& question) {
  const bool is_grundy = question.of == Question::Of::grundy;
  if (question.of != Question::Of::outcome && question.of != Question::Of::winning_moves && !is_grundy)
    return Refusal{"it tells outcomes and Grundy values of single positions"};
  const Component& component = *question.component;
  if (is_grundy && rules(component.game).play() != Play::normal) return Refusal{"Grundy values exist under normal play only"};
  const std::optional<Position> position = narrow(component.position);
  if (!position || !rules(component.game).domain().contains(*position)) return Refusal{"the position is none of the game"};
  if (std::optional<Refusal> refusal = objection(question, *position)) return *std::move(refusal);
  const Searched& searched = search(component.game);
  if (!searched) return searched.refusal();
  return Offer{Way::nimbers};
}

Description NimberWay::describe(const Question& question) {
  const Component& component = *question.component;
  const bool misere = rules(component.game).play() == Play::misere;
  Description description;
  description.reason = (*search(component.game))->method();
  if (misere) description.reason = "outcomes of positions up to symmetry, until one move is seen to win";
  description.cost = "the positions that decide it, once each while they are remembered";
  return description;
}

std::optional<Outcome> NimberWay::outcome(const Component& component) {
  nimbers::NimberSearch& searched = **search(component.game);
  const std::optional<Outcome> outcome = searched.outcome(*narrow(component.position), 0, most_positions(searched));
  if (!outcome) refuse(searched);
  return outcome;
}

std::optional<Nimber> NimberWay::nimber(const Component& component) {
  nimbers::NimberSearch& searched = **search(component.game);
  const std::optional<Grundy> value = searched.grundy(*narrow(component.position), most_positions(searched));
  if (!value) refuse(searched);
  return Nimber(*value);
}

void NimberWay::refuse(const nimbers::NimberSearch& searched) const {
  throw LimitError(fmt::format("{} positions were looked at, and there is memory for {} of them", most_positions(searched),
                               searched.places()),
                   Limit::memory);
}

std::optional<Nimber> NimberWay::nimber_beside(const Component& component) {
  const std::optional<Grundy> value = (*search(component.game))->grundy(*narrow(component.position), kPositionsBeside);
  if (!value) return std::nullopt;
  return Nimber(*value);
}

/// The outcome of an option beside a heap of nim: of all parts but the last the values.
std::optional<Outcome> NimberWay::outcome_after(std::size_t game, const Options::Option& option, std::uint32_t heap,
                                                std::uint64_t most_positions) {
  nimbers::NimberSearch& searched = **search(game);
  const std::uint64_t before = searched.effort().positions;
  for (std::size_t part = 0; part + 1 < option.size(); ++part) {
    const std::uint64_t spent = searched.effort().positions - before;
    const std::optional<Grundy> value = searched.grundy(option[part], most_positions - std::min(most_positions, spent));
    if (!value) return std::nullopt;
    heap ^= *value;
  }
  if (option.size() == 0) return heap == 0 ? Outcome::P : Outcome::N;
  const std::uint64_t spent = searched.effort().positions - before;
  return searched.outcome(option[option.size() - 1], heap, most_positions - std::min(most_positions, spent));
}

std::optional<std::vector<Outcome>> NimberWay::outcomes(std::size_t game, const Options& options) {
  Searched& searched = search(game);
  if (!searched) return std::nullopt;
  std::vector<Outcome> found;
  for (std::size_t i = 0; i < options.size(); ++i) {
    const std::optional<Outcome> outcome = outcome_after(game, options[i], 0, ~std::uint64_t{0});
    if (!outcome) return std::nullopt;
    found.push_back(*outcome);
  }
  return found;
}

std::optional<MovesToValue> NimberWay::moves_to_value(const Component& component, const Integer& value, std::size_t at_most) {
  const std::optional<Coordinate> wanted = narrow(value);
  constexpr Coordinate kGreatestHeap = 1'000'000;
  nimbers::NimberSearch& searched = **search(component.game);
  const Position position = *narrow(component.position);
  if (!wanted || *wanted > kGreatestHeap) return MovesToValue{};  // more than there are moves
  const auto heap = static_cast<std::uint32_t>(*wanted);
  Options all(account_);
  rules(component.game).options(position, all);
  const Options options = all.unique();
  MovesToValue found;
  const std::uint64_t before = searched.effort().positions;
  // With little effort first: a winning move is known as one from the outcome.
  const bool sought = searched.outcome(position, heap) == Outcome::N;
  for (const bool thorough : {false, true}) {
    found = {};
    for (std::size_t i = 0; i < options.size(); ++i) {
      const std::uint64_t spent = searched.effort().positions - before;
      const std::uint64_t left = thorough ? ~std::uint64_t{0} : kPositionsBeside > spent ? kPositionsBeside - spent : 1;
      const std::optional<Outcome> outcome = outcome_after(component.game, options[i], heap, left);
      found.complete = found.complete && outcome.has_value();
      if (outcome != Outcome::P) continue;
      found.complete = found.complete && found.moves.size() < at_most;
      if (found.moves.size() >= at_most) break;
      std::vector<BigPosition> to;
      for (std::size_t part = 0; part < options[i].size(); ++part) to.push_back(widen(options[i][part]));
      found.moves.push_back({std::string(rules(component.game).label_name(options[i].label())), std::move(to)});
      if (thorough) {
        found.complete = false;
        break;
      }
    }
    if (!found.moves.empty() || found.complete || !sought || at_most == 0) break;
  }
  return found;
}

NimberWay::Searched LocalNimberWay::make(std::size_t game) {
  const Result<const LocalMoves*> moves = rules(game).local_moves();
  if (!moves) return moves.refusal();
  return local::local_search(**moves, rules(game).play(), budget(), account());
}

std::optional<Refusal> LocalNimberWay::objection(const Question& question, PositionView position) {
  const std::size_t game = question.component->game;
  if (rules(game).domain().shape() == nullptr) return Refusal{"the positions are no cells of a board or a graph"};
  const Searched& searched = search(game);
  if (!searched) return searched.refusal();
  const std::uint32_t cells = (*searched)->to_play(position);
  if (cells > kFewCells) return std::nullopt;
  return Refusal{fmt::format("so few cells can change ({}) that all positions below are searched", cells)};
}

/// What is forgotten has to be looked at again and again. Who keeps a file is patient.
std::uint64_t RulesNimberWay::most_positions(const nimbers::NimberSearch& searched) const {
  constexpr std::uint64_t kTimesOver = 2;
  return keeps_file() ? ~std::uint64_t{0} : kTimesOver * searched.places();
}

std::string RulesNimberWay::claim(const Component& component) {
  const Rules& game = rules(component.game);
  if (!game.independent() || game.play() != Play::normal || independence_is_proved(game, component.position.size())) return {};
  const std::string where = game.where(Rules::Claim::independence);
  const std::size_t end = where.find_last_not_of(": ");
  return end == std::string::npos ? "independent" : fmt::format("independent ({})", where.substr(0, end + 1));
}

Description RulesNimberWay::describe(const Question& question) {
  Description description = NimberWay::describe(question);
  const std::string claim = this->claim(*question.component);
  if (!claim.empty()) description.reason += fmt::format("; rests on {}, which is claimed and not proved", claim);
  return description;
}

NimberWay::Searched RulesNimberWay::make(std::size_t game) {
  return nimbers::search_of_rules(shared_rules(game), budget(), account());
}

/// Whether a search of everything below ends soon. What such a search has found is given back where it does not.
bool RulesNimberWay::is_short(const Question& question, PositionView position) {
  const SumPart part{question.component->game, Position(position)};
  const bool sum = rules(part.game).independent() && rules(part.game).play() == Play::normal;
  const auto is_long = [&](ValueKind kind) {
    const Effort effort = sum ? kForSum : kind == ValueKind::grundy ? kForValue : kForOutcome;
    return sums_.takes_long(part, kind, effort);
  };
  if (question.of != Question::Of::grundy && !sums_.splits(part.game)) {
    const bool long_one = is_long(ValueKind::outcome);
    if (!sums_.splits(part.game)) return !long_one;
  }
  return rules(part.game).play() != Play::normal || !is_long(ValueKind::grundy);
}

std::optional<Refusal> RulesNimberWay::objection(const Question& question, PositionView position) {
  if (rules(question.component->game).play() == Play::by_position) return Refusal{"the last position says who has won"};
  if (is_local(question)) return Refusal{"its moves look at a few cells, and are searched as such"};
  if (std::optional<Refusal> refusal = too_large(rules(question.component->game), position)) return refusal;
  if (!is_short(question, position)) {
    sums_.give_back(question.component->game);
    return std::nullopt;
  }
  return Refusal{"all positions below can be searched, which tells more"};
}

std::optional<Refusal> ShortNimberWay::objection(const Question& question, PositionView position) {
  if (std::optional<Refusal> refusal = RulesNimberWay::objection(question, position)) return refusal;
  const std::size_t game = question.component->game;
  if (rules(game).independent() && rules(game).play() == Play::normal) return std::nullopt;
  const bool grundy = question.of == Question::Of::grundy;
  if (given_up_ && given_up_->game == game && given_up_->grundy == grundy && std::ranges::equal(given_up_->position, position))
    return given_up_->refusal;
  const Searched& searched = search(game);
  if (!searched) return searched.refusal();
  const std::uint64_t most = std::min(kPositionsFirst, most_positions(**searched) / 2);
  Refusal refusal{fmt::format("{} positions do not suffice", most)};
  try {
    const bool found =
        grundy ? (*searched)->grundy(position, most).has_value() : (*searched)->outcome(position, 0, most).has_value();
    if (found) return std::nullopt;
  } catch (const LimitError& error) {
    refusal.reason = error.what();
  }
  given_up_ = GivenUp{game, Position(position), grundy, refusal};
  return refusal;
}

}  // namespace bouton
