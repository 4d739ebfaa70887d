// Strings that are made of values, which name moves: move["take_" .. t](n - t).
#include <algorithm>
#include <utility>

#include "bindings/lua/lift/executor/symbolic_executor.h"

namespace bouton::lua {
namespace {

/// The number of `item` in `items`, where it is put unless it is there.
template <class Item>
std::uint32_t number_of(std::vector<Item>& items, Item item) {
  const auto found = std::ranges::find(items, item);
  if (found != items.end()) return static_cast<std::uint32_t>(found - items.begin());
  items.push_back(std::move(item));
  return static_cast<std::uint32_t>(items.size() - 1);
}

}  // namespace

/// a .. b .. c: a string where all of it is known.
Value SymbolicExecutor::concatenation(const std::vector<Value>& parts) {
  Text text{{""}, {}};
  for (const Value& part : parts) {
    switch (part.kind) {
      case Value::Kind::unknown: refuse_unknown(part);
      case Value::Kind::string: text.literals.back() += constants_.string(part); break;
      case Value::Kind::integer:
        if (const std::optional<std::int64_t> known = known_integer(part)) {
          text.literals.back() += std::to_string(*known);
        } else {
          text.arguments.push_back(part.index);
          text.literals.emplace_back();
        }
        break;
      case Value::Kind::text: {
        const Text& inner = texts_[part.index];
        text.literals.back() += inner.literals[0];
        text.literals.insert(text.literals.end(), inner.literals.begin() + 1, inner.literals.end());
        text.arguments.insert(text.arguments.end(), inner.arguments.begin(), inner.arguments.end());
        break;
      }
      case Value::Kind::number: refuse("a concatenation with a float");
      case Value::Kind::nil:
      case Value::Kind::boolean:
      case Value::Kind::function:
      case Value::Kind::closure: throw LuaError{};
      default: refuse("a concatenation (..) of something that is neither a string nor an integer");
    }
  }
  if (text.arguments.empty()) return constants_.of_string(text.literals[0]);
  return {Value::Kind::text, number_of(texts_, std::move(text))};
}

/// move[text] and split[text].
Value SymbolicExecutor::with_name(Word word, Value text) {
  return {Value::Kind::named_word, number_of(named_words_, NamedWord{word, text.index})};
}

void SymbolicExecutor::name_option(ProgramPoint& point, const NamedWord& word, const std::vector<Value>& arguments) {
  Statement& option = name_option(point, KnownWord{word.word, {}}, arguments);
  const Text& text = texts_[word.text];
  option.label_arguments = text.arguments;
  option.label_pattern = number_of(program_.label_patterns, text.literals);
}

/// Whether no round of the loop whose slots begin with `first_slot` changes the text.
bool SymbolicExecutor::is_invariant(const Text& text, Slot first_slot) {
  return std::ranges::all_of(text.arguments, [&](ExpressionId id) { return facts_.slots(id) <= first_slot; });
}

}  // namespace bouton::lua
