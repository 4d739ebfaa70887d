#include "bindings/cli/play/reasons.h"

#include <algorithm>
#include <set>
#include <sstream>

#include <fmt/format.h>

#include "bindings/output/formats/text.h"
#include "bindings/output/formats/words.h"
#include "engine/closed_form/registry.h"

namespace bouton::cli {
namespace {

using Games = std::vector<std::shared_ptr<const Game>>;
using Lines = std::vector<std::string>;

std::string binary(const Integer& number, std::size_t digits) {
  const std::string text = number.get_str(2);
  return std::string(digits - std::min(digits, text.size()), '0') + text;
}

/// Heaps one below the other in binary, and their nim-sum, which comes back.
Integer add_nim_sum(Lines& lines, const std::vector<Evidence::Heap>& heaps) {
  Integer sum = 0;
  std::size_t digits = 1;
  for (const Evidence::Heap& heap : heaps) {
    sum ^= heap.size;
    digits = std::max(digits, heap.size.get_str(2).size());
  }
  if (digits > 60) {
    lines.push_back(fmt::format("The nim-sum is {}.", sum.get_str()));
    return sum;
  }
  std::vector<std::vector<std::string>> rows;
  for (const Evidence::Heap& heap : heaps) rows.push_back({heap.name, heap.size.get_str(), binary(heap.size, digits)});
  rows.push_back({"nim-sum", sum.get_str(), binary(sum, digits)});
  std::istringstream table(aligned(rows));
  for (std::string line; std::getline(table, line);) lines.push_back(line);
  return sum;
}

std::string component_text(const Component& component, const Games& games) {
  return fmt::format("{} {}", games[component.game]->name, line_of(*games[component.game], component.position));
}

/// The components as nimbers; which of them can bring the sum to zero.
void add_components(Lines& lines, const Sum& sum, const Games& games, Solver& solver, const Answer& answer) {
  std::vector<Evidence::Heap> heaps;
  for (const Component& component : sum) {
    const std::optional<Nimber> value = solver.grundy({component});
    if (!value || !value->is_finite()) return;
    heaps.push_back({component_text(component, games), value->value()});
  }
  lines.emplace_back("Each component counts as a heap of Nim of its Grundy value:");
  const Integer total = add_nim_sum(lines, heaps);
  if (total == 0) {
    lines.emplace_back("The nim-sum is 0: every move makes it something else, and the answer makes it 0 again.");
    return;
  }
  std::set<std::size_t> useful;
  for (const Move& move : answer.winning_moves) useful.insert(move.component);
  for (const std::size_t i : useful)
    lines.push_back(fmt::format("What matters is {}: moved to Grundy value {}, it makes the nim-sum 0.", heaps[i].name,
                                Integer(heaps[i].size ^ total).get_str()));
}

/// What the theorem of the game's closed form shows at the position, if it holds for the game.
void add_evidence(Lines& lines, const Component& component, const Rules& rules, const Budget& budget) {
  const ClosedFormBinding* const binding = rules.closed_form();
  if (binding == nullptr) return;
  const Result<std::unique_ptr<ClosedForm>> form = make_closed_form(binding->name, binding->arguments, budget);
  if (!form || (*form)->play() != rules.play()) return;
  const Evidence evidence = (*form)->evidence(component.position, rules.domain());
  if (!evidence.heaps.empty()) add_nim_sum(lines, evidence.heaps);
  lines.insert(lines.end(), evidence.sentences.begin(), evidence.sentences.end());
}

/// The Grundy value of a position as the least number that no option has.
void add_mex(Lines& lines, const Sum& sum, Solver& solver, const Nimber& value) {
  constexpr std::size_t kMost = 400;
  const std::vector<MoveValue> moves = solver.moves(sum);
  if (moves.size() > kMost || !value.is_finite()) return;
  std::set<Integer> values;
  for (const MoveValue& move : moves) {
    if (!move.value.grundy || !move.value.grundy->is_finite()) return;
    values.insert(move.value.grundy->value());
  }
  std::string list;
  std::size_t shown = 0;
  for (const Integer& one : values) {
    if (++shown > 20) {
      list += ", ...";
      break;
    }
    list += fmt::format("{}{}", list.empty() ? "" : ", ", one.get_str());
  }
  lines.push_back(values.empty() ? "No move is left, so the Grundy value is 0."
                                 : fmt::format("The Grundy value is {}, the least number that no option has: they have {}.",
                                               value.text(), list));
}

}  // namespace

std::vector<std::string> reasons(const Sum& sum, const Games& games, Solver& solver, const Budget& budget) {
  const Answer answer = solver.solve(sum);
  const Value& value = answer.value;
  Lines lines;
  std::string who = value.outcome == Outcome::P   ? "P: the player to move loses"
                    : value.outcome == Outcome::N ? "N: the player to move wins"
                                                  : "A draw: neither player can force a win";
  if (value.remoteness && value.outcome != Outcome::draw)
    who += fmt::format(", in {} move{}", *value.remoteness, *value.remoteness == 1 ? "" : "s");
  lines.push_back(who + ".");
  if (!answer.theorem.empty()) lines.push_back(fmt::format("Theorem: {}.", answer.theorem));
  else lines.push_back(fmt::format("Found by {}.", answer.solver));
  if (sum.size() > 1 && value.grundy) {
    add_components(lines, sum, games, solver, answer);
  } else if (sum.size() == 1) {
    const Game& game = *games[sum[0].game];
    add_evidence(lines, sum[0], *game.rules, budget);
    if (value.grundy) add_mex(lines, sum, solver, *value.grundy);
  }
  if (value.outcome == Outcome::N && !answer.winning_moves.empty()) {
    const std::size_t count = answer.winning_moves.size();
    lines.push_back(count == 1 && answer.winning_moves_complete
                        ? "One move wins; hint names it."
                        : fmt::format("{}{} moves win.", answer.winning_moves_complete ? "" : "More than ", count));
  }
  return lines;
}

}  // namespace bouton::cli
