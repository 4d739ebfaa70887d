// Counts that were published about impartial games; the rules, in our words, are in tests/data/counts.
#include <map>
#include <set>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/bindings/cli/program.h"

namespace bouton::cli {
namespace {

using nlohmann::json;

std::string rules_of_count(const std::string& name) { return BOUTON_SOURCE_DIRECTORY "/tests/data/counts/" + name + ".lua"; }

std::string printed(const std::vector<std::string>& line) {
  const Result result = run_bouton(line);
  EXPECT_EQ(result.code, 0) << result.err;
  return result.out;
}

json answered(std::vector<std::string> line) {
  line.insert(line.end(), {"--format", "json"});
  return json::parse(printed(line));
}

json won_from_white_board(const std::string& side) {
  const std::string range = "1:" + side;
  return answered(
      {"solve", rules_of_count("squares-by-triangles"), range + "," + range, "--count-moves"})["winning_moves_count"];
}

/// First moves on a board of discs that are all white.
TEST(PublishedCounts, SquaresByTriangles) {
  for (const auto& [side, won] : {std::pair("1", 1), {"2", 0}, {"5", 8}, {"100", 31395}})
    EXPECT_EQ(won_from_white_board(side)["all"], won) << side;
}
TEST(PublishedCounts, SquaresByTrianglesOnALargeBoardSlow) {
  const json counts = won_from_white_board("10^6");
  EXPECT_EQ(counts["all"], 3'996'390'106'631);
  EXPECT_EQ(counts["by_label"], (json{{"turn 1:1000000,1:1000000", 3'996'390'106'631}}));
}

/// n + m over the P-positions with n + m <= M, in both orders; of the others the sum is taken to be 0.
std::string total_of_pairs(std::int64_t most) {
  const std::string greatest = std::to_string(most);
  return printed({"positions", rules_of_count("one-and-double"), greatest, greatest, "--total",
                  fmt::format("math.min(n + m, (1 - math.min(1, (n + m) // {0})) * {0})", most + 1)});
}
TEST(PublishedCounts, OneAndDouble) {
  for (const auto& [most, total] : {std::pair(10, 21), {100, 1164}, {1000, 117'002}})
    EXPECT_EQ(total_of_pairs(most), std::to_string(2 * total) + "\n") << most;
}
TEST(PublishedCounts, OneAndDoubleToTenMillionSlow) {
  EXPECT_EQ(total_of_pairs(10'000'000), std::to_string(2 * 11'541'685'709'674) + "\n");
}

/// The greatest first step that wins, 0 where none does: moves are called "add_7".
std::uint64_t greatest_step(int n) {
  const std::string start = std::to_string((1 << (n + 1)) - 2);
  const json answer =
      answered({"solve", rules_of_count("sums-of-ones"), "-p", fmt::format("n={}", n), start, "--value", "outcome"});
  std::uint64_t greatest = 0;
  for (const json& move : answer["winning_moves"])
    greatest = std::max<std::uint64_t>(greatest, std::stoull(move["label"].get<std::string>().substr(4)));
  return greatest;
}
TEST(PublishedCounts, SumsOfOnesSlow) {
  EXPECT_EQ(greatest_step(2), 2U);
  EXPECT_EQ(greatest_step(7), 1U);
  EXPECT_EQ(greatest_step(20), 4U);
  std::uint64_t cubes = 0;
  for (int n = 1; n <= 20; ++n) {
    const std::uint64_t step = greatest_step(n);
    cubes += step * step * step;
  }
  EXPECT_EQ(cubes, 8150U);
}

TEST(PublishedCounts, CoprimePiles) {
  for (const auto& [sum, won] : {std::pair(4, 5), {100, 2043}}) {
    const std::string range = fmt::format("1:{}", sum - 1);
    const json histogram = answered({"table", rules_of_count("coprime-piles"), "-p", fmt::format("N={}", sum), range, range,
                                     "--value", "outcome", "--histogram"})["histogram"];
    std::map<std::string, int> counts;
    for (const json& row : histogram) counts[row[0]] = row[1];
    EXPECT_EQ(counts["N"], won) << sum;
  }
}

/// What hangs from the root of T(k), the root of which has T(k - 1) and T(k - 2) below it.
std::string branches_of(int k) {
  std::string text;
  for (int below = k - 1; below >= std::max(k - 2, 1); --below) text += (text.empty() ? "" : ",") + branches_of(below);
  return "{" + text + "}";
}
TEST(PublishedCounts, Trees) {
  std::vector<int> won;
  for (int k = 1; k <= 10; ++k)
    won.push_back(
        answered({"solve", rules_of_count("branches"), branches_of(k), "--count-moves"})["winning_moves_count"]["all"]);
  EXPECT_EQ(won, (std::vector{0, 1, 1, 1, 1, 3, 0, 7, 11, 17}));
}

TEST(PublishedCounts, PocketDollar) {
  EXPECT_EQ(
      printed({"table", rules_of_count("pocket-dollar"), "1:10", "1:10", "1:10", "1:3", "--value", "outcome", "--histogram"}),
      "P 36\nN 324\n");
}

TEST(PublishedCounts, PartsOfAPile) {
  const auto won = [](const char* n) { return printed({"run", rules_of_count("partitions"), rules_of_count("parts"), n}); };
  EXPECT_TRUE(won("5").starts_with("2\t3\n3\t5\n"));
  EXPECT_TRUE(won("7").ends_with("all\t66\n"));
  EXPECT_TRUE(won("10").ends_with("all\t291\n"));
}

TEST(PublishedCounts, TwoDivisors) {
  const std::uint64_t lost = std::stoull(printed({"positions", rules_of_count("two-divisors"), "2:10", "--heaps", "5"}));
  EXPECT_EQ(9 * 9 * 9 * 9 * 9 - lost, 40085U);
}

TEST(PublishedCounts, UnequalHeaps) {
  for (const auto& [greatest, total] : {std::pair("1:7", "42\n"), {"1:127", "496062\n"}})
    EXPECT_EQ(printed({"positions", rules_of_count("unequal-heaps"), greatest, greatest, greatest, "--total", "a + b + c"}),
              total);
}

/// The lost starts of take-away up to 3000 where after m at most floor(r m) may be taken, r = numerator / denominator.
std::vector<std::int64_t> lost_starts(std::int64_t numerator, std::int64_t denominator) {
  const json values = answered({"sequence", "take-away", "3000", "--value", "outcome", "-p",
                                fmt::format("f={}*x//{}", numerator, denominator)})["values"];
  std::vector<std::int64_t> lost;
  for (std::size_t n = 1; n < values.size(); ++n)
    if (values[n] == "P") lost.push_back(static_cast<std::int64_t>(n));
  return lost;
}

/// A longer r leaves fewer starts lost. They change only where r becomes the quotient of two of them: lost start number k + 1
/// is the sum of lost start number k and the least one from which as much as that may be taken.
TEST(PublishedCounts, WhereTheLostStartsOfTakeAwayChange) {
  std::int64_t p = 1, q = 1;  // T(1)
  std::vector<std::int64_t> lost = lost_starts(1, 1);
  for (int number = 2; number <= 22; ++number) {
    std::int64_t next_p = 1'000'000, next_q = 1;
    for (const std::int64_t high : lost) {
      std::int64_t below = 0;
      for (const std::int64_t low : lost)
        if (p * low / q < high) below = low;
      if (below > 0 && high * next_q < next_p * below) std::tie(next_p, next_q) = std::pair(high, below);
    }
    constexpr std::int64_t kFine = 1'000'000'000;
    EXPECT_EQ(lost_starts(next_p * kFine - 1, next_q * kFine), lost) << number;
    p = next_p;
    q = next_q;
    const std::vector<std::int64_t> changed = lost_starts(p, q);
    EXPECT_NE(changed, lost) << number;
    lost = changed;
    if (number == 2) EXPECT_EQ(p, 2 * q);
  }
  EXPECT_EQ(p * 23, q * 145);
}

}  // namespace
}  // namespace bouton::cli
