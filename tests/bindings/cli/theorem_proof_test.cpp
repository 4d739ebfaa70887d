// `theorem --proof`: what the text says is true, position by position.
#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/bindings/cli/program.h"
#include "tests/temporary_directory.h"

namespace bouton::cli {
namespace {

using nlohmann::json;
using Numbers = std::vector<int>;
/// The options of a position by the name of the kind of move.
using Moves = std::function<std::vector<std::pair<std::string, Numbers>>(const Numbers&)>;

struct Proof {
  std::string system;
  std::vector<std::string> moves;  ///< the words of move 1, 2, ...
  std::vector<std::string> cases;  ///< of the states
  std::vector<std::map<std::string, int>> next;
  std::vector<std::pair<Numbers, Numbers>> examples;
  std::vector<int> example_moves;
  std::string text;
};

Numbers numbers_in(const std::string& text) {
  Numbers numbers;
  std::string plain = text;
  std::ranges::replace_if(
      plain, [](char c) { return c < '0' || c > '9'; }, ' ');
  std::istringstream words(plain);
  for (int number = 0; words >> number;) numbers.push_back(number);
  return numbers;
}

void read_state(const std::string& line, Proof& proof) {
  const std::size_t comma = line.find(','), colon = line.find(':');
  EXPECT_EQ(numbers_in(line.substr(0, comma)), Numbers{static_cast<int>(proof.cases.size())}) << line;
  proof.cases.push_back(line.substr(comma + 2, colon - comma - 2));
  std::map<std::string, int> next;
  std::istringstream parts(line.substr(colon + 1));
  for (std::string part; std::getline(parts, part, ';');) {
    const std::size_t arrow = part.find("->");
    std::istringstream letters(part.substr(0, arrow));
    for (std::string letter; letters >> letter;) EXPECT_TRUE(next.emplace(letter, std::stoi(part.substr(arrow + 2))).second);
  }
  proof.next.push_back(next);
}

Proof proof_of(const std::string& game, const TemporaryDirectory& directory) {
  const Result result = run_bouton(words("theorem " + game + " --proof --format json"), "", directory.path());
  EXPECT_EQ(result.code, 0) << result.err;
  const json answer = json::parse(result.out);
  Proof proof;
  proof.system = answer["system"].is_null() ? "" : answer["system"].get<std::string>();
  proof.text = answer["proof"];
  EXPECT_EQ(run_bouton(words("theorem " + game + " --proof"), "", directory.path()).out, proof.text);
  std::istringstream lines(proof.text);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("Move ")) proof.moves.push_back(line);
    if (line.starts_with("State ")) read_state(line, proof);
    if (!line.starts_with("Example, move ")) continue;
    const std::size_t from = line.find(": from "), to = line.find(" to ");
    proof.example_moves.push_back(numbers_in(line.substr(0, from))[0]);
    proof.examples.emplace_back(numbers_in(line.substr(from, to - from)), numbers_in(line.substr(to)));
  }
  return proof;
}

/// The digits of numbers, most significant first and equally long, by the largest weights: of a base, or of
/// U(n+1) = k U(n) + U(n-1).
std::vector<std::string> letters_of(const Numbers& numbers, const std::string& system) {
  std::istringstream words(system);
  std::string kind;
  int k = 0;
  words >> kind >> k;
  EXPECT_TRUE(kind == "base" || kind == "recurrence") << system;
  std::vector<int> weights = {1};
  for (int before = kind == "base" ? 0 : 1; weights.back() <= *std::ranges::max_element(numbers);) {
    const int next = k * weights.back() + before;
    before = kind == "base" ? 0 : weights.back();
    weights.push_back(next);
  }
  std::vector<std::string> letters(weights.size());
  for (std::size_t track = 0; track < numbers.size(); ++track) {
    int rest = numbers[track];
    for (std::size_t i = 0; i < weights.size(); ++i) {
      const int weight = weights[weights.size() - 1 - i];
      letters[i] += (track == 0 ? "" : ",") + std::to_string(rest / weight);
      rest %= weight;
    }
  }
  return letters;
}

/// "P", "move 2"; "" where the table has no way on.
std::string case_of(const Proof& proof, const Numbers& numbers) {
  int state = 0;
  for (const std::string& letter : letters_of(numbers, proof.system)) {
    const auto next = proof.next.at(static_cast<std::size_t>(state)).find(letter);
    if (next == proof.next.at(static_cast<std::size_t>(state)).end()) return "";
    state = next->second;
  }
  return proof.cases.at(static_cast<std::size_t>(state));
}

