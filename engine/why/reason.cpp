#include "engine/why/reason.h"

#include <algorithm>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "engine/closed_form/heaps/nim.h"
#include "engine/closed_form/wording.h"
#include "engine/method/solvers/formulas.h"
#include "engine/play/session.h"
#include "engine/rules/blocking.h"
#include "engine/why/blocking_reason.h"
#include "engine/why/compound_reason.h"
#include "engine/why/heap_reason.h"
#include "engine/why/mirror_reason.h"
#include "engine/why/obligation_reason.h"
#include "engine/why/proof.h"

namespace bouton {
namespace {

/// What a winner does, in the words of the rule's convention, where it is not the usual one.
std::string_view convention(const Rules& rules) {
  return play_as_written(rules) == Play::misere ? " (Misère play: whoever cannot move wins.)" : "";
}

std::string who(const Value& value) {
  const std::string_view text = value.outcome == Outcome::P   ? "P: the player to move loses"
                                : value.outcome == Outcome::N ? "N: the player to move wins"
                                                              : "A draw: neither player can force a win";
  if (!value.remoteness || *value.remoteness == 0 || value.outcome == Outcome::draw) return fmt::format("{}.", text);
  return fmt::format("{}; {} move{} with best play.", text, *value.remoteness,
                     *value.remoteness == 1 ? " remains" : "s remain");
}

std::string found_by(const Answer& answer) {
  if (answer.methods.size() != 1) return fmt::format("Found by {}.", answer.solver);
  const Method method = answer.methods.front();
  if (method == Method::search) return "Every position that can be reached was searched.";
  if (method == Method::table || method == Method::outcome_table)
    return "The values of all smaller positions were computed, the smallest first.";
  if (method == Method::graph)
    return "Play can come back to where it was: what is won or lost was found backwards from where no move is left, and the "
           "rest is "
           "drawn.";
  if (method == Method::within_bound)
    return fmt::format("What is won or lost was found backwards from where no move is left: {}.", answer.fallbacks.back().why);
  if (method == Method::nimbers || method == Method::cells)
    return "Theorem: Sprague (1935), Grundy (1939): parts that no move joins are a sum, P iff the nim-sum of their Grundy "
           "values is 0. These values were searched for.";
  if (!answer.theorem.empty()) return fmt::format("Theorem: {}.", answer.theorem);
  return fmt::format("Found by {}.", answer.solver);
}

/// One reason while it is put together.
class Reasoning {
 public:
  Reasoning(const Games& games, const Sum& sum, Solver& solver, const Budget& budget)
      : games_(games), sum_(sum), solver_(solver), budget_(budget), answer_(solver.solve(sum)) {}

  Reason reason() {
    reason_.value = answer_.value;
    say(who(answer_.value) + std::string(sum_.empty() ? "" : convention(*games_[sum_[0].game]->rules)));
    if (!answer_.winning_moves.empty()) reason_.move = answer_.winning_moves.front();
    if (has_blocking(games_, sum_)) {
      add_blocking_reason(games_, sum_, answer_, solver_, budget_, reason_);
      return std::move(reason_);
    }
    if (has_obligations(games_, sum_)) {
      add_obligation_reason(games_, sum_, answer_, solver_, budget_, reason_);
    } else if (sum_.size() == 1 && is_by(Method::compound)) {
      add_compound_reason(games_, sum_, answer_, budget_, reason_);
    } else if (add_formula() || add_heaps_of_misere_nim() || add_values()) {
      if (sum_.size() == 1) add_mirror_reason(games_, sum_, true, budget_, reason_);
    } else if (sum_.size() == 1 && add_mirror_reason(games_, sum_, false, budget_, reason_)) {
      // said
    } else if (sum_.size() == 1 && is_by(Method::heap)) {
      add_heap_reason(games_, sum_, answer_, solver_, budget_, reason_);
    } else {
      if (by_theorem()) say(fmt::format("Theorem: {}.", answer_.theorem));
      else say(found_by(answer_));
      say_why_not_by_formula();
      choose_nearest_win();
      add_proof();
    }
    if (reason_.move) say_move();
    return std::move(reason_);
  }

