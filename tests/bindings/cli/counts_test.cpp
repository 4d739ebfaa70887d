// Counts: positions --count, --total, --heaps; table and sequence --histogram; solve --count-moves.
#include <fstream>
#include <map>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "engine/position/integer.h"
#include "tests/bindings/cli/program.h"

namespace bouton::cli {
namespace {

using nlohmann::json;

class Counts : public ::testing::Test {
 protected:
  /// A rule file of this name.
  std::string rule(const std::string& name, const std::string& text) {
    const std::filesystem::path file = std::filesystem::path(::testing::TempDir()) / (name + ".lua");
    std::ofstream(file) << text;
    return file.string();
  }
  static std::string out(const std::vector<std::string>& line) {
    const Result result = run_bouton(line);
    EXPECT_EQ(result.code, 0) << result.err;
    return result.out;
  }
  static Integer number(const std::string& text) { return Integer(text.substr(0, text.find('\n'))); }
};

/// Published counts; the rules are those of the problems, in our words.
TEST_F(Counts, OfPublishedProblems) {
  const std::string stones = rule("three-piles", R"(
    local function go(x, y, z)
      local low, high = math.min(x, y, z), math.max(x, y, z)
      move(low, x + y + z - low - high, high)
    end
    return game { position = { "x", "y", "z" },
    valid = function(x, y, z) return x <= y and y <= z end,
    moves = function(x, y, z)
      for n = 1, z do
        if x >= n then go(x - n, y, z) end
        if y >= n then go(x, y - n, z) end
        go(x, y, z - n)
        if x >= n and y >= n then go(x - n, y - n, z) end
        if x >= n and z >= n then go(x - n, y, z - n) end
        if y >= n and z >= n then go(x, y - n, z - n) end
        if x >= n and y >= n and z >= n then go(x - n, y - n, z - n) end
      end
    end })");
  EXPECT_EQ(out({"positions", stones, "100", "100", "100", "--total", "x + y + z"}), "173895\n");
  const std::string coprime = rule("coprime", R"(
    local function gcd(a, b) while b ~= 0 do a, b = b, a % b end return a end
    return game { position = { "n" }, moves = function(n) for t = 1, n do if gcd(n, t) == 1 then move(n - t) end end end })");
  EXPECT_EQ(out({"positions", coprime, "1:4", "--heaps", "2", "--count"}), "6\n");
  EXPECT_EQ(out({"positions", coprime, "1:9", "--heaps", "5"}), "9964\n");
  EXPECT_EQ(out({"positions", coprime, "1:9", "--heaps", "10"}), "472400303\n");
  const std::string divisors = rule("divisors", R"(return game { position = { { "n", min = 1 } },
    moves = function(n) for d = 1, n - 1 do if n % d == 0 then move(n - d) end end end })");
  EXPECT_EQ(1000 - number(out({"positions", divisors, "1:10", "--heaps", "3"})), 692);
  EXPECT_EQ(1000000 - number(out({"positions", divisors, "1:100", "--heaps", "3"})), 735494);
  const std::string split = rule("take-or-split", R"(return game { position = { "n" }, moves = function(n)
    for _, t in ipairs { 1, 2, 4, 9 } do if n >= t then move(n - t) end end
    for t = 1, n // 2 do split({ t }, { n - t }) end
  end })");
  EXPECT_EQ(out({"positions", split, "1:12", "--heaps", "4", "--multisets"}), "204\n");
  EXPECT_EQ(out({"positions", split, "1:124", "--heaps", "9", "--multisets"}), "2259208528408\n");
  const std::string coins = rule("coins", R"(return game { position = { "x", "y" }, moves = function(x, y)
    for _, t in ipairs { 2, 3, 5, 7 } do
      if x >= t then move(x - t, y) end
      if y >= t then move(x, y - t) end
    end
  end })");
  EXPECT_EQ(9 - number(out({"positions", coins, "0:2", "0:2", "--heaps", "1"})), 4);
  EXPECT_EQ(81 - number(out({"positions", coins, "0:2", "0:2", "--heaps", "2"})), 40);
  EXPECT_EQ(81 * 81 * 81 - number(out({"positions", coins, "0:8", "0:8", "--heaps", "3"})), 450304);
  const auto two = [&](int greatest) {
    return rule(fmt::format("two-piles-{}", greatest), fmt::format("local M = {}\n", greatest) + R"(
    local function go(n, m) move(math.min(n, m), math.max(n, m)) end
    return game { position = { "n", "m" },
    valid = function(n, m) return n <= m and n + m <= M end,
    moves = function(n, m)
      for t = 1, m do
        if n >= t then go(n - t, m) end
        go(n, m - t)
        if n >= t then go(n - t, m - t) end
        if n >= t and m >= 2 * t then go(n - t, m - 2 * t) end
        if n >= 2 * t then go(n - 2 * t, m - t) end
      end
    end })");
  };
  EXPECT_EQ(out({"positions", two(10), "10", "10", "--total", "n + m"}), "21\n");
  EXPECT_EQ(out({"positions", two(100), "100", "100", "--total", "n + m"}), "1164\n");
  EXPECT_EQ(out({"positions", two(1000), "500", "1000", "--total", "n + m"}), "117002\n");
}

