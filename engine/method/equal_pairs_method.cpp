// Answers about positions that are sums, where each component is there twice: whatever is done to one is done to its twin, so
// whoever has moved last can go on for ever, and play ends. No value is computed, and numbers may be of any size.
#include <algorithm>
#include <map>

#include "engine/base/costs.h"
#include "engine/method/method_parts.h"
#include "engine/program/analysis/move_families.h"
#include "engine/rules/independence.h"

namespace bouton {
namespace {

class EqualPairsMethod final : public AnsweringMethod {
 public:
  explicit EqualPairsMethod(const MethodParts& parts)
      : AnsweringMethod(parts, Method::equal_pairs, Preparation::none), decreases_(games().size()) {}

  /// Of lists of numbers whose game is independent, under normal play, where each move is seen to make its number smaller:
  /// where play may come back to where it was, the answers to moves need not end.
  Result<Proposal> propose(const Question& question, const ProposedSoFar& known) override;
  bool run(const Question&, const Effort&) override { return true; }
  Outcome outcome(const Component&) override { return Outcome::P; }
  Nimber nimber(const Component&) override { return {}; }
  std::optional<Nimber> nimber_beside(const Component&) override { return Nimber(); }
  /// There is none to a position of value 0.
  std::optional<MovesToValue> moves_to_value(const Component&, const Integer& value, std::size_t) override {
    return value == 0 ? std::optional(MovesToValue{}) : std::nullopt;
  }
  std::string theorem(std::size_t) override { return "equal components cancel, two by two"; }
  std::string claim(const Component& component) override {
    return independence_claim(rules(component.game), component.position.size());
  }

 private:
  bool decreases(std::size_t game);

  std::vector<std::optional<bool>> decreases_;  ///< of each game that was asked about
};

/// Whether the family's options of a list of one number are smaller than it, as the bounds of its loops show.
bool makes_smaller(const MoveFamilies& families, const Family& family, const Domain& domain) {
  const MoveProgram& program = families.program;
  Affine change = affine(program, family.to[0]);
  for (auto loop = family.loops.rbegin(); loop != family.loops.rend(); ++loop) {
    const std::int64_t coefficient = change.coefficient(loop->variable);
    if (coefficient == 0) continue;
    // The greatest change is at one end of the loop.
    const bool is_at_first = (coefficient < 0) == (loop->step > 0);
    if (is_at_first) {
      change = substituted(change, loop->variable, affine(program, loop->first));
    } else {
      if (loop->step < 0) return false;
      const std::optional<std::vector<Quotient>> last = as_minimum(program, loop->last);
      if (!last || last->front().divisor != 1) return false;
      change = substituted(change, loop->variable, last->front().sum);
    }
  }
  if (!is_of_coordinates(program, change) || change.terms.size() > 1) return false;
  const std::int64_t slope = change.terms.empty() ? -1 : change.terms[0].second - 1;
  return slope <= 0 && domain.axis(0).least >= 0 && change.constant < 0;
}

bool EqualPairsMethod::decreases(std::size_t game) {
  std::optional<bool>& known = decreases_[game];
  if (known) return *known;
  const Lifting lifting = rules(game).lifting(1);
  const Result<MoveFamilies> families =
      lifting.moves != nullptr ? move_families(*lifting.moves) : Refusal{"the moves are not known as a program"};
  known = families && std::ranges::all_of(families->families, [&](const Family& family) {
            return family.to.size() == 1 && makes_smaller(*families, family, rules(game).domain());
          });
  return *known;
}

Result<Proposal> EqualPairsMethod::propose(const Question& question, const ProposedSoFar&) {
  if (question.component == nullptr || question.of_box()) return Refusal{"it is about one position"};
  if (question.of == Question::Of::remoteness) return Refusal{"it does not tell the remoteness"};
  const Component& component = *question.component;
  const Rules& game = rules(component.game);
  if (!game.independent() || !game.domain().is_piles() || game.domain().is_terms())
    return Refusal{"the positions are not sums of numbers"};
  if (game.play() != Play::normal) return Refusal{"play is not normal"};
  std::map<Integer, std::size_t> times;
  for (const Integer& number : component.position) ++times[number];
  if (times.empty() || std::ranges::any_of(times, [](const auto& of) { return of.second % 2 != 0; }))
    return Refusal{"the components are not equal in pairs"};
  if (!decreases(component.game)) return Refusal{"moves are not seen to make numbers smaller"};
  std::string reason = "each component is there twice";
  if (const std::string unproved = claim(component); !unproved.empty())
    reason += "; rests on " + unproved + ", which is claimed and not proved";
  return Proposal{.method = Method::equal_pairs,
                  .reason = std::move(reason),
                  .work = "the components compared",
                  .cost = {.seconds = costs::kFormula, .bytes = 0}};
}

}  // namespace

void add_equal_pairs(const MethodParts& parts, MethodList& methods) {
  if (parts.allowed.nimbers) methods.push_back(std::make_unique<EqualPairsMethod>(parts));
}

}  // namespace bouton