 private:
  void say(std::string prose) { reason_.paragraphs.push_back({std::move(prose), {}}); }
  void show(std::vector<std::vector<std::string>> table) {
    if (!table.empty()) reason_.paragraphs.push_back({{}, std::move(table)});
  }

  /// Whether this method alone has answered.
  bool is_by(Method method) const { return answer_.methods == std::vector{method}; }
  /// Whether what answered is a theorem that was proved from the rule.
  bool by_theorem() const { return is_by(Method::theorem) && !answer_.theorem.empty(); }

  /// By the theorem of the game's closed form, where that answered.
  bool add_formula() {
    if (sum_.size() != 1 || !is_by(Method::closed_form)) return false;
    const Rules& rules = *games_[sum_[0].game]->rules;
    Formulas formulas({games_[sum_[0].game]->rules}, budget_);
    const Result<ClosedForm*> form = formulas.form(0);
    if (!form || !(*form)->outcome(sum_[0].position)) return false;
    add_evidence((*form)->evidence(sum_[0].position, rules.domain()), answer_.theorem);
    return true;
  }

  /// Heaps of Nim are a sum; under misère play it has a theorem of its own.
  bool add_heaps_of_misere_nim() {
    BigPosition heaps;
    std::vector<std::size_t> component_of, first_heap;
    for (std::size_t i = 0; i < sum_.size(); ++i) {
      const Rules& rules = *games_[sum_[i].game]->rules;
      if (rules.play() != Play::misere || rules.closed_form() == nullptr) return false;
      if (rules.closed_form()->name != "nim" && rules.closed_form()->name != "misere-nim") return false;
      first_heap.push_back(heaps.size());
      component_of.resize(heaps.size() + sum_[i].position.size(), i);
      heaps.insert(heaps.end(), sum_[i].position.begin(), sum_[i].position.end());
    }
    if (heaps.empty()) return false;
    const std::unique_ptr<ClosedForm> form = nim_form(Play::misere);
    Evidence evidence = form->evidence(heaps, Domain::piles({.name = "heap"}));
    if (evidence.move) {
      const BigPosition to = std::exchange(evidence.move, std::nullopt)->to;
      const auto moved = static_cast<std::size_t>(std::ranges::mismatch(heaps, to).in1 - heaps.begin());
      const std::size_t component = component_of[moved];
      BigPosition left = sum_[component].position;
      left[moved - first_heap[component]] = to[moved];
      reason_.move = Move{component, {}, {left}};
    }
    add_evidence(evidence, form->theorem());
    return true;
  }

  void add_evidence(const Evidence& evidence, const std::string& theorem) {
    say(fmt::format("Theorem: {}.", theorem));
    show(nim_sum_table(evidence.heaps));
    show(evidence.table);
    for (const std::string& sentence : evidence.sentences) say(sentence);
    if (evidence.move) reason_.move = Move{0, evidence.move->label, {evidence.move->to}};
  }

  /// Whether every component is a position of Nim itself.
  bool all_are_nim() const {
    return std::ranges::all_of(sum_, [&](const Component& component) {
      const Rules& rules = *games_[component.game]->rules;
      return rules.closed_form() != nullptr && rules.closed_form()->name == "nim";
    });
  }

  /// Whether the components are pairs of equal positions of one game.
  bool is_all_twice() const {
    std::vector<std::pair<std::size_t, BigPosition>> sorted;
    for (const Component& component : sum_) sorted.emplace_back(component.game, component.position);
    std::ranges::sort(sorted);
    for (std::size_t i = 0; i < sorted.size(); i += 2)
      if (i + 1 == sorted.size() || sorted[i] != sorted[i + 1]) return false;
    return true;
  }

