// Answers about positions of numbers that are there in pairs: whatever is done to one is done to its twin, so whoever has moved
// last can go on for ever, and play ends. No value is computed, and numbers may be of any size.
#include <vector>

#include <fmt/format.h>

#include "engine/base/costs.h"
#include "engine/method/method_parts.h"
#include "engine/method/solvers/mirrors.h"

namespace bouton {
namespace {

class EqualPairsMethod final : public AnsweringMethod {
 public:
  explicit EqualPairsMethod(const MethodParts& parts)
      : AnsweringMethod(parts, Method::equal_pairs, Preparation::none), mirrors_(games().begin(), games().end()) {}

  /// Of numbers that have moves of their own, under normal play, where each move is seen to make its number smaller: where play
  /// may come back to where it was, the answers to moves need not end.
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
  std::string claim(const Component& component) override { return mirrors_[component.game].of(component.position)->claim; }

 private:
  std::vector<Mirrors> mirrors_;  ///< by game
};

Result<Proposal> EqualPairsMethod::propose(const Question& question, const ProposedSoFar&) {
  if (question.component == nullptr || question.of_box()) return Refusal{"it is about one position"};
  if (question.of == Question::Of::remoteness) return Refusal{"it does not tell the remoteness"};
  const Component& component = *question.component;
  if (rules(component.game).domain().shape() != nullptr) return Refusal{"the positions are not numbers"};
  const Result<Mirroring> mirroring = mirrors_[component.game].of(component.position);
  if (!mirroring) return mirroring.refusal();
  std::string reason = "each component is there twice";
  if (!mirroring->claim.empty()) reason += fmt::format("; rests on {}, which is claimed and not proved", mirroring->claim);
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