/// By the theorem and by a list the same, in boxes and with totals of every kind; and far beyond any list.
TEST_F(Counts, ByTheoremAreThoseOfLists) {
  for (const auto& [game, ranges, total] :
       {std::tuple(std::string("wythoff"), std::vector<std::string>{"3:400", "17:900"}, "S % 7 - 3*(L // 4)"),
        {"corner-the-king", {"250", "5:311"}, "math.abs(x - 2*y) + (x ~ y)"},
        {"flip-flop", {"150", "10:120", "0:1", "0:1"}, "S*2 - L + goal"},
        {"subtraction", {"7:2000"}, "n"},
        {"blocking-nim", {"100", "90"}, "math.min(heap[1], heap[2]) - 40"}}) {
    std::vector<std::string> line = {"positions", game};
    line.insert(line.end(), ranges.begin(), ranges.end());
    line.insert(line.end(), {"--count", "--total", total});
    std::vector<std::string> proved = line, listed = line;
    proved.insert(proved.end(), {"--method", "theorem"});
    listed.insert(listed.end(), {"--method", "table"});
    EXPECT_EQ(out(proved), out(listed)) << game;
  }
  // Of the pairs (floor(n phi), floor(n phi) + n) and their mirror images up to 10^18, both numbers.
  EXPECT_EQ(out({"positions", "wythoff", "10^18", "10^18", "--count"}), "763932022500210305\n");
  EXPECT_EQ(out({"positions", "subtraction", "10^30", "--count"}), "250000000000000000000000000001\n");
  EXPECT_EQ(
      out({"positions", "subtraction", "10^30", "--total", "n"}),
      Integer(Integer("250000000000000000000000000000") * Integer("250000000000000000000000000001") * 2).get_str() + "\n");
  EXPECT_EQ(out({"positions", "corner-the-king", "10^20", "10^20", "--count", "--mod", "1000"}), "1\n");
  const Result none = run_bouton({"positions", "grundy", "10^30", "--count"});
  EXPECT_EQ(none.code, 1);
  EXPECT_NE(none.err.find("counted by a theorem, and there is none"), std::string::npos) << none.err;
}

