#include "engine/closed_form/heaps/flip_flop.h"

#include <array>

#include <fmt/format.h>

#include "engine/base/errors.h"
#include "engine/closed_form/wording.h"
#include "engine/closed_form/wythoff/wythoff.h"
#include "engine/closed_form/wythoff/wythoff_reason.h"

namespace bouton {
namespace {

struct Cell {
  int S, L;
};

/// The P-positions of each goal from which a move leads to a P-position of the other.
const std::array<std::vector<Cell>, 2> kMustNotFlip = {
    std::vector<Cell>{{1, 2}, {2, 1}},
    std::vector<Cell>{{0, 1}, {1, 0}, {2, 2}},
};

WythoffGoal goal_number(std::size_t number) { return number == 0 ? WythoffGoal::normal : WythoffGoal::attrition; }

class FlipFlopForm final : public ClosedForm {
 public:
  explicit FlipFlopForm(IntegerFunction when)
      : ClosedForm(Domain::fixed({{.name = "S"}, {.name = "L"}, {.name = "goal", .greatest = 1}, {.name = "flips"}})),
        when_(std::move(when)) {
    for (std::size_t goal = 0; goal < 2; ++goal)
      for (const Cell& cell : kMustNotFlip[goal])
        if (!obstacle_[goal] && may_flip(Integer(cell.S), Integer(cell.L))) obstacle_[goal] = cell;
  }

  Play play() const override { return Play::by_position; }
  std::string theorem() const override {
    return "Verkhovsky (2010): the P-positions are those of the goal in force, as no flip leads from one to a P-position of "
           "the other goal";
  }
  Evidence evidence(const BigPosition& at, const Domain& domain) override {
    const std::size_t goal = at[2].get_ui();
    WythoffReason reason = wythoff_reason(theory_, at[0], at[1], goal_number(goal), domain);
    Evidence evidence;
    evidence.sentences.push_back(goal == 0 ? "The goal in force is the normal one: whoever takes the last one wins."
                                           : "The goal in force is attrition: whoever takes the last one loses.");
    for (std::string& sentence : reason.sentences) evidence.sentences.push_back(std::move(sentence));
    if (at[3] > 0)
      evidence.sentences.push_back(fmt::format(
          "That {} still be flipped makes no difference: the pairs of the two goals differ near the end alone, in (0, 0), "
          "(1, 2) and (2, 1) and in (0, 1), (1, 0) and (2, 2), and where a flip could lead from one of these to another, none "
          "is allowed.",
          at[3] == 1 ? "the goal may" : fmt::format("the goal may {} times", brief(at[3]))));
    if (reason.step)
      evidence.move = WinningMove{std::string(name(reason.step->line)), {reason.step->S, reason.step->L, at[2], at[3]}};
    return evidence;
  }
  /// Why no position with a flip is covered, if none is.
  std::optional<Refusal> refusal() const {
    if (obstacle_[0] && obstacle_[1]) return refusal_at(*obstacle_[0]);
    return std::nullopt;
  }

 private:
  bool may_flip(const Integer& S, const Integer& L) const { return when_(std::array{S, L}) != 0; }

  static Refusal refusal_at(const Cell& cell) {
    return {
        fmt::format("a flip is allowed at ({},{}), and there it leads to a P-position of the other goal; the "
                    "theorem needs `when` to be false at (1,2), (2,1), (0,1), (1,0) and (2,2)",
                    cell.S, cell.L)};
  }
  std::optional<Refusal> uncovered(const BigPosition& at) const {
    const std::size_t goal = at[2].get_ui();
    if (at[3] >= 1 && obstacle_[goal]) return refusal_at(*obstacle_[goal]);
    if (at[3] >= 2 && obstacle_[1 - goal]) return refusal_at(*obstacle_[1 - goal]);
    return std::nullopt;
  }

  Result<Outcome> find_outcome(const BigPosition& at) override {
    if (std::optional<Refusal> refusal = uncovered(at)) return *std::move(refusal);
    return theory_.is_P(at[0], at[1], goal_number(at[2].get_ui())) ? Outcome::P : Outcome::N;
  }

  Result<WinningMoves> find_winning_moves(const BigPosition& at, std::size_t at_most) override {
    if (std::optional<Refusal> refusal = uncovered(at)) return *std::move(refusal);
    const std::size_t goal = at[2].get_ui();
    WinningMoveList list(at_most);
    for (WythoffTheory::Step& step : theory_.steps_to_P(at[0], at[1], goal_number(goal)))
      list.add(name(step.line), {std::move(step.S), std::move(step.L), at[2], at[3]});
    if (at[3] == 0 || (at[0] == 0 && at[1] == 0) || !may_flip(at[0], at[1])) return list.take();
    for (WythoffTheory::Step& step : theory_.steps_to_P(at[0], at[1], goal_number(1 - goal)))
      list.add(fmt::format("flip_{}", name(step.line)), {std::move(step.S), std::move(step.L), 1 - at[2], at[3] - 1});
    return list.take();
  }

  IntegerFunction when_;
  std::array<std::optional<Cell>, 2> obstacle_;  ///< for each goal, a position that spoils the theorem
  WythoffTheory theory_;
};

}  // namespace

Result<std::unique_ptr<ClosedForm>> flip_flop_form(IntegerFunction when, std::string_view mode) {
  if (mode == "instead") return Refusal{"no formula is known where a flip takes the place of a move"};
  if (mode != "with") throw RequestError(fmt::format("mode must be \"with\" or \"instead\", not \"{}\"", mode));
  try {
    auto form = std::make_unique<FlipFlopForm>(std::move(when));
    if (std::optional<Refusal> refusal = form->refusal()) return *std::move(refusal);
    return std::unique_ptr<ClosedForm>(std::move(form));
  } catch (const RequestError& error) {
    return Refusal{error.what()};
  } catch (const RuleError& error) {
    return Refusal{error.what()};
  }
}

}  // namespace bouton
