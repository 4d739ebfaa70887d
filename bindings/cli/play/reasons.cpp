#include "bindings/cli/play/reasons.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "bindings/output/solution.h"
#include "bindings/output/text.h"
#include "engine/closed_form/wythoff.h"

namespace bouton::cli {
namespace {

using Games = std::vector<std::shared_ptr<const Game>>;
using Lines = std::vector<std::string>;

std::string_view form_name(const Game& game) {
  const ClosedFormBinding* const form = game.rules->closed_form();
  return form != nullptr ? std::string_view(form->name) : std::string_view();
}

std::string binary(const Integer& number, std::size_t digits) {
  const std::string text = number.get_str(2);
  return std::string(digits - std::min(digits, text.size()), '0') + text;
}

/// Numbers one below the other in binary, and their nim-sum.
void add_nim_sum(Lines& lines, const std::vector<std::string>& names, const std::vector<Integer>& numbers) {
  Integer sum = 0;
  std::size_t digits = 1;
  for (const Integer& number : numbers) {
    sum ^= number;
    digits = std::max(digits, number.get_str(2).size());
  }
  if (digits > 60) {
    lines.push_back(fmt::format("The nim-sum is {}.", sum.get_str()));
    return;
  }
  std::vector<std::vector<std::string>> rows;
  for (std::size_t i = 0; i < numbers.size(); ++i) rows.push_back({names[i], numbers[i].get_str(), binary(numbers[i], digits)});
  rows.push_back({"nim-sum", sum.get_str(), binary(sum, digits)});
  std::string table = aligned(rows);
  for (std::size_t start = 0; start < table.size();) {
    const std::size_t end = table.find('\n', start);
    lines.push_back(table.substr(start, end - start));
    start = end + 1;
  }
}

std::string component_text(const Component& component, const Games& games) {
  return fmt::format("{} {}", games[component.game]->name, line_of(*games[component.game], component.position));
}

/// The components as nimbers; which of them can bring the sum to zero.
void add_components(Lines& lines, const Sum& sum, const Games& games, Solver& solver, const Answer& answer) {
  std::vector<std::string> names;
  std::vector<Integer> values;
  for (const Component& component : sum) {
    const std::optional<Nimber> value = solver.grundy({component});
    if (!value || !value->is_finite()) return;
    names.push_back(component_text(component, games));
    values.push_back(value->value());
  }
  lines.emplace_back("Each component counts as a heap of Nim of its Grundy value:");
  add_nim_sum(lines, names, values);
  Integer total = 0;
  for (const Integer& value : values) total ^= value;
  if (total == 0) {
    lines.emplace_back("The nim-sum is 0: every move makes it something else, and the answer makes it 0 again.");
    return;
  }
  std::set<std::size_t> useful;
  for (const Move& move : answer.winning_moves) useful.insert(move.component);
  for (const std::size_t i : useful)
    lines.push_back(fmt::format("What matters is {}: moved to Grundy value {}, it makes the nim-sum 0.", names[i],
                                Integer(values[i] ^ total).get_str()));
}

void add_heaps(Lines& lines, const Component& component, const Game& game) {
  const std::string_view form = form_name(game);
  const BigPosition& heaps = component.position;
  std::vector<std::string> names;
  std::vector<Integer> numbers;
  if (form == "misere-nim" || (form == "nim" && heaps.size() > 1)) {
    for (std::size_t i = 0; i < heaps.size(); ++i) {
      names.push_back(game.rules->domain().coordinate_name(i));
      numbers.push_back(heaps[i]);
    }
  } else if (form == "staircase") {
    for (std::size_t i = heaps.size(); i > 0; i -= std::min<std::size_t>(i, 2)) {
      names.push_back(i > 1 ? fmt::format("{} - {}", game.rules->domain().coordinate_name(i - 1),
                                          game.rules->domain().coordinate_name(i - 2))
                            : game.rules->domain().coordinate_name(0));
      numbers.push_back(i > 1 ? Integer(heaps[i - 1] - heaps[i - 2]) : heaps[0]);
    }
  }
  if (!numbers.empty()) add_nim_sum(lines, names, numbers);
}

void add_wythoff(Lines& lines, const Component& component, const Game& game) {
  const std::string_view form = form_name(game);
  if (form != "wythoff" && form != "attrition" && form != "flip-flop") return;
  const bool misere = form == "attrition" || (form == "flip-flop" && component.position[2] == 1);
  const Integer difference = abs(Integer(component.position[0] - component.position[1]));
  const auto [least, greatest] =
      WythoffTheory().pair_with_difference(difference, misere ? WythoffGoal::attrition : WythoffGoal::normal);
  lines.push_back(fmt::format("The heaps differ by {0}; the pair that differs by {0} is ({1}, {2}).", difference.get_str(),
                              least.get_str(), greatest.get_str()));
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

std::vector<std::string> reasons(const Sum& sum, const Games& games, Solver& solver) {
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
    add_heaps(lines, sum[0], game);
    add_wythoff(lines, sum[0], game);
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
