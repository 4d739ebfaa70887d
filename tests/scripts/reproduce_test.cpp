// The scripts that hold the founding documents to account: their verdicts.
#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "bouton_places.h"
#include "tests/bindings/cli/program.h"

namespace bouton::cli {
namespace {

struct Script {
  std::string name;
  std::string count;                 ///< its last words about claims
  std::vector<std::string> failing;  ///< what claims that fail begin with, with what Bouton computes after " | "
};

const Script kScripts[] = {
    {"wythoff",
     "63 claims hold, 17 fail, 1 cannot be checked",
     {"direct algorithm without k = 0 (section 10) | first wrong: (0,1)",
      "direct algorithm without the swap (section 10) | first wrong: (1,0)",
      "t = k right digits of phi suffice for n <= 10^k (section 14, theorem 4) | first wrong: n = 13, t = 2",
      "r = 0 Newton steps suffice up to n = 10^3 (section 15, table 2) | first wrong: n = 233",
      "r = 1 Newton steps suffice up to n = 10^6 (section 15, table 2) | first wrong: n = 46368",
      "r = 2 Newton steps suffice up to n = 10^12 (section 15, table 2) | first wrong: n = 4807526976",
      "r = 3 Newton steps suffice up to n = 10^24 (section 15, table 2) | first wrong: n = 19740274219868223167",
      "example 2: from (19,26) take 7 from both (section 11) | (12,19) is N, (11,18) is P: take 8",
      "example 7: m = 323311 for s = 2718282, l = 3141593 (section 16) | l - s = 423311",
      "final algorithm: there is a winning move at (1,2) (section 17) | (1,2) is P",
      "final algorithm: the player to move wins at (0,0) (section 17) | (0,0) is P",
      "final algorithm as published (published-cora): it wins wherever it can (section 17) | first wrong: (376,609)",
      "the same with one flip when S + L <= 27 | first wrong: ", "the same with one flip when |L - S| <= 27 | first wrong: ",
      "the same with one flip when S L <= 27 | first wrong: ",
      "a flip instead of a move when S + L >= 27: the same | first wrong: (11,18)",
      "a flip instead of a move when |L - S| >= 27: the same | first wrong: (43,70)"}},
    {"corner-the-lady",
     "20 claims hold, 1 fail, 0 cannot be checked",
     {"a winning player never has more than two choices | three at (2,2)"}},
    {"nim",
     "40 claims hold, 3 fail, 0 cannot be checked",
     {"misère play: P iff the nim-sum is 0 | first wrong: (0,0,0)",
      "with XNOR in place of XOR the principle is the same: P iff the result is 0 | first wrong: (0,0)",
      "ordered piles: the same with the 0 put on the right | first wrong: (1,1,2)"}},
    {"nimrod",
     "36 claims hold, 5 fail, 1 cannot be checked",
     {"cars at speeds v and w, each at least 1: the same game, r being v + w | first wrong: (2,1,1): P, with sticks N",
      "losing starts: 3, 5, 8, 11, 13, 17, 20, 22 (as published) | the sixth is 16",
      "D_k: taking r leads to (2k-1)r' + k - 1 < p' < 2kr' - k (as printed) | first wrong: k = 1", "Proposition as printed",
      "no constants (a, b, c, d) of G do better in the core"}},
    {"winning-ways", "73 claims hold, 0 fail, 0 cannot be checked", {}},
    {"automatic-proofs", "143 claims hold, 0 fail, 0 cannot be checked", {}},
    {"take-away",
     "37 claims hold, 10 fail, 0 cannot be checked",
     {"f = 2x - 1: moving to the nearest H wins | first wrong: n = 7, taking 3 to leave 4",
      "f = 2x: moving to the nearest H wins | first wrong: n = 12", "f = x: H_i = 2i | 1 2 4 8",
      "f = 2x - 1: here too H_i = 2i | 1 2 4 8",
      "f = 2x: therefore f(H_(j+1)) = H_j + H_(j-1) (as printed) | first wrong: j = 3",
      "the other player may take any unit of n - t | first wrong: f = x, n = 4, taking 1: 2 is too much",
      "f = x: any term of the sum may be removed | first wrong: n = 3, taking 2",
      "f = 2x - 1: any term of the sum may be removed | first wrong: n = 3, taking 2",
      "f = 2x: any term of the sum may be removed | first wrong: n = 4, taking 3",
      "the theorem holds for a bound that decreases, max(9 - 2x, 1) | first wrong: n = 6"}},
};

/// "claim | computed" of a line of the table.
std::string claim_of(const std::string& line) {
  const std::string rest = line.substr(11);
  const std::size_t gap = rest.find("  ");
  const std::size_t computed = std::min(rest.find_first_not_of(' ', gap), rest.size());
  return rest.substr(0, gap) + " | " + rest.substr(computed);
}

class ReproduceSlow : public testing::TestWithParam<Script> {};

TEST_P(ReproduceSlow, ReachesItsVerdicts) {
  const Script& script = GetParam();
  const Result result = run_bouton({"run", BOUTON_SOURCE_DIRECTORY "/scripts/reproduce/" + script.name + ".lua"});
  EXPECT_EQ(result.code, 0) << result.err;
  EXPECT_NE(result.out.find("\n" + script.count + "\n"), std::string::npos) << result.out;
  std::vector<std::string> failing;
  for (std::size_t start = 0; start < result.out.size();) {
    const std::size_t end = std::min(result.out.find('\n', start), result.out.size());
    const std::string line = result.out.substr(start, end - start);
    if (line.starts_with("FAILS ")) failing.push_back(claim_of(line));
    start = end + 1;
  }
  ASSERT_EQ(failing.size(), script.failing.size()) << result.out;
  for (std::size_t i = 0; i < failing.size(); ++i) EXPECT_TRUE(failing[i].starts_with(script.failing[i])) << failing[i];
}

INSTANTIATE_TEST_SUITE_P(Documents, ReproduceSlow, testing::ValuesIn(kScripts), [](const auto& info) {
  std::string name = info.param.name;
  std::ranges::replace(name, '-', '_');
  return name;
});

}  // namespace
}  // namespace bouton::cli
