// Strings that are made of values, which name moves: move["take_" .. t](n - t).
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "bindings/lua/lift/flow/function_lifter.h"

namespace bouton::lua {

/// a .. b .. c. Where all of it is known, so is the string; else values are set aside, in registers of their own, for whoever
/// reads it.
void FunctionLifter::concatenate(const Instruction& i) {
  FlowText text{{""}, {}};
  for (int r = i.a; r < i.a + i.b; ++r) {
    const FlowValue part = get(r);
    if (part.is(Value::Kind::string)) {
      text.literals.back() += shared_.constants.string(part.value);
    } else if (part.is_known_integer()) {
      text.literals.back() += std::to_string(part.data);
    } else if (part.kind == FlowValue::Kind::integer) {
      const std::uint32_t aside = new_temporary();
      emit({.op = FlowOp::move, .to = aside, .a = operand(part)});
      text.arguments.push_back(FlowOperand::of_register(aside));
      text.literals.emplace_back();
    } else if (part.kind == FlowValue::Kind::text) {
      const FlowText& inner = shared_.texts[static_cast<std::size_t>(part.data)];
      text.literals.back() += inner.literals[0];
      text.literals.insert(text.literals.end(), inner.literals.begin() + 1, inner.literals.end());
      text.arguments.insert(text.arguments.end(), inner.arguments.begin(), inner.arguments.end());
    } else if (part.kind == FlowValue::Kind::undefined) {
      refuse("a variable whose value is not known here");
    } else if (part.is(Value::Kind::number)) {
      refuse("a concatenation with a float");
    } else if (part.kind == FlowValue::Kind::known && part.value.kind != Value::Kind::function) {
      refuse("a concatenation (..) of something that is neither a string nor an integer");
    } else {
      throw FlowError{};
    }
  }
  if (text.arguments.size() > kMostLabelArguments) refuse("a string that is made of so many values");
  if (text.arguments.empty()) {
    set(i.a, shared_.of(shared_.constants.of_string(text.literals[0])));
  } else {
    shared_.texts.push_back(std::move(text));
    set(i.a, {FlowValue::Kind::text, static_cast<std::int64_t>(shared_.texts.size() - 1)});
  }
  ++top().pc;
}

/// move[text] and split[text].
FlowValue FunctionLifter::with_name(const KnownWord& word, FlowValue text) {
  if (!word.label.empty()) refuse("a string that is made for each position, as the name of a move that obliges");
  const std::pair named(word.word, static_cast<std::size_t>(text.data));
  const auto found = std::ranges::find(shared_.named_words, named);
  const auto number = found - shared_.named_words.begin();
  if (found == shared_.named_words.end()) shared_.named_words.push_back(named);
  return {FlowValue::Kind::named_word, static_cast<std::int64_t>(number)};
}

void FunctionLifter::name_option(Word word, const FlowText& name, const std::vector<FlowValue>& arguments) {
  std::vector<FlowOption> parts = named_by(word, arguments);
  std::vector<std::vector<std::string>>& patterns = shared_.program.label_patterns;
  const auto found = std::ranges::find(patterns, name.literals);
  const auto pattern = static_cast<std::uint32_t>(found - patterns.begin());
  if (found == patterns.end()) patterns.push_back(name.literals);
  for (FlowOption& part : parts) {
    part.label_arguments = name.arguments;
    part.label_pattern = pattern;
  }
  add_option(std::move(parts));
}

}  // namespace bouton::lua
