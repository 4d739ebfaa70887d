// Answers about boards and graphs by a symmetry: whatever is done in one half is done in the other, or will be after a first
// move. No position below is searched, so cells may be as many as people like.
#include <optional>
#include <utility>
#include <vector>

#include "engine/base/costs.h"
#include "engine/method/method_parts.h"
#include "engine/method/solvers/mirrors.h"

namespace bouton {
namespace {

class MirrorMethod final : public AnsweringMethod {
 public:
  explicit MirrorMethod(const MethodParts& parts)
      : AnsweringMethod(parts, Method::mirror, Preparation::last), mirrors_(games().begin(), games().end()) {}

  /// Of a position in which every move can be answered by its image, and of one that a move makes such a position: of that the
  /// outcome alone. Where nothing else tells more in little time.
  Result<Proposal> propose(const Question& question, const ProposedSoFar& known) override;
  bool run(const Question&, const Effort&) override { return true; }
  Outcome outcome(const Component& component) override { return is_mirrored(component) ? Outcome::P : Outcome::N; }
  Nimber nimber(const Component&) override { return {}; }
  std::optional<Nimber> nimber_beside(const Component& component) override {
    return is_mirrored(component) ? std::optional(Nimber()) : std::nullopt;
  }
  std::optional<MovesToValue> moves_to_value(const Component& component, const Integer& value, std::size_t at_most) override;
  std::string theorem(std::size_t) override {
    return "Tweedledum and Tweedledee: whoever can answer each move by its image has the last move";
  }

 private:
  bool is_mirrored(const Component& component) { return bool(mirrors_[component.game].of(component.position)); }
  MovesToValue moves_to_mirrored(const Component& component, std::size_t at_most);

  std::vector<Mirrors> mirrors_;  ///< by game
};

MovesToValue MirrorMethod::moves_to_mirrored(const Component& component, std::size_t at_most) {
  MovesToValue found;
  found.complete = false;
  Options all(account());
  rules(component.game).options(*narrow(component.position), all);
  const Options options = all.unique();
  for (std::size_t i = 0; i < options.size() && found.moves.size() < at_most; ++i) {
    if (options[i].size() != 1) continue;
    BigPosition to = widen(options[i][0]);
    if (!mirrors_[component.game].of(to)) continue;
    found.moves.push_back({std::string(rules(component.game).label_name(options[i].label())), {std::move(to)}});
  }
  return found;
}

std::optional<MovesToValue> MirrorMethod::moves_to_value(const Component& component, const Integer& value,
                                                         std::size_t at_most) {
  if (value != 0) return std::nullopt;
  return is_mirrored(component) ? MovesToValue{} : moves_to_mirrored(component, at_most);
}

Result<Proposal> MirrorMethod::propose(const Question& question, const ProposedSoFar& known) {
  constexpr double kLong = 0.7;  // seconds that others must take, as they tell more
  const bool is_grundy = question.of == Question::Of::grundy;
  if (question.of != Question::Of::outcome && question.of != Question::Of::winning_moves && !is_grundy)
    return Refusal{"it tells outcomes of single positions, and that a value is 0"};
  const Component& component = *question.component;
  if (rules(component.game).domain().shape() == nullptr) return Refusal{"the positions are not cells of a board or a graph"};
  if (known.apart) return Refusal{"the search of the cells looks for images of moves, and tells more"};
  if (known.least() < kLong) return Refusal{"other methods take little, and tell more"};
  const Result<Mirroring> mirroring = mirrors_[component.game].of(component.position);
  if (!mirroring && (is_grundy || moves_to_mirrored(component, 1).moves.empty())) return mirroring.refusal();
  return Proposal{.method = method(),
                  .reason = mirroring ? "every move can be answered by its image under " + mirroring->symmetry
                                      : "after a first move every move can be answered by its image under a symmetry",
                  .work = "the moves, each beside its image",
                  .cost = {.seconds = costs::kFormula, .bytes = 0}};
}

}  // namespace

void add_mirror(const MethodParts& parts, MethodList& methods) {
  if (parts.allowed.nimbers) methods.push_back(std::make_unique<MirrorMethod>(parts));
}

}  // namespace bouton