/// Every tuple, and every multiset, one by one.
TEST_F(Counts, OfSumsAreThoseOfTheDefinition) {
  const json table = json::parse(out({"sequence", "kayles", "6", "--format", "json"}));
  const std::vector<std::uint64_t> values = table["values"];
  std::uint64_t tuples = 0, multisets = 0, added = 0, added_once = 0;
  for (std::size_t a = 2; a <= 6; ++a)
    for (std::size_t b = 2; b <= 6; ++b)
      for (std::size_t c = 2; c <= 6; ++c)
        for (std::size_t d = 2; d <= 6; ++d) {
          if ((values[a] ^ values[b] ^ values[c] ^ values[d]) != 0) continue;
          ++tuples;
          added += a + b + c + d;
          if (a > b || b > c || c > d) continue;
          ++multisets;
          added_once += a + b + c + d;
        }
  EXPECT_EQ(out({"positions", "kayles", "2:6", "--heaps", "4", "--count", "--total", "n"}),
            fmt::format("{}\n{}\n", tuples, added));
  EXPECT_EQ(out({"positions", "kayles", "2:6", "--heaps", "4", "--multisets", "--count", "--total", "n"}),
            fmt::format("{}\n{}\n", multisets, added_once));
  const Integer exact = number(out({"positions", "nim", "0:99", "--heaps", "9", "--count"}));
  EXPECT_EQ(exact, Integer("7812582644187136"));
  EXPECT_EQ(number(out({"positions", "nim", "0:99", "--heaps", "9", "--count", "--mod", "1000000007"})),
            exact % Integer(1000000007));
  const json counted = json::parse(out({"positions", "nim", "0:99", "--heaps", "9", "--format", "json"}));
  EXPECT_EQ(counted["count"], exact.get_si());
  EXPECT_EQ(counted["heaps"], 9);
  EXPECT_EQ(run_bouton(words("positions nim 0:9 --heaps 2 --play misere")).code, 2);
  EXPECT_EQ(run_bouton(words("positions nim 0:9 --multisets")).code, 2);
  EXPECT_EQ(run_bouton(words("positions nim 0:9 --mod 7")).code, 2);
  EXPECT_EQ(run_bouton(words("positions nim 0:9 --total n/2")).code, 2);
  EXPECT_EQ(run_bouton(words("positions nim 0:9 --heaps 9999999999")).code, 1);
}

TEST_F(Counts, OfValuesAreThoseOfTheTable) {
  for (const std::string line : {"table wythoff 40 60", "table wythoff 90 30 --value outcome",
                                 "table end-nim 9 9 9 --value remoteness", "sequence kayles 300"}) {
    std::vector<std::string> plain = words(line + " --format json"), counted = words(line + " --histogram --format json");
    const json values = json::parse(out(plain));
    std::map<std::string, std::uint64_t> expected, found;
    const std::function<void(const json&)> add = [&](const json& value) {
      if (value.is_array()) {
        for (const json& one : value) add(one);
      } else if (!value.is_null()) {
        ++expected[value.is_string() ? value.get<std::string>() : value.dump()];
      }
    };
    add(values.contains("data") ? values["data"] : values["values"]);
    const json histogram = json::parse(out(counted))["histogram"];
    for (const json& row : histogram) found[row[0].is_string() ? row[0].get<std::string>() : row[0].dump()] = row[1];
    EXPECT_EQ(found, expected) << line;
  }
  EXPECT_EQ(out(words("table nim 3 --histogram")), "0 1\n1 1\n2 1\n3 1\n");
  EXPECT_EQ(run_bouton(words("table wythoff 9 9 --histogram --format csv")).code, 2);
  EXPECT_EQ(run_bouton(words("sequence kayles 9 --histogram --period")).code, 2);
}

