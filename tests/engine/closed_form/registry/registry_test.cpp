#include "engine/closed_form/registry/registry.h"

#include <gtest/gtest.h>

#include "engine/base/errors.h"

namespace bouton {
namespace {

std::string message_of(std::string_view name, const ClosedFormArguments& arguments) {
  try {
    static_cast<void>(make_closed_form(name, arguments));
  } catch (const RequestError& error) {
    return error.what();
  }
  return "no error";
}

TEST(Registry, Errors) {
  const IntegerFunction f = [](std::span<const Integer> x) { return x[0]; };
  const std::vector<std::tuple<std::string, ClosedFormArguments, std::string>> cases = {
      {"whythoff", {}, "there is no closed form 'whythoff'; did you mean 'wythoff'?"},
      {"", {}, "there is no closed form ''"},
      {"moore", {}, "the closed form 'moore' needs k, an integer"},
      {"moore", {{"k", f}}, "the closed form 'moore' takes as k an integer, not a function"},
      {"take-away", {{"f", std::string("2*x")}}, "the closed form 'take-away' takes as f a function, not a text"},
      {"wythoff", {{"k", Integer(1)}}, "the closed form 'wythoff' has no argument 'k'"},
      {"twenty-one",
       {{"goal", Integer(21)}, {"most", Integer(3)}, {"gaol", Integer(3)}},
       "the closed form 'twenty-one' has no argument 'gaol'; did you mean 'goal'?"},
  };
  for (const auto& [name, arguments, expected] : cases) EXPECT_EQ(message_of(name, arguments), expected);
}

TEST(Registry, EveryFormSaysWhatItKnows) {
  const IntegerFunction twice = [](std::span<const Integer> x) { return Integer(2 * x[0]); };
  const IntegerFunction never = [](std::span<const Integer>) { return Integer(0); };
  const std::map<std::string, ClosedFormArguments> arguments = {
      {"copycat", {{"m", Integer(3)}}}, {"flip-flop", {{"when", never}}},
      {"moore", {{"k", Integer(2)}}},   {"subtraction", {{"set", std::vector<Integer>{1, 2, 3}}}},
      {"take-away", {{"f", twice}}},    {"twenty-one", {{"goal", Integer(21)}, {"most", Integer(3)}}},
  };
  for (const std::string& name : closed_form_names()) {
    const auto given = arguments.find(name);
    const auto made = make_closed_form(name, given == arguments.end() ? ClosedFormArguments{} : given->second);
    ASSERT_TRUE(made) << name;
    EXPECT_FALSE((*made)->theorem().empty()) << name;
    EXPECT_TRUE((*made)->assumption().empty()) << name;
    EXPECT_FALSE((*made)->outcome({-1, -1, -1, -1, -1})) << name;
  }
}

}  // namespace
}  // namespace bouton
