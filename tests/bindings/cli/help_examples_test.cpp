// Every example that a verb's help gives does what it says.
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <stdlib.h>

#include "bindings/cli/verbs/verbs.h"
#include "tests/bindings/cli/program.h"

namespace bouton::cli {
namespace {

/// The command lines of a help text: what follows "  bouton ", up to several blanks, a pipe or the end of the line.
std::vector<std::string> examples_of(std::string_view help) {
  constexpr std::string_view kBegin = "  bouton ";
  std::vector<std::string> examples;
  for (std::size_t at = help.find(kBegin); at != std::string_view::npos; at = help.find(kBegin, at)) {
    at += kBegin.size();
    std::string_view rest = help.substr(at);
    for (const std::string_view end : {"\n", "   ", " | "}) rest = rest.substr(0, rest.find(end));
    examples.emplace_back(rest);
  }
  return examples;
}

/// What the examples take for granted: files of the user's own.
void make_files(const TemporaryDirectory& folder) {
  EXPECT_EQ(run_bouton(words("new mine"), {}, folder.path()).code, 0);
  EXPECT_EQ(run_bouton(words("sequence kayles 200 --period --certificate kayles.proof"), {}, folder.path()).code, 0);
  for (const char* const made : {"table wythoff 9 9 -o wythoff.svg", "sequence kayles 9 -o kayles.json"})
    EXPECT_EQ(run_bouton(words(made), {}, folder.path()).code, 0);
  folder.write("census.lua", "print(#arg, arg[1])\n");
}

class SlowHelpExamples : public ::testing::TestWithParam<std::string> {};

TEST_P(SlowHelpExamples, Work) {
  const TemporaryDirectory folder;
  make_files(folder);
  for (const std::string& example : examples_of(find_verb(GetParam()).help)) {
    // In a game the first move is made, so that it can be replayed.
    const Result result = run_bouton(words(example), "1\nquit\n", folder.path());
    EXPECT_EQ(result.code, 0) << example << "\n" << result.err;
    EXPECT_EQ(result.err, "") << example;
    EXPECT_EQ(result.out.find("error  "), std::string::npos) << example << "\n" << result.out;
  }
}

/// All that end by themselves; watch_test runs the other.
std::vector<std::string> names_of_verbs() {
  std::vector<std::string> names;
  for (const Verb& verb : verbs())
    if (verb.name != "watch" && !examples_of(verb.help).empty()) names.emplace_back(verb.name);
  return names;
}

INSTANTIATE_TEST_SUITE_P(Verbs, SlowHelpExamples, ::testing::ValuesIn(names_of_verbs()),
                         [](const auto& info) { return info.param; });

TEST(HelpExamples, AreFoundInHelpTexts) {
  EXPECT_EQ(examples_of("Text.\n\n  bouton a 1          bouton b 2 + c\n  bouton d | dot"),
            (std::vector<std::string>{"a 1", "b 2 + c", "d"}));
  EXPECT_GE(names_of_verbs().size(), 15U);
}

}  // namespace
}  // namespace bouton::cli