  /// The components as heaps of Nim; which of them can bring the sum to zero. False where they are not known as such.
  bool add_values() {
    if (sum_.size() < 2 || !answer_.value.grundy) return false;
    std::vector<Evidence::Heap> heaps;
    for (const Component& component : sum_) {
      const std::optional<Nimber> value = solver_.grundy({component});
      if (!value || !value->is_finite()) return false;
      heaps.push_back({line_of(games_, {component}), value->value()});
    }
    if (all_are_nim()) {
      say(fmt::format("Theorem: {}. Whoever moves at nim-sum 0 loses.", nim_form(Play::normal)->theorem()));
    } else {
      say("Theorem: Sprague (1935), Grundy (1939): under normal play a sum is P iff the nim-sum of the Grundy values of its "
          "components "
          "is 0.");
      say("Each component counts as a heap of Nim of its Grundy value:");
    }
    show(nim_sum_table(heaps));
    const Integer total = answer_.value.grundy->value();
    if (binary_digits(heaps) > kMostBinaryDigits) say(fmt::format("The nim-sum is {}.", brief(total)));
    if (total == 0 && is_all_twice()) {
      say("Each position is there twice. So mirror: whatever the other player does in one, do the same in the one like it. "
          "There "
          "is "
          "always such an answer, and the last move is yours.");
      return true;
    }
    if (total == 0) {
      say("The nim-sum is 0: every move makes it something else, and the answer makes it 0 again.");
      return true;
    }
    // Some component can be made smaller, as in Nim; others may be able to be made greater.
    std::set<std::size_t> useful;
    for (const Move& move : answer_.winning_moves) useful.insert(move.component);
    const auto lessens = [&](std::size_t i) { return (heaps[i].size ^ total) < heaps[i].size; };
    for (const std::size_t i : useful)
      say(fmt::format("What matters is {}: moved to Grundy value {}, it makes the nim-sum 0.", heaps[i].name,
                      brief(heaps[i].size ^ total)));
    const auto as_in_nim =
        std::ranges::find_if(answer_.winning_moves, [&](const Move& move) { return lessens(move.component); });
    if (as_in_nim != answer_.winning_moves.end()) reason_.move = *as_in_nim;
    return true;
  }

  /// What keeps the game's formula from answering, if it has one.
  void say_why_not_by_formula() {
    if (sum_.size() != 1 || games_[sum_[0].game]->rules->closed_form() == nullptr) return;
    Formulas formulas({games_[sum_[0].game]->rules}, budget_);
    const Result<ClosedForm*> form = formulas.form(0);
    const Result<Outcome> outcome = form ? ask_formula([&] { return (*form)->outcome(sum_[0].position); }) : form.refusal();
    if (!outcome) say(fmt::format("The game's formula does not tell: {}.", outcome.reason()));
  }

  /// The winning move after which the fewest moves remain, where that is known.
  void choose_nearest_win() {
    constexpr std::size_t kTried = 50;
    if (!reason_.move || !answer_.value.remoteness) return;
    for (std::size_t i = 0; i < std::min(kTried, answer_.winning_moves.size()); ++i) {
      const std::optional<Remoteness> left = solver_.remoteness(after(sum_, answer_.winning_moves[i]));
      if (!left || *left + 1 != *answer_.value.remoteness) continue;
      reason_.move = answer_.winning_moves[i];
      return;
    }
  }