/// All positions of so many numbers up to `last`, in lexicographic order.
std::vector<Numbers> positions(std::size_t count, int last) {
  std::vector<Numbers> all = {{}};
  for (std::size_t i = 0; i < count; ++i) {
    std::vector<Numbers> longer;
    for (const Numbers& position : all)
      for (int n = 0; n <= last; ++n) {
        longer.push_back(position);
        longer.back().push_back(n);
      }
    all = std::move(longer);
  }
  return all;
}

/// Compares the table with the rule: P is what brute force says, and a move that it names leads to a P-position and is of the
/// kind that its number stands for.
void check(const Proof& proof, std::size_t count, int last, bool normal, const Moves& moves) {
  std::map<Numbers, bool> losing;  // options come before, in lexicographic order
  std::set<std::string> seen;
  for (const Numbers& position : positions(count, last)) {
    const auto options = moves(position);
    bool lost = normal || !options.empty();
    for (const auto& [kind, option] : options) lost = lost && !losing.at(option);
    losing[position] = lost;
    const std::string found = case_of(proof, position);
    seen.insert(found);
    if (lost) {
      ASSERT_EQ(found, "P") << ::testing::PrintToString(position);
      continue;
    }
    if (options.empty()) {
      ASSERT_EQ(found, "won, no move") << ::testing::PrintToString(position);
      continue;
    }
    ASSERT_TRUE(found.starts_with("move ")) << found << ::testing::PrintToString(position);
    const std::string& words = proof.moves.at(static_cast<std::size_t>(std::stoi(found.substr(5)) - 1));
    ASSERT_TRUE(std::ranges::any_of(
        options, [&](const auto& option) { return words.find(option.first) != std::string::npos && losing.at(option.second); }))
        << words << ::testing::PrintToString(position);
  }
  EXPECT_GE(seen.size(), 3U);
  ASSERT_FALSE(proof.examples.empty());
  for (std::size_t i = 0; i < proof.examples.size(); ++i) {
    const auto& [from, to] = proof.examples[i];
    EXPECT_TRUE(losing.at(to)) << ::testing::PrintToString(to);
    const std::string& words = proof.moves.at(static_cast<std::size_t>(proof.example_moves[i] - 1));
    EXPECT_TRUE(std::ranges::any_of(moves(from), [&, &to = to](const auto& option) {
      return words.find(option.first) != std::string::npos && option.second == to;
    })) << words;
  }
}

TEST(TheoremProof, OfASubtractionGame) {
  const TemporaryDirectory directory;
  const Proof proof = proof_of("subtraction -p set=1,4,6", directory);
  EXPECT_NE(proof.text.find("1. Play ends, since n decreases"), std::string::npos);
  check(proof, 1, 400, true, [](const Numbers& at) {
    std::vector<std::pair<std::string, Numbers>> options;
    for (const int t : {1, 4, 6})
      if (t <= at[0]) options.push_back({"n' + " + std::to_string(t) + " = n", {at[0] - t}});
    return options;
  });
}

std::vector<std::pair<std::string, Numbers>> wythoff_moves(const Numbers& at) {
  std::vector<std::pair<std::string, Numbers>> options;
  for (int t = 1; t <= at[0]; ++t) options.push_back({", horizontal:", {at[0] - t, at[1]}});
  for (int t = 1; t <= at[1]; ++t) options.push_back({", vertical:", {at[0], at[1] - t}});
  for (int t = 1; t <= std::min(at[0], at[1]); ++t) options.push_back({", diagonal:", {at[0] - t, at[1] - t}});
  return options;
}

TEST(TheoremProof, OfWythoffsGame) {
  const TemporaryDirectory directory;
  const Proof proof = proof_of("wythoff", directory);
  EXPECT_EQ(proof.system, "recurrence 1");
  EXPECT_EQ(proof.moves.size(), 3U);
  check(proof, 2, 200, true, wythoff_moves);
}

TEST(TheoremProof, OfMisereWythoff) {
  const TemporaryDirectory directory;
  const Proof proof = proof_of("wythoff --play misere", directory);
  EXPECT_NE(proof.text.find("whoever cannot move has won"), std::string::npos);
  EXPECT_EQ(case_of(proof, {0, 0}), "won, no move");
  check(proof, 2, 100, false, wythoff_moves);
}

