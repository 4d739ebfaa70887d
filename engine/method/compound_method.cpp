// Answers about several games that are played at once, by the values of the single components.
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/method/method.h"
#include "engine/method/method_parts.h"
#include "engine/method/solvers/compound_solver.h"
#include "engine/rules/rules.h"
#include "engine/sum/compound_rules.h"

namespace bouton {
namespace {

class CompoundMethod final : public AnsweringMethod {
 public:
  explicit CompoundMethod(const MethodParts& parts)
      : AnsweringMethod(parts, Method::compound, Preparation::none),
        formulas_(parts.allowed.closed_form),
        kernels_(parts.allowed.kernels) {}

  Result<Proposal> propose(const Question& question, const ProposedSoFar& known) override;
  bool run(const Question& question, const Effort& allowance) override;
  Outcome outcome(const Component& component) override { return theory(component).outcome(narrowed(component)); }
  Nimber nimber(const Component& component) override { return *nimber_beside(component); }
  std::optional<Nimber> nimber_beside(const Component& component) override;
  std::optional<std::vector<Outcome>> outcomes(std::size_t game, const Options& options) override;
  std::optional<MovesToValue> moves_to_value(const Component& component, const Integer& value, std::size_t at_most) override;
  std::optional<Remoteness> remoteness(const Component& component) override {
    return theory(component).remoteness(narrowed(component));
  }
  std::optional<Remoteness> suspense(const Component& component) override {
    return theory(component).suspense(narrowed(component));
  }
  std::string theorem(std::size_t game) override { return solver(game)->theory().statement(); }

 private:
  /// Null where the game is not a compound.
  CompoundSolver* solver(std::size_t game);
  CompoundTheory& theory(const Component& component) { return solver(component.game)->theory(); }
  static Position narrowed(const Component& component) { return *narrow(component.position); }
  std::optional<Refusal> objection(const Question& question) const;

  bool formulas_, kernels_;
  std::map<std::size_t, CompoundSolver> solvers_;  ///< by game
};

CompoundSolver* CompoundMethod::solver(std::size_t game) {
  const CompoundRules* const compound = compound_of(rules(game));
  if (compound == nullptr) return nullptr;
  return &solvers_.try_emplace(game, *compound, formulas_, kernels_, budget(), account()).first->second;
}

/// What no theory tells of a compound.
std::optional<Refusal> CompoundMethod::objection(const Question& question) const {
  const Rules& game = rules(question.component->game);
  const Compound compound = compound_of(game)->compound();
  switch (question.of) {
    case Question::Of::grundy:
      if (game.play() != Play::normal) return Refusal{"Grundy values exist under normal play only"};
      if (compound != Compound::ordinal) return Refusal{"no theory of this compound tells Grundy values"};
      break;
    case Question::Of::remoteness:
      if (compound != Compound::conjunctive) return Refusal{"no theory of this compound tells the remoteness"};
      break;
    case Question::Of::suspense:
      if (compound != Compound::continued_conjunctive) return Refusal{"no theory of this compound tells suspense numbers"};
      break;
    default: break;
  }
  return std::nullopt;
}

Result<Proposal> CompoundMethod::propose(const Question& question, const ProposedSoFar&) {
  if (question.component == nullptr) return Refusal{"a compound is one position"};
  CompoundSolver* const found = solver(question.component->game);
  if (found == nullptr) return Refusal{"the position is not several games that are played at once"};
  const std::optional<Position> position = narrow(question.component->position);
  if (!position) return Refusal{kBeyond64Bits};
  if (std::optional<Refusal> refusal = objection(question)) return *std::move(refusal);
  if (!found->endless() && found->theory().is_seen_endless(*position, ComponentValues::kFirstEffort)) found->note_endless();
  if (found->endless()) return Refusal{"play can go on for ever in a component: the positions of the compound are searched"};
  return Proposal{.method = Method::compound,
                  .reason = theorem(question.component->game),
                  .work = "the positions of each component once",
                  .cost = {.seconds = Cost::kUnknown, .bytes = 0},
                  .open_ended = true};
}

bool CompoundMethod::run(const Question& question, const Effort&) {
  CompoundSolver& found = *solver(question.component->game);
  try {
    (void)found.theory().outcome(narrowed(*question.component));
    // Which looks at the options, of which perhaps more is to be known than of the position itself.
    if (question.of == Question::Of::winning_moves) (void)found.theory().winning_moves(narrowed(*question.component), 0);
    if (question.of == Question::Of::grundy) (void)nimber(*question.component);
    return true;
  } catch (const EndlessComponent&) {
    found.note_endless();
    return false;
  }
}

std::optional<Nimber> CompoundMethod::nimber_beside(const Component& component) {
  const std::optional<Grundy> value = theory(component).grundy(narrowed(component));
  return value ? std::optional(Nimber(*value)) : std::nullopt;
}

std::optional<std::vector<Outcome>> CompoundMethod::outcomes(std::size_t game, const Options& options) {
  std::vector<Outcome> found;
  try {
    for (std::size_t i = 0; i < options.size(); ++i) {
      budget().check_stop();
      found.push_back(solver(game)->theory().outcome(options[i][0]));
    }
  } catch (const EndlessComponent&) {
    return std::nullopt;
  }
  return found;
}

std::optional<MovesToValue> CompoundMethod::moves_to_value(const Component& component, const Integer& value,
                                                           std::size_t at_most) {
  if (value != 0) return std::nullopt;
  CompoundTheory::Winning winning = theory(component).winning_moves(narrowed(component), at_most);
  MovesToValue moves{.moves = {}, .complete = winning.complete};
  for (const Position& to : winning.to) moves.moves.push_back({{}, {widen(to)}});
  return moves;
}

}  // namespace

void add_compound(const MethodParts& parts, MethodList& methods) { methods.push_back(std::make_unique<CompoundMethod>(parts)); }

}  // namespace bouton