TEST_F(Counts, OfWinningMovesAreThoseOfTheList) {
  for (const std::string position : {"wythoff 10,20", "kayles 30 25", "nim 5 9 77", "staircase-nim 5 4 9", "kayles 30001 57",
                                     "kayles 30001 30003 8", "dawsons-kayles 25000 3", "grundy 21000"}) {
    std::vector<std::string> line = words("solve " + position + " --max-moves 100000 --format json");
    const json list = json::parse(out(line))["winning_moves"];
    std::map<std::string, std::uint64_t> expected;
    for (const json& move : list) ++expected[move["label"].is_null() ? "" : move["label"].get<std::string>()];
    const json counted = json::parse(out(words("solve " + position + " --count-moves --format json")));
    EXPECT_FALSE(counted.contains("winning_moves"));
    EXPECT_EQ(counted["winning_moves_count"]["all"], list.size()) << position;
    EXPECT_EQ((counted["winning_moves_count"]["by_label"].get<std::map<std::string, std::uint64_t>>()), expected) << position;
  }
  // Beyond any list: with each period of Kayles, 12 tokens, equally many moves come to the heap.
  const auto won_in_kayles = [](const std::string& heap) {
    const json all =
        json::parse(out({"solve", "kayles", heap, "--count-moves", "--format", "json"}))["winning_moves_count"]["all"];
    return Integer(all.is_string() ? all.get<std::string>() : all.dump());
  };
  const Integer large("1000000000000000000000000000000"), listed = won_in_kayles("10000");
  EXPECT_EQ(won_in_kayles("10^30"), listed + (large - 10000) / 12 * (won_in_kayles("10012") - listed));
  // Coins are known by the one that is turned first.
  const json coins = json::parse(out(words("solve turning-corners 5,7 6,9 --count-moves --format json")));
  EXPECT_EQ(coins["winning_moves_count"], (json{{"all", 5}, {"by_label", {{"turn 5,7", 1}, {"turn 6,9", 4}}}}));
  EXPECT_NE(out(words("solve kayles 30 25 --count-moves")).find("winning moves: 8\n  3  one\n  5  two\n"), std::string::npos);
}

/// LO:HI in a position stands for all positions from the one to the other.
TEST_F(Counts, OfRangesAreThoseOfTheirPositions) {
  const auto tail = [](const std::string& text) { return text.substr(text.find('\n')); };
  EXPECT_EQ(out(words("solve nim 3:5 9")), out(words("solve nim 3 4 5 9")));
  EXPECT_EQ(out(words("why wythoff 3:4,6 + kayles 2:3")), out(words("why wythoff 3,6 4,6 + kayles 2 3")));
  EXPECT_EQ(tail(out(words("solve wythoff 1:2,3:4 --count-moves"))),
            tail(out(words("solve wythoff 1,3 1,4 2,3 2,4 --count-moves"))));
  EXPECT_EQ(tail(out(words("solve misere-nim 1,2:3 --count-moves"))),
            tail(out(words("solve misere-nim 1,2 1,3 --count-moves"))));
  const std::string many = out(words("solve nim 1:1000 + kayles 1:50 50 + wythoff 7,9 --count-moves --format json"));
  const json counted = json::parse(many);
  EXPECT_EQ(counted["position"], (json{"1:1000", "1:50", {50}, {7, 9}}));
  EXPECT_EQ(counted["components"][1], (json{{"game", "kayles"}, {"params", json::object()}, {"position", "1:50"}}));
  EXPECT_EQ(counted["remoteness"], nullptr);
  std::string typed = "nim";
  for (int n = 1; n <= 1000; ++n) typed += fmt::format(" {}", n);
  typed += " + kayles";
  for (int n = 1; n <= 50; ++n) typed += fmt::format(" {}", n);
  const json one_by_one =
      json::parse(out(words("solve " + typed + " 50 + wythoff 7,9 --count-moves --value grundy --format json")));
  EXPECT_EQ(counted["grundy"], one_by_one["grundy"]);
  EXPECT_EQ(counted["winning_moves_count"], one_by_one["winning_moves_count"]);
  // The heaps from 0 to 2^20 - 1 add up to 0, so that the large one has to go.
  EXPECT_NE(out(words("solve nim 0:1048575 10^30 --count-moves")).find("winning moves: 1\n"), std::string::npos);
  EXPECT_EQ(run_bouton(words("solve nim 1:10001")).code, 1);
  EXPECT_EQ(run_bouton(words("solve nim 5:4")).code, 2);
  EXPECT_EQ(run_bouton(words("solve nim 3:5! --count-moves")).code, 2);
  EXPECT_EQ(run_bouton(words("solve nim 3:4,5")).code, 2);
  EXPECT_EQ(run_bouton(words("solve nim 1:1000000000000 --count-moves")).code, 1);
}

}  // namespace
}  // namespace bouton::cli