/// The bits of three heaps at once; who cannot move has won.
TEST(TheoremProof, OfMisereNimWithThreeHeaps) {
  const TemporaryDirectory directory;
  const Proof proof = proof_of("misere-nim 3", directory);
  check(proof, 3, 20, false, [](const Numbers& at) {
    std::vector<std::pair<std::string, Numbers>> options;
    for (std::size_t i = 0; i < 3; ++i)
      for (int n = 0; n < at[i]; ++n) {
        Numbers to = at;
        to[i] = n;
        const std::string name = "a[" + std::to_string(i + 1) + "]";
        options.emplace_back("where " + name + "' < " + name, to);
      }
    return options;
  });
}

/// An automaton whose set has no words of the field.
TEST(TheoremProof, OfASetWithoutWords) {
  const TemporaryDirectory directory;
  EXPECT_NE(proof_of("exact-slow-nim 3", directory).text.find("the positions to which the table in 3 says P"),
            std::string::npos);
}

/// Halve, or take one (A. S. Fraenkel (2011), Aperiodic subtraction games).
TEST(TheoremProof, OfASetOfLastDigits) {
  const TemporaryDirectory directory;
  const Proof proof = proof_of("mark", directory);
  EXPECT_NE(proof.text.find("the binary form of n ends in an odd number of zeros"), std::string::npos);
  check(proof, 1, 1000, true, [](const Numbers& at) {
    std::vector<std::pair<std::string, Numbers>> options;
    if (at[0] > 0) options = {{", one:", {at[0] - 1}}, {", halve:", {at[0] / 2}}};
    return options;
  });
}

/// The values that the text lists, and what it says follows, against the rule.
TEST(TheoremProof, OfThePeriodOfKayles) {
  const TemporaryDirectory directory;
  const Proof proof = proof_of("kayles", directory);
  EXPECT_NE(proof.text.find("G(n + 12) = G(n) for all n >= 71."), std::string::npos);
  EXPECT_NE(proof.text.find("the theorem of Guy and Smith (1956)"), std::string::npos);
  std::vector<int> listed;
  std::istringstream lines(proof.text);
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("G from ")) continue;
    const std::size_t colon = line.find(':');
    EXPECT_EQ(numbers_in(line.substr(0, colon)), Numbers{static_cast<int>(listed.size())});
    for (const int value : numbers_in(line.substr(colon))) listed.push_back(value);
  }
  ASSERT_GE(listed.size(), 71U + 71 + 12 + 2 + 12);  // 2 n0 + p + t and p more
  std::vector<int> values;
  for (int n = 0; n <= 400; ++n) {
    std::set<int> options;
    for (const int taken : {1, 2})
      for (int left = 0; left + taken <= n; ++left)
        options.insert(values[static_cast<std::size_t>(left)] ^ values[static_cast<std::size_t>(n - taken - left)]);
    int least = 0;
    while (options.contains(least)) ++least;
    values.push_back(least);
    const auto known = static_cast<std::size_t>(n < 83 ? n : 71 + (n - 71) % 12);
    EXPECT_EQ(listed[known], least) << n;
    if (static_cast<std::size_t>(n) < listed.size()) EXPECT_EQ(listed[static_cast<std::size_t>(n)], least) << n;
  }
}

/// A kind of move whose names have numbers in them is named without the formulas of these.
TEST(TheoremProof, NamesKindsOfMovesWithoutFormulas) {
  const TemporaryDirectory directory;
  directory.write("named.lua",
                  "return game { position = { 'a' }, moves = function(a)\n"
                  "  for t = 1, math.min(a, 3) do move['take_' .. 2 * t .. '_or_half'](a - t) end\n"
                  "end }\n");
  const Result result = run_bouton(words("theorem named.lua --proof"), "", directory.path());
  EXPECT_NE(result.out.find("\nMove 1, take_..._or_half: to a' (line 2 of the rule), where a' < a, a <= a' + 3.\n"),
            std::string::npos)
      << result.out;
}

// Takes some 3 s: that there is no theorem of Nimrod is said when the last of eight numerations has been tried in the largest
// of the tables.
TEST(TheoremProof, IsRefusedWhereThereIsNone) {
  const auto refused = [](const std::string& line, int code, const std::string& why) {
    const Result result = run_bouton(words("theorem " + line));
    EXPECT_EQ(result.code, code) << line;
    EXPECT_NE((result.err + result.out).find(why), std::string::npos) << result.err << result.out;
  };
  refused("wythoff --proof --value 1", 2, "--proof writes the proof about P-positions");
  refused("wythoff --proof --format svg -o p.svg", 2, "--proof is a text");
  refused("kayles --play misere --proof", 1, "a misère quotient, and --proof writes no text about quotients");
  refused("nimrod --proof", 1, "no theorem");
}

}  // namespace
}  // namespace bouton::cli
