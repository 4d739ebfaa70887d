#include "bindings/lua/rules/closed_form_binding.h"

#include <fmt/format.h>

#include "bindings/lua/rules/integer_call.h"
#include "bindings/lua/rules/lifted.h"
#include "bindings/lua/rules/rule_file.h"
#include "engine/base/errors.h"

namespace bouton::lua {
namespace {

ClosedFormArgument argument(RuleFile& file, const std::string& name, const Datum& value) {
  switch (value.type) {
    case Datum::Type::integer: return widen(value.integer);
    case Datum::Type::string: return value.string;
    case Datum::Type::table: {
      std::vector<Integer> list;
      for (const Datum& entry : value.list) {
        if (entry.type != Datum::Type::integer)
          throw RuleError(fmt::format("{}: closed_form: {} is not a list of integers", file.spec.moves.source, name));
        list.push_back(widen(entry.integer));
      }
      return list;
    }
    case Datum::Type::function: {
      Function function = value.function;
      function.title = fmt::format("{}:{}: closed_form.{}", function.source, function.line, name);
      using Growth = IntegerFunction::Growth;
      const bool rises = function.parameters == 1 && Lifter(file, false).is_never_decreasing(function);
      return IntegerFunction(
          [&file, function](std::span<const Integer> arguments) {
            std::vector<Integer> results = call_on_integers(file, function, arguments);
            if (results.size() != 1)
              throw RuleError(fmt::format("{} returned {} values, expected 1", function.title, results.size()));
            return std::move(results[0]);
          },
          rises ? Growth::proved : Growth::unknown);
    }
    default: break;
  }
  throw RuleError(fmt::format("{}: closed_form: {} is {}, expected an integer, a text, a list or a function",
                              file.spec.moves.source, name, value.describe()));
}

}  // namespace

std::optional<ClosedFormBinding> bind_closed_form(RuleFile& file) {
  const Datum& field = file.spec.closed_form;
  if (field.is_nil()) return std::nullopt;
  ClosedFormBinding binding;
  binding.name = field.is_table() ? field.list[0].string : field.string;
  for (const auto& [name, value] : field.fields) binding.arguments.emplace(name, argument(file, name, value));
  return binding;
}

std::vector<Function> functions_of_closed_form(const RuleSpec& spec) {
  std::vector<Function> functions;
  for (const auto& [name, value] : spec.closed_form.fields)
    if (value.type == Datum::Type::function) functions.push_back(value.function);
  return functions;
}

}  // namespace bouton::lua
