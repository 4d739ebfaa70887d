#include "engine/why/value_reason.h"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "engine/base/errors.h"
#include "engine/closed_form/wording.h"
#include "engine/rules/blocking.h"

namespace bouton {
namespace {

class ValueReasoning {
 public:
  ValueReasoning(const Games& games, const Sum& sum, Solver& solver, const Budget& budget)
      : games_(games), sum_(sum), solver_(solver), budget_(budget) {}

  Reason reason() {
    if (sum_.empty()) throw RequestError("there is no position");
    require_grundy_values(*games_[sum_[0].game]->rules);
    const std::optional<Nimber> value = solver_.grundy(sum_);
    if (!value) throw RequestError("the position has no Grundy value");
    reason_.value = {value->outcome(), value, {}};
    if (sum_.size() > 1) add_nim_sum(*value);
    std::set<BigPosition> said;
    for (const Component& component : sum_)
      if (said.insert(component.position).second) add_component(component);
    return std::move(reason_);
  }

 private:
  void say(std::string prose) { reason_.paragraphs.push_back({std::move(prose), {}}); }

  void add_nim_sum(const Nimber& total) {
    std::vector<Evidence::Heap> heaps;
    for (const Component& component : sum_) {
      const std::optional<Nimber> value = solver_.grundy({component});
      if (!value || !value->is_finite()) {
        say(fmt::format("The value is {}: not all values of the components are numbers.", total.text()));
        return;
      }
      heaps.push_back({line_of(games_, {component}), value->value()});
    }
    say(fmt::format("The Grundy value of a sum is the nim-sum of those of its components, which is {}.", total.text()));
    reason_.paragraphs.push_back({{}, nim_sum_table(heaps)});
  }

  void add_component(const Component& component) {
    const Sum alone = {component};
    const std::string name = line_of(games_, alone);
    const std::optional<Nimber> value = solver_.grundy(alone);
    if (!value) return;
    const std::vector<MoveValue> moves = solver_.moves(alone);
    std::map<Integer, const MoveValue*> first;  // of each value, the first option
    std::uint64_t others = 0;                   // options without a number
    for (const MoveValue& move : moves) {
      budget_.check_stop();
      if (move.value.grundy && move.value.grundy->is_finite()) first.try_emplace(move.value.grundy->value(), &move);
      else ++others;
    }
    if (!value->is_finite()) {
      say(value->is_loony() ? fmt::format("{} is loony: whoever is to move there wins whatever stands beside it.", name)
                            : fmt::format("{} has the value {}: play there can go on for ever, and these are the finite values "
                                          "that moves lead to.",
                                          name, value->text()));
      return;
    }
    const Integer& own = value->value();
    if (moves.empty()) {
      say(fmt::format("{} has Grundy value 0: there is no move.", name));
      return;
    }
    say(fmt::format("{} has Grundy value {}: the least number that no option has.", name, brief(own)));
    add_lesser(own, alone, first);
    add_greater(own, first, moves.size(), others);
  }

  /// An option for each lesser number; of many the first and the last ones.
  void add_lesser(const Integer& own, const Sum& alone, const std::map<Integer, const MoveValue*>& first) {
    constexpr std::uint64_t kShown = 16, kOfEachEnd = 6;
    std::vector<std::vector<std::string>> rows;
    std::uint64_t number = 0;
    const bool few = own <= widen_unsigned(kShown);
    for (const auto& [value, move] : first) {
      if (value >= own) break;
      const bool shown = few || number < kOfEachEnd || value + widen_unsigned(kOfEachEnd) >= own;
      if (!few && number == kOfEachEnd) rows.push_back({"...", ""});
      if (shown) rows.push_back({value.get_str(), line_of(games_, alone, move->move)});
      ++number;
    }
    if (!rows.empty()) reason_.paragraphs.push_back({{}, std::move(rows)});
  }

  void add_greater(const Integer& own, const std::map<Integer, const MoveValue*>& first, std::size_t options,
                   std::uint64_t others) {
    constexpr std::size_t kShown = 10;
    std::string values;
    std::size_t number = 0;
    for (const auto& [value, move] : first) {
      if (value <= own) continue;
      if (++number <= kShown) values += fmt::format("{}{}", values.empty() ? "" : ", ", brief(value));
    }
    if (number > kShown) values += ", ...";
    const std::string all = options == 1 ? "Its only move leads" : fmt::format("None of its {} moves leads", options);
    if (number == 0 && others == 0)
      say(options == 1 && own > 0 ? "There is no other move."
                                  : fmt::format("{} to the value {}{}.", options == 1 ? "Its only move does not lead" : all,
                                                brief(own), own == 0 ? "" : ", nor to a greater one"));
    else if (options == 1)
      say(fmt::format("{} to the value {}.", all, values.empty() ? "of a position without a number" : values));
    else
      say(fmt::format("{} to the value {}; {}.", all, brief(own),
                      values.empty() ? "the others lead to positions whose values are no numbers"
                                     : fmt::format("the greater ones that there are: {}", values)));
  }

  const Games& games_;
  const Sum& sum_;
  Solver& solver_;
  const Budget& budget_;
  Reason reason_;
};

}  // namespace

Reason why_value(const Games& games, const Sum& sum, Solver& solver, const Budget& budget) {
  return ValueReasoning(games, sum, solver, budget).reason();
}

}  // namespace bouton
