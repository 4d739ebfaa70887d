#include "engine/closed_form/registry/registry.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "engine/base/errors.h"
#include "engine/base/spelling.h"
#include "engine/closed_form/heaps/copycat.h"
#include "engine/closed_form/heaps/euclid.h"
#include "engine/closed_form/heaps/flip_flop.h"
#include "engine/closed_form/heaps/moore.h"
#include "engine/closed_form/heaps/nim.h"
#include "engine/closed_form/heaps/nimrod.h"
#include "engine/closed_form/heaps/staircase.h"
#include "engine/closed_form/heaps/subtraction.h"
#include "engine/closed_form/heaps/take_away.h"
#include "engine/closed_form/wythoff/wythoff.h"

namespace bouton {
namespace {

using Form = Result<std::unique_ptr<ClosedForm>>;

/// Arguments that are known to be as the form's Entry says.
struct Arguments {
  const ClosedFormArguments& values;
  const Budget& budget;

  template <class T>
  const T& get(std::string_view name) const {
    return std::get<T>(values.find(name)->second);
  }
  std::string text(std::string_view name, std::string otherwise) const {
    const auto value = values.find(name);
    return value == values.end() ? std::move(otherwise) : std::get<std::string>(value->second);
  }
};

/// In the order of ClosedFormArgument's alternatives.
enum class Kind { integer, list, text, function };
constexpr std::array<std::string_view, 4> kKindNames = {"an integer", "a list of integers", "a text", "a function"};

struct FormulaParameter {
  std::string name;
  Kind kind;
  bool required = true;
};

struct Entry {
  std::string name;
  std::vector<FormulaParameter> parameters;
  Form (*make)(const Arguments&);
};

const std::vector<Entry>& entries() {
  static const std::vector<Entry> kEntries = {
      {"attrition", {}, [](const Arguments&) -> Form { return wythoff_form(WythoffGoal::attrition); }},
      {"copycat",
       {{"m", Kind::integer}},
       [](const Arguments& a) -> Form { return copycat_form(a.get<Integer>("m"), a.budget); }},
      {"euclid", {}, [](const Arguments&) -> Form { return euclid_form(); }},
      {"flip-flop",
       {{"when", Kind::function}, {"mode", Kind::text, false}},
       [](const Arguments& a) -> Form { return flip_flop_form(a.get<IntegerFunction>("when"), a.text("mode", "with")); }},
      {"misere-nim", {}, [](const Arguments&) -> Form { return nim_form(Play::misere); }},
      {"moore", {{"k", Kind::integer}}, [](const Arguments& a) -> Form { return moore_form(a.get<Integer>("k")); }},
      {"nim", {}, [](const Arguments&) -> Form { return nim_form(Play::normal); }},
      {"nimrod", {}, [](const Arguments&) -> Form { return nimrod_form(); }},
      {"staircase", {}, [](const Arguments&) -> Form { return staircase_form(); }},
      {"subtraction",
       {{"set", Kind::list}},
       [](const Arguments& a) -> Form { return subtraction_form(a.get<std::vector<Integer>>("set")); }},
      {"take-away",
       {{"f", Kind::function}},
       [](const Arguments& a) -> Form { return take_away_form(a.get<IntegerFunction>("f"), a.budget); }},
      {"twenty-one",
       {{"goal", Kind::integer}, {"most", Kind::integer}},
       [](const Arguments& a) -> Form { return twenty_one_form(a.get<Integer>("goal"), a.get<Integer>("most")); }},
      {"wythoff",
       {{"horizontal", Kind::text, false}, {"vertical", Kind::text, false}, {"diagonal", Kind::text, false}},
       [](const Arguments& a) -> Form {
         return wythoff_form(WythoffGoal::normal, {a.text("horizontal", "horizontal"), a.text("vertical", "vertical"),
                                                   a.text("diagonal", "diagonal")});
       }},
  };
  return kEntries;
}

void check(const Entry& entry, const ClosedFormArguments& arguments) {
  for (const FormulaParameter& parameter : entry.parameters) {
    const auto argument = arguments.find(parameter.name);
    const std::string_view wanted = kKindNames[static_cast<std::size_t>(parameter.kind)];
    if (argument == arguments.end()) {
      if (!parameter.required) continue;
      throw RequestError(fmt::format("the closed form '{}' needs {}, {}", entry.name, parameter.name, wanted));
    }
    if (argument->second.index() != static_cast<std::size_t>(parameter.kind))
      throw RequestError(fmt::format("the closed form '{}' takes as {} {}, not {}", entry.name, parameter.name, wanted,
                                     kKindNames[argument->second.index()]));
  }
  for (const auto& [name, value] : arguments) {
    if (std::ranges::find(entry.parameters, name, &FormulaParameter::name) != entry.parameters.end()) continue;
    std::vector<std::string> known;
    for (const FormulaParameter& parameter : entry.parameters) known.push_back(parameter.name);
    throw RequestError(fmt::format("the closed form '{}' has no argument '{}'{}", entry.name, name, did_you_mean(name, known)));
  }
}

}  // namespace

Result<std::unique_ptr<ClosedForm>> make_closed_form(std::string_view name, const ClosedFormArguments& arguments,
                                                     const Budget& budget) {
  if (name == kTheoremForm) return Refusal{"the rules name no formula; they ask for a theorem"};
  const auto entry = std::ranges::find(entries(), name, &Entry::name);
  if (entry == entries().end())
    throw RequestError(fmt::format("there is no closed form '{}'{}", name, did_you_mean(name, closed_form_names())));
  check(*entry, arguments);
  return entry->make({arguments, budget});
}

std::vector<std::string> closed_form_names() {
  std::vector<std::string> names;
  for (const Entry& entry : entries()) names.push_back(entry.name);
  return names;
}

}  // namespace bouton
