#include "engine/plan/ways/nimber_way.h"

#include <fmt/format.h>

#include "engine/local/kept_search.h"

namespace bouton {
namespace {

/// Positions in which so few cells can change are searched as a whole, which tells more of them.
constexpr std::uint32_t kFewCells = 18;
/// Positions that are looked at in a second or so.
constexpr std::uint64_t kPositionsBeside = 100'000;

}  // namespace

NimberWay::NimberWay(std::vector<std::shared_ptr<const Rules>> games, const Budget& budget,
                     std::shared_ptr<MemoryAccount> account, std::filesystem::path file)
    : AnsweringWay(budget), games_(std::move(games)), account_(std::move(account)), file_(std::move(file)) {}

NimberWay::Searched& NimberWay::search(std::size_t game) {
  const auto found = searches_.find(game);
  if (found != searches_.end()) return found->second;
  const Result<const LocalMoves*> moves = games_[game]->local_moves();
  Searched made = moves ? local::local_search(**moves, games_[game]->play(), budget(), account_) : Searched(moves.refusal());
  if (made && !file_.empty()) made = local::kept_search(*std::move(made), file_);
  return searches_.emplace(game, std::move(made)).first->second;
}

void NimberWay::keep() {
  for (auto& [game, searched] : searches_)
    if (searched) (*searched)->keep();
}

Result<Offer> NimberWay::offer(const Question& question) {
  const bool is_grundy = question.of == Question::Of::grundy;
  if (question.of != Question::Of::outcome && question.of != Question::Of::winning_moves && !is_grundy)
    return Refusal{"it tells outcomes and Grundy values of single positions"};
  const Component& component = *question.component;
  const Rules& rules = *games_[component.game];
  if (rules.domain().shape() == nullptr) return Refusal{"the positions are no cells of a board or a graph"};
  if (is_grundy && rules.play() != Play::normal) return Refusal{"Grundy values exist under normal play only"};
  const std::optional<Position> position = narrow(component.position);
  if (!position || !rules.domain().contains(*position)) return Refusal{"the position is none of the game"};
  const Searched& searched = search(component.game);
  if (!searched) return searched.refusal();
  const std::uint32_t cells = (*searched)->changeable_cells(*position);
  if (cells <= kFewCells)
    return Refusal{fmt::format("so few cells can change ({}) that all positions below are searched", cells)};
  return Offer{Way::nimbers};
}

Description NimberWay::describe(const Question& question) {
  const Component& component = *question.component;
  const bool misere = games_[component.game]->play() == Play::misere;
  Description description;
  description.reason = misere ? "moves look at a few cells; outcomes of positions up to symmetry, until one move is seen to win"
                              : (*search(component.game))->method();
  description.cost = "the positions that decide it, once each while they are remembered";
  return description;
}

std::optional<Outcome> NimberWay::outcome(const Component& component) {
  return (*search(component.game))->outcome(*narrow(component.position));
}

std::optional<Nimber> NimberWay::nimber(const Component& component) {
  const std::optional<Grundy> value = (*search(component.game))->grundy(*narrow(component.position));
  if (!value) return std::nullopt;
  return Nimber(*value);
}

std::optional<Nimber> NimberWay::nimber_beside(const Component& component) {
  const std::optional<Grundy> value = (*search(component.game))->grundy(*narrow(component.position), kPositionsBeside);
  if (!value) return std::nullopt;
  return Nimber(*value);
}

std::optional<std::vector<Outcome>> NimberWay::outcomes(std::size_t game, const Options& options) {
  Searched& searched = search(game);
  if (!searched || options.has_split()) return std::nullopt;
  std::vector<Outcome> found;
  for (std::size_t i = 0; i < options.size(); ++i) {
    const std::optional<Outcome> outcome = (*searched)->outcome(options[i][0]);
    if (!outcome) return std::nullopt;
    found.push_back(*outcome);
  }
  return found;
}

std::optional<MovesToValue> NimberWay::moves_to_value(const Component& component, const Integer& value, std::size_t at_most) {
  const std::optional<Coordinate> wanted = narrow(value);
  constexpr Coordinate kGreatestHeap = 1'000'000;
  local::LocalSearch& searched = **search(component.game);
  const Position position = *narrow(component.position);
  if (!wanted || *wanted > kGreatestHeap) return MovesToValue{};  // more than there are moves
  const auto heap = static_cast<std::uint32_t>(*wanted);
  Options all(account_);
  games_[component.game]->options(position, all);
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
      const std::optional<Outcome> outcome = searched.outcome(options[i][0], heap, left);
      found.complete = found.complete && outcome.has_value();
      if (outcome != Outcome::P) continue;
      found.complete = found.complete && found.moves.size() < at_most;
      if (found.moves.size() >= at_most) break;
      found.moves.push_back({std::string(games_[component.game]->label_name(options[i].label())), {widen(options[i][0])}});
      if (thorough) {
        found.complete = false;
        break;
      }
    }
    if (!found.moves.empty() || found.complete || !sought || at_most == 0) break;
  }
  return found;
}

}  // namespace bouton
