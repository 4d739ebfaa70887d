// Answers about single large positions, from a search by nimbers that looks at no more of what is below than is needed.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "engine/base/costs.h"
#include "engine/base/errors.h"
#include "engine/base/memory_account.h"
#include "engine/base/whole_part.h"
#include "engine/local/local_search.h"
#include "engine/method/entailing_methods.h"
#include "engine/method/method.h"
#include "engine/method/method_parts.h"
#include "engine/method/solvers/listed_options.h"
#include "engine/method/solvers/sum_solver.h"
#include "engine/nimbers/kept_search.h"
#include "engine/nimbers/nimber_search.h"
#include "engine/nimbers/remembered_search.h"
#include "engine/nimbers/searched_game.h"
#include "engine/rules/independence.h"
#include "engine/rules/rules.h"
#include "engine/system/kept_folder.h"

namespace bouton {
namespace {

class NimberMethod : public AnsweringMethod {
 public:
  NimberMethod(const MethodParts& parts, Method method, Preparation preparation)
      : AnsweringMethod(parts, method, preparation),
        file_(parts.allowed.search_file),
        writes_file_(parts.allowed.search_file_is_written) {}

  Result<Proposal> propose(const Question& question, const ProposedSoFar& known) override;
  /// Counts the positions that it looks at against the allowance; looks at no more than it can remember a few times over,
  /// unless it keeps a file: throws LimitError then.
  bool run(const Question& question, const Effort& allowance) override;
  std::optional<std::uint64_t> looked_at() const override { return looked_at_; }
  Outcome outcome(const Component& component) override;
  Nimber nimber(const Component& component) override;
  std::optional<Nimber> nimber_beside(const Component& component) override;
  std::optional<std::vector<Outcome>> outcomes(std::size_t game, const Options& options) override;
  /// All of them where a second or so suffices, or as much as the answer itself took, else those that are found in it, and at
  /// least one that wins where there is one.
  std::optional<MovesToValue> moves_to_value(const Component& component, const Integer& value, std::size_t at_most) override;
  void keep() override;

 protected:
  using Searched = Result<std::unique_ptr<nimbers::NimberSearch>>;

  /// Makes the search of a game.
  virtual Searched make(std::size_t game) = 0;
  /// Why the search should not answer for a position, if that is so.
  virtual std::optional<Refusal> objection(const Question& question, PositionView position, const ProposedSoFar& known) = 0;
  /// How many positions of the game are looked at in a second or so.
  virtual std::uint64_t in_a_second(const Component& component) { return (*search(component.game))->in_a_second(); }
  /// How many positions may be looked at for one answer at most.
  virtual std::uint64_t most_positions(const nimbers::NimberSearch&) const { return ~std::uint64_t{0}; }
  bool keeps_file() const { return !file_.empty(); }
  /// The search of a game, made when it is asked for.
  Searched& search(std::size_t game);

 private:
  std::optional<Outcome> outcome_after(std::size_t game, const Options::Option& option, std::uint32_t heap,
                                       std::uint64_t most_positions);

  std::filesystem::path file_;
  bool writes_file_;
  std::map<std::size_t, Searched> searches_;
  std::uint64_t looked_at_ = 0;
};

/// Of boards and graphs whose moves look at a few cells.
class CellsMethod final : public NimberMethod {
 public:
  explicit CellsMethod(const MethodParts& parts) : NimberMethod(parts, Method::cells, Preparation::none) {}

 protected:
  Searched make(std::size_t game) override;
  std::optional<Refusal> objection(const Question& question, PositionView position, const ProposedSoFar& known) override;
};

/// Of any other game: where everything else takes long, or positions are sums.
class NimbersMethod final : public NimberMethod {
 public:
  explicit NimbersMethod(const MethodParts& parts)
      : NimberMethod(parts, Method::nimbers, Preparation::last), sums_(parts.sums) {}
  Result<Proposal> propose(const Question& question, const ProposedSoFar& known) override;
  std::string claim(const Component& component) override;

 protected:
  Searched make(std::size_t game) override;
  std::optional<Refusal> objection(const Question& question, PositionView position, const ProposedSoFar& known) override;
  std::uint64_t most_positions(const nimbers::NimberSearch& searched) const override;
  /// Fewer where positions have many options.
  std::uint64_t in_a_second(const Component& component) override;

 private:
  double seconds_of_position(const Component& component) const;