  void add_proof() {
    constexpr std::size_t kShown = 12, kShownOfLarge = 4;  // of positions that take a second or so each
    const Outcome outcome = answer_.value.outcome;
    if (outcome == Outcome::draw) {
      say_draw();
      return;
    }
    if (outcome == Outcome::N && !reason_.move) {
      say(fmt::format("No move is left, and {}.", end_of(Outcome::N)));
      return;
    }
    const Sum lost = reason_.move ? laid_out_after(sum_, *reason_.move, rules_of(games_)) : sum_;
    const std::vector<Reason::Paragraph> answers = answers_to_every_move(
        games_, lost, (is_by(Method::nimbers) || is_by(Method::cells)) ? kShownOfLarge : kShown, solver_, budget_);
    const std::string reached = reason_.move ? fmt::format("This move leads to a P-position, where whoever moves loses: {}. ",
                                                           line_of(games_, sum_, *reason_.move))
                                             : "";
    if (solver_.outcome(lost) == Outcome::P && !has_moves(games_, lost, budget_)) {
      say(fmt::format("{}, and {}.", reached.empty() ? "No move is left" : reached + "There is no move left there",
                      end_of(Outcome::P)));
      return;
    }
    if (answers.empty()) {
      say(reached + (by_theorem() ? "By the theorem every move from there leads to an N-position."
                                  : "The moves from there are too many to list."));
      return;
    }
    say(fmt::format("{}Every move {}is answered by one to a P-position again{}:", reached, reached.empty() ? "" : "from there ",
                    is_by(Method::graph) ? "" : ", and so on until no move is left"));
    reason_.paragraphs.insert(reason_.paragraphs.end(), answers.begin(), answers.end());
    if (std::optional<std::string> line = line_of_play(games_, sum_, answer_, solver_, budget_)) say(*std::move(line));
  }

  /// Who wins where no move is left, with this outcome.
  std::string_view end_of(Outcome outcome) const {
    return sum_.empty() ? "whoever cannot move loses" : end_of_play(*games_[sum_[0].game]->rules, outcome);
  }

  /// Which moves hold the draw, and which lose.
  void say_draw() {
    constexpr std::size_t kShown = 6;
    if (!has_moves(games_, sum_, budget_)) {
      say(fmt::format("No move is left, and {}.", end_of(Outcome::draw)));
      return;
    }
    std::vector<std::string> drawn;
    std::size_t lost = 0, more = 0;
    for (const MoveValue& move : solver_.moves(sum_)) {
      if (move.value.outcome != Outcome::draw) ++lost;
      else if (drawn.size() < kShown) drawn.push_back(line_of(games_, sum_, move.move));
      else ++more;
    }
    say(fmt::format("No move leads to a position that the opponent loses. {} the draw: {}{}.",
                    drawn.size() + more == 1 ? "One holds" : "These hold", joined(drawn),
                    more > 0 ? fmt::format(", and {} more", more) : ""));
    if (lost > 0)
      say(fmt::format("The other {}: the opponent wins then.", lost == 1 ? "move loses" : fmt::format("{} moves lose", lost)));
  }

  void say_move() {
    constexpr std::size_t kShown = 3;
    const std::string chosen = line_of(games_, sum_, *reason_.move);
    std::vector<std::string> others;
    std::size_t more = 0;
    for (const Move& move : answer_.winning_moves) {
      const std::string text = line_of(games_, sum_, move);  // equal components have equal moves
      if (text == chosen || std::ranges::find(others, text) != others.end()) continue;
      if (others.size() < kShown) others.push_back(text);
      else ++more;
    }
    const bool only = others.empty() && answer_.winning_moves_complete;
    std::string text = fmt::format("{} winning move: {}", only ? "The" : "A", chosen);
    if (!others.empty()) {
      text += others.size() + more == 1 ? "; another: " : "; others: ";
      for (std::size_t i = 0; i < others.size(); ++i) text += (i > 0 ? "; " : "") + others[i];
      if (more > 0 || !answer_.winning_moves_complete) text += "; and more";
    }
    say(text + ".");
  }

  const Games& games_;
  const Sum& sum_;
  Solver& solver_;
  const Budget& budget_;
  Answer answer_;
  Reason reason_;
};

}  // namespace

Reason why(const Games& games, const Sum& sum, Solver& solver, const Budget& budget) {
  return Reasoning(games, sum, solver, budget).reason();
}

}  // namespace bouton
