// The verb discover, of families: laws in a parameter.
#include <bit>
#include <map>
#include <optional>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/bindings/cli/program.h"
#include "tests/temporary_directory.h"

namespace bouton::cli {
namespace {

using nlohmann::json;

json discovered(const std::string& line, const TemporaryDirectory& directory) {
  const Result result = run_bouton(words("discover " + line + " --format json"), "", directory.path());
  EXPECT_EQ(result.code, 0) << result.err;
  return json::parse(result.out);
}

/// The law of a quantity with this formula; null where there is none.
json law_of(const json& answer, const std::string& quantity, const std::string& formula) {
  for (const json& law : answer["laws"])
    if (law["quantity"] == quantity && law["formula"] == formula) return law;
  return {};
}

/// The period of the starts of No copycats, by the rule: the winning takes of the m heaps below repeat.
std::size_t period_of_copycat(std::size_t m) {
  std::vector<int> wins;  // of a heap: 0 none, t only taking t, -1 several
  std::map<std::vector<int>, std::size_t> seen;
  for (std::size_t n = 0;; ++n) {
    int win = 0;
    for (std::size_t t = 1; t <= m && t <= n; ++t) {
      const int below = wins[n - t];
      if (below == 0 || below == static_cast<int>(t)) win = win == 0 ? static_cast<int>(t) : -1;
    }
    wins.push_back(win);
    if (wins.size() < m) continue;
    const auto [at, is_new] = seen.emplace(std::vector<int>(wins.end() - static_cast<std::ptrdiff_t>(m), wins.end()), n);
    if (is_new) continue;
    // The period of the outcomes alone divides that of the takes.
    const std::size_t whole = n - at->second;
    for (std::size_t period = 1; period <= whole; ++period) {
      bool recurs = whole % period == 0;
      for (std::size_t i = at->second; recurs && i + period <= n; ++i) recurs = (wins[i] == 0) == (wins[i + period] == 0);
      if (recurs) return period;
    }
  }
}

TEST(DiscoverFamilySlow, CopycatOfOddNumbersHasTwoLaws) {
  const TemporaryDirectory directory;
  const json answer = discovered("copycat -p m=3:201:2", directory);
  EXPECT_EQ(answer["parameter"], "m");
  EXPECT_EQ(answer["members"], 100);
  ASSERT_EQ(answer["rows"].size(), 100U);
  std::size_t even = 0;
  for (const json& row : answer["rows"]) {
    const auto m = row["value"].get<std::uint64_t>();
    even += std::countr_zero(m + 1) % 2 == 0 ? 1 : 0;
    if (m <= 31) EXPECT_EQ(row["numbers"]["outcome_period"], period_of_copycat(m)) << m;
  }
  ASSERT_EQ(even, 33U);
  const json law = law_of(answer, "the period of the outcomes", "m + 1");
  ASSERT_FALSE(law.is_null()) << answer["laws"];
  EXPECT_EQ(law["where"], "the exponent of 2 in m + 1 is even");
  EXPECT_EQ(law["exactly"], true);
  EXPECT_EQ(law["found"].get<std::size_t>() + law["checked"].get<std::size_t>(), even);
  EXPECT_EQ(law["members"], 100);
  EXPECT_EQ(law["proved"], false);
  const json other = law_of(answer, "the period of the outcomes", "2 m + 3");
  ASSERT_FALSE(other.is_null()) << answer["laws"];
  EXPECT_EQ(other["where"], "m = 5 mod 8");
  EXPECT_EQ(other["found"].get<int>() + other["checked"].get<int>(), 25);
  EXPECT_EQ(answer["laws"].size(), 2U) << answer["laws"];
  EXPECT_EQ(answer["check_further"], "bouton discover copycat -p m=3:399:2");
}

/// Fraenkel's generalised Wythoff: floor(n alpha) and that + k n, alpha = (2 - k + sqrt(k^2 + 4))/2.
// Takes some 4 s: of each of the eight games a theorem is looked for, with tables and automata of its own, before the laws that
// they have in common.
TEST(DiscoverFamily, SlopesOfGeneralisedWythoff) {
  const TemporaryDirectory directory;
  directory.write("band.lua", R"(local k = param("k", 1)
return game {
  position = { "a", "b" },
  symmetric = true,
  moves = function(a, b)
    for t = 1, a do move(a - t, b) end
    for t = 1, b do move(a, b - t) end
    for s = 1, a do
      for t = math.max(1, s - k + 1), math.min(b, s + k - 1) do move(a - s, b - t) end
    end
  end,
})");
  const json answer = discovered("band.lua -p k=1:8", directory);
  EXPECT_FALSE(law_of(answer, "the growth of the difference b(n) - a(n) of the n-th pair of P-positions", "k").is_null());
  EXPECT_FALSE(law_of(answer, "the slope of the lesser numbers a(n) of the pairs of P-positions", "(2 - k + sqrt(k^2 + 4))/2")
                   .is_null());
  EXPECT_FALSE(law_of(answer, "the slope of the greater numbers b(n) of the pairs of P-positions", "(k + 2 + sqrt(k^2 + 4))/2")
                   .is_null());
}

TEST(DiscoverFamily, TakingUpToMHasPeriodMPlusOne) {
  const TemporaryDirectory directory;
  directory.write("upto.lua", R"(local m = param("m", 3)
return game { position = { "n" }, moves = function(n) for t = 1, math.min(m, n) do move(n - t) end end })");
  const json answer = discovered("upto.lua -p m=1:30", directory);
  ASSERT_EQ(answer["laws"].size(), 1U) << answer["laws"];
  EXPECT_EQ(answer["laws"][0]["statement"], "the period of the Grundy values is m + 1 for all m, from m = 1 on");
  EXPECT_EQ(answer["laws"][0]["found_to"], 15);
  EXPECT_EQ(answer["laws"][0]["holds_to"], 30);
  const Result text = run_bouton(words("discover upto.lua -p m=1:30"), "", directory.path());
  EXPECT_NE(text.out.find("  conjecture  the period of the Grundy values is m + 1 for all m, from m = 1 on\n"
                          "              not proved: found from 15 games, m up to 15; holds for 15 more, up to 30\n"),
            std::string::npos)
      << text.out;
  EXPECT_EQ(run_bouton(words("discover upto.lua -p m=1:30 --threads 3"), "", directory.path()).out, text.out);
}

/// The number that may be taken is one that no class of residues nor power of 2 tells.
TEST(DiscoverFamily, WithoutALawHasNone) {
  const TemporaryDirectory directory;
  directory.write("squares.lua", R"(local m = param("m", 3)
return game { position = { "n" }, moves = function(n) if n >= 1 + m * m % 23 * m then move(n - 1 - m * m % 23 * m) end end })");
  const Result result = run_bouton(words("discover squares.lua -p m=1:40"), "", directory.path());
  EXPECT_EQ(result.code, 1);
  EXPECT_NE(result.out.find("no law of a known kind"), std::string::npos) << result.out;
}

/// m + 1 up to m = 30 and no law beyond: nothing is claimed, though the first half would have one.
TEST(DiscoverFamily, ALawOfTheFirstHalfAloneIsNotClaimed) {
  const TemporaryDirectory directory;
  directory.write("broken.lua", R"(local m = param("m", 3)
local most = m <= 30 and m or m + 2 + m * m % 7
return game { position = { "n" }, moves = function(n) for t = 1, math.min(most, n) do move(n - t) end end })");
  EXPECT_EQ(run_bouton(words("discover broken.lua -p m=1:30"), "", directory.path()).code, 0);
  const Result result = run_bouton(words("discover broken.lua -p m=1:60"), "", directory.path());
  EXPECT_EQ(result.code, 1) << result.out;
}

TEST(DiscoverFamily, SaysWhatIsWrong) {
  const TemporaryDirectory directory;
  directory.write("odd.lua", R"(local m = param("m", 3)
assert(m % 2 == 1, "m must be odd")
return game { position = { "n" }, moves = function(n) for t = 1, math.min(m, n) do move(n - t) end end })");
  const Result result = run_bouton(words("discover odd.lua -p m=1:40"), "", directory.path());
  EXPECT_EQ(result.code, 0);
  EXPECT_NE(result.out.find("  left out    m = 2: "), std::string::npos) << result.out;
  EXPECT_NE(result.out.find("m must be odd"), std::string::npos) << result.out;
  const auto refused = [&](const std::string& line, const std::string& why) {
    const Result result = run_bouton(words("discover " + line), "", directory.path());
    EXPECT_EQ(result.code, 2) << line;
    EXPECT_NE(result.err.find(why), std::string::npos) << result.err;
  };
  refused("copycat -p m=3:2", "the range 3:2 has no values");
  refused("copycat -p m=3:9:0", "a step that is less than 1");
  refused("copycat -p k=3:9", "k");
  refused("copycat 7 -p m=3:9", "number of piles");
  refused("copycat -p m=3:9 --certificate f", "laws of families are conjectures");
  refused("twenty-one -p most=2:3 -p goal=20:21", "laws are looked for along one range");
}

}  // namespace
}  // namespace bouton::cli