  SumSolver& sums_;
};

/// Of positions in which few cells can change all below are searched, which tells more of them: where there are no more than so
/// many, as cells with two states have that are 18.
constexpr double kFewPositions = 262'144;

/// A search of such positions may be too deep, and they have too many options each.
std::optional<Refusal> too_large(const Rules& rules, PositionView position) {
  if (rules.domain().shape() != nullptr || rules.domain().is_terms()) return std::nullopt;
  std::uint64_t moves = 0;
  for (std::size_t i = 0; i < position.size(); ++i) {
    const auto above = static_cast<std::uint64_t>(position[i]) - static_cast<std::uint64_t>(rules.domain().axis(i).least);
    moves = rules.independent() ? std::max(moves, above) : std::min<std::uint64_t>(moves + above, nimbers::kMostDepth + 1);
  }
  if (moves <= nimbers::kMostDepth) return std::nullopt;
  return Refusal{fmt::format("play may last for more than {} moves", nimbers::kMostDepth)};
}

/// What everything else must take, in seconds, before such a search is worth its while: a second, since others tell more;
/// little where positions are sums.
constexpr double kLong = 0.7, kLongOfSum = 0.01;

}  // namespace

NimberMethod::Searched& NimberMethod::search(std::size_t game) {
  const auto found = searches_.find(game);
  if (found != searches_.end()) return found->second;
  Searched made = make(game);
  if (made && !file_.empty()) made = nimbers::kept_search(*std::move(made), file_, writes_file_);
  return searches_.emplace(game, std::move(made)).first->second;
}

void NimberMethod::keep() {
  for (auto& [game, searched] : searches_)
    if (searched) (*searched)->keep();
}

Result<Proposal> NimberMethod::propose(const Question& question, const ProposedSoFar& known) {
  const bool is_grundy = question.of == Question::Of::grundy;
  if (question.of != Question::Of::outcome && question.of != Question::Of::winning_moves && !is_grundy)
    return Refusal{"it tells outcomes and Grundy values of single positions"};
  const Component& component = *question.component;
  if (is_grundy && rules(component.game).play() != Play::normal) return Refusal{"Grundy values exist under normal play only"};
  const std::optional<Position> position = narrow(component.position);
  if (!position) return Refusal{kBeyond64Bits};
  if (!rules(component.game).domain().contains(*position)) return Refusal{"the position is not one of the game's"};
  if (std::optional<Refusal> refusal = objection(question, *position, known)) return *std::move(refusal);
  const Searched& searched = search(component.game);
  if (!searched) return searched.refusal();
  return Proposal{.method = method(),
                  .reason = (*searched)->method(),
                  .work = "the positions that decide it, once each while they are remembered",
                  .cost = {.seconds = Cost::kUnknown, .bytes = 0},
                  .open_ended = true};
}

bool NimberMethod::run(const Question& question, const Effort& allowance) {
  const Component& component = *question.component;
  nimbers::NimberSearch& searched = **search(component.game);
  const Position position = *narrow(component.position);
  const std::uint64_t most = std::min(allowance.positions, most_positions(searched));
  const std::uint64_t before = searched.effort().positions;
  bool found = false;
  try {
    found = question.of == Question::Of::grundy ? searched.grundy(position, most).has_value()
                                                : searched.outcome(position, 0, most).has_value();
  } catch (const nimbers::SplitUnderMisere&) {
    return false;
  }
  looked_at_ = searched.effort().positions - before;
  if (!found && allowance.unlimited())
    throw LimitError(fmt::format("{} positions were looked at, and there is memory for {} of them", most, searched.places()),
                     Limit::memory);
  return found;
}

Outcome NimberMethod::outcome(const Component& component) {
  return *(*search(component.game))->outcome(*narrow(component.position));
}

Nimber NimberMethod::nimber(const Component& component) {
  return Nimber(*(*search(component.game))->grundy(*narrow(component.position)));
}

std::optional<Nimber> NimberMethod::nimber_beside(const Component& component) {
  nimbers::NimberSearch& searched = **search(component.game);
  const std::optional<Grundy> value = searched.grundy(*narrow(component.position), in_a_second(component));
  if (!value) return std::nullopt;
  return Nimber(*value);
}

/// The outcome of an option beside a heap of nim: of all parts but the last the values. Under misère play nothing of a split.
std::optional<Outcome> NimberMethod::outcome_after(std::size_t game, const Options::Option& option, std::uint32_t heap,
                                                   std::uint64_t most_positions) try {
  nimbers::NimberSearch& searched = **search(game);
  if (rules(game).play() != Play::normal) {
    if (option.size() > 1) return std::nullopt;
    if (option.size() == 0) return Outcome::N;  // whoever cannot move wins
  }
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
} catch (const nimbers::SplitUnderMisere&) {
  return std::nullopt;
}

std::optional<std::vector<Outcome>> NimberMethod::outcomes(std::size_t game, const Options& options) {
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

std::optional<MovesToValue> NimberMethod::moves_to_value(const Component& component, const Integer& value,
                                                         std::size_t at_most) {
  const std::optional<Coordinate> wanted = narrow(value);
  constexpr Coordinate kGreatestHeap = 1'000'000;
  nimbers::NimberSearch& searched = **search(component.game);
  const Position position = *narrow(component.position);
  if (!wanted || *wanted > kGreatestHeap) return MovesToValue{};  // more than there are moves
  const auto heap = static_cast<std::uint32_t>(*wanted);
  Options all(account());
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
      const std::uint64_t beside = std::max(in_a_second(component), looked_at_);
      const std::uint64_t left = thorough ? ~std::uint64_t{0} : beside > spent ? beside - spent : 1;
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

NimberMethod::Searched CellsMethod::make(std::size_t game) {
  const Result<const LocalMoves*> moves = rules(game).local_moves();
  if (!moves) return moves.refusal();
  Searched made = local::local_search(**moves, rules(game).play(), budget(), account());
  // Who keeps a file asks for that one; processes that search together would all write the same.
  if (!made || keeps_file() || budget().peers != nullptr) return made;
  return nimbers::remembered_search(*std::move(made), kept_folder(Kept::boards));
}

std::optional<Refusal> CellsMethod::objection(const Question& question, PositionView position, const ProposedSoFar&) {
  const std::size_t game = question.component->game;
  if (rules(game).domain().shape() == nullptr) return Refusal{"the positions are not cells of a board or a graph"};
  const Searched& searched = search(game);
  if (!searched) return searched.refusal();
  const std::uint32_t cells = (*searched)->to_play(position);
  const auto states = static_cast<double>(rules(game).domain().shape()->states.size());
  if (std::pow(states, cells) > kFewPositions) return std::nullopt;
  return Refusal{fmt::format("so few cells can change ({}) that all positions below are searched", cells)};
}

/// What is forgotten has to be looked at again and again. Who keeps a file is patient.
std::uint64_t NimbersMethod::most_positions(const nimbers::NimberSearch& searched) const {
  constexpr std::uint64_t kTimesOver = 2;
  return keeps_file() ? ~std::uint64_t{0} : kTimesOver * searched.places();
}

std::string NimbersMethod::claim(const Component& component) {
  return independence_claim(rules(component.game), component.position.size());
}

/// Somewhat less than half of the options of the first position is what others have, as a rule.
double NimbersMethod::seconds_of_position(const Component& component) const {
  constexpr double kShareOfTop = 0.4;
  const double options = known_options(rules(component.game), *narrow(component.position));
  return costs::kSearchPosition + costs::kSearchOption * kShareOfTop * options;
}

std::uint64_t NimbersMethod::in_a_second(const Component& component) {
  return std::min(NimberMethod::in_a_second(component), whole_part(1 / seconds_of_position(component)));
}

Result<Proposal> NimbersMethod::propose(const Question& question, const ProposedSoFar& known) {
  Result<Proposal> proposal = NimberMethod::propose(question, known);
  if (!proposal) return proposal;
  proposal->seconds_of_position = seconds_of_position(*question.component);
  const std::string claim = this->claim(*question.component);
  if (!claim.empty()) proposal->reason += fmt::format("; rests on {}, which is claimed and not proved", claim);
  return proposal;
}

NimberMethod::Searched NimbersMethod::make(std::size_t game) {
  return nimbers::search_of_rules(games()[game], budget(), account());
}

std::optional<Refusal> NimbersMethod::objection(const Question& question, PositionView position, const ProposedSoFar& known) {
  const Rules& game = rules(question.component->game);
  if (game.play() == Play::by_position) return Refusal{"the last position says who has won"};
  if (game.play() != Play::normal && sums_.splits(question.component->game))
    return Refusal{"moves split the game, and values do not add up under its convention of play"};
  const bool sum = game.independent() && game.play() == Play::normal;
  if (known.least() < (sum ? kLongOfSum : kLong)) return Refusal{"other methods take little, and tell more"};
  if (const Result<const LocalMoves*> moves = game.local_moves(); moves && !local::beyond_local_search(**moves, game.play()))
    return Refusal{"its moves look at a few cells, and are searched as such"};
  return too_large(game, position);
}

void add_cells(const MethodParts& parts, MethodList& methods) {
  if (parts.allowed.nimbers) methods.push_back(std::make_unique<CellsMethod>(parts));
}

void add_nimbers(const MethodParts& parts, MethodList& methods) {
  if (!parts.allowed.nimbers) return;
  methods.push_back(std::make_unique<NimbersMethod>(parts));
  methods.push_back(make_entailing_nimbers_method(parts));
}

}  // namespace bouton
