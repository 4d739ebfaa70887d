// Tables of rules as people write them, against the same loops by hand in C++ (scripts/bench --rules).
//
// The rules are the files of tests/bench/rules. Each table is made three times by the engine, as `bouton table` makes it: by as
// many threads as there are processors, or as the second argument says. Three times it is made by hand, by one thread, in
// turns; the least times of the wall clock are compared. All values are compared too. Then the options of single positions are
// listed, one position at a time, and by hand as well.
#include <malloc.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>

#include "bindings/lua/load/loader.h"
#include "engine/base/stopwatch.h"
#include "engine/plan/solver.h"

namespace bouton {
namespace {

using Cell = std::uint32_t;

// What the rules have beside their moves.
constexpr int kSteps[][2] = {{1, 2}, {2, 1}, {0, 3}, {4, 0}};
constexpr int kKnight[][2] = {{1, 2}, {2, 1}, {3, 0}, {0, 3}, {1, 1}};
constexpr int kSet[] = {1, 2, 4, 7, 11, 13};
constexpr int kLimit[] = {2, 5, 3, 7};
constexpr int kLucky[] = {1, 3, 7, 9, 13, 15, 21, 25, 31, 33, 37, 43};

int gcd(int x, int y) {
  while (y != 0) {
    const int rest = x % y;
    x = y;
    y = rest;
  }
  return x;
}
bool prime(int n) {
  if (n < 2) return false;
  for (int d = 2; d * d <= n; ++d)
    if (n % d == 0) return false;
  return true;
}
int digit_sum(int n) {
  int sum = 0;
  for (; n > 0; n /= 10) sum += n % 10;
  return sum;
}
int totient(int n) {
  int count = 0;
  for (int k = 1; k <= n; ++k) count += gcd(k, n) == 1;
  return count;
}
int ones(int n) {
  int count = 0;
  for (; n > 0; n &= n - 1) ++count;
  return count;
}
int root(int n) {
  int r = 0;
  while ((r + 1) * (r + 1) <= n) ++r;
  return r;
}

/// The cells from 0, 0 to a, b: Grundy values, 0 for P and 1 for N, or remoteness.
struct HandTable {
  HandTable(int a, int b) : high_a(a), high_b(b), width(static_cast<std::size_t>(b) + 1) {
    cells.assign((static_cast<std::size_t>(a) + 1) * width, 0);
  }
  Cell& at(int a, int b) { return cells[static_cast<std::size_t>(a) * width + static_cast<std::size_t>(b)]; }

  int high_a, high_b;
  std::size_t width;
  std::vector<Cell> cells;
};

/// What the options of a position are made into; see() says whether the rest need not be looked at.
struct Mex {
  explicit Mex(std::vector<Cell>& stamps, Cell& stamp) : used(stamps.data()), now(++stamp) {}
  bool see(Cell value) {
    used[value] = now;
    return false;
  }
  Cell value() const {
    Cell mex = 0;
    while (used[mex] == now) ++mex;
    return mex;
  }
  Cell* used;
  Cell now;
};
struct Wins {
  Wins(std::vector<Cell>&, Cell&) {}
  bool see(Cell value) { return is_n = value == 0; }
  Cell value() const { return is_n ? 1 : 0; }
  bool is_n = false;
};
struct Length {
  Length(std::vector<Cell>&, Cell&) {}
  bool see(Cell value) {
    // Of an odd remoteness the player to move wins.
    if (value % 2 == 0) least_p = std::min(least_p, value);
    else greatest_n = std::max(greatest_n, value);
    return false;
  }
  Cell value() const { return least_p != ~Cell{0} ? least_p + 1 : greatest_n != 0 ? greatest_n + 1 : 0; }
  Cell least_p = ~Cell{0}, greatest_n = 0;
};

/// Positions in the order of the box, or by their sums where options have less.
template <class Kind, class Moves>
void fill(HandTable& table, bool by_sum, const Moves& moves) {
  std::vector<Cell> stamps(std::size_t{1} << 16, 0);
  Cell stamp = 0;
  const auto solve = [&](int a, int b) {
    Kind seen(stamps, stamp);
    moves(a, b, table, seen);
    table.at(a, b) = seen.value();
  };
  if (!by_sum) {
    for (int a = 0; a <= table.high_a; ++a)
      for (int b = 0; b <= table.high_b; ++b) solve(a, b);
    return;
  }
  for (int sum = 0; sum <= table.high_a + table.high_b; ++sum)
    for (int a = std::max(0, sum - table.high_b); a <= std::min(table.high_a, sum); ++a) solve(a, sum - a);
}

/// The options of a position as a list of them.
struct Pair {
  int a, b;
};
struct Places {
  Pair at(int a, int b) const { return {a, b}; }
};
struct Listed {
  bool see(Pair option) {
    options.push_back(option);
    return false;
  }
  std::vector<Pair>& options;
};

struct ByHand {
  void (*table)(HandTable& table, bool by_sum, ValueKind kind);
  void (*list)(int a, int b, std::vector<Pair>& options);
};

#define TO(x, y) \
  if (seen.see(table.at(x, y))) return
#define MOVES(...) [](int a, [[maybe_unused]] int b, auto& table, auto& seen) { __VA_ARGS__ }
#define BY_HAND(...)                                                         \
  {                                                                          \
    [](HandTable& whole, bool by_sum, ValueKind kind) {                      \
      const auto moves = MOVES(__VA_ARGS__);                                 \
      if (kind == ValueKind::grundy) fill<Mex>(whole, by_sum, moves);        \
      if (kind == ValueKind::outcome) fill<Wins>(whole, by_sum, moves);      \
      if (kind == ValueKind::remoteness) fill<Length>(whole, by_sum, moves); \
    },                                                                       \
        [](int from, int of_second, std::vector<Pair>& options) {            \
          Places places;                                                     \
          Listed listed{options};                                            \
          const auto moves = MOVES(__VA_ARGS__);                             \
          moves(from, of_second, places, listed);                            \
        }                                                                    \
  }

struct Rule {
  const char* name;
  int high_a, high_b;  ///< high_b -1: one coordinate
  bool by_sum;
  ByHand by_hand;
};

// clang-format off
const Rule kRules[] = {
    {"squares", 700, 700, false, BY_HAND(for (int t = 1; t * t <= a; ++t) TO(a - t * t, b); for (int t = 1; t * t <= b; ++t) TO(a, b - t * t);)},
    {"coprime", 200, 200, false, BY_HAND(for (int t = 1; t <= a; ++t) if (gcd(t, b) == 1) TO(a - t, b); for (int t = 1; t <= b; ++t) if (gcd(t, a) == 1) TO(a, b - t);)},
    {"divisors", 300, 300, false, BY_HAND(for (int d = 1; d < a; ++d) if (a % d == 0) TO(a - d, b); for (int d = 1; d < b; ++d) if (b % d == 0) TO(a, b - d);)},
    {"primes", 4000, -1, false, BY_HAND(for (int t = 1; t <= a; ++t) if (t == 1 || prime(t)) TO(a - t, 0);)},
    {"primes_of_two", 250, 250, false, BY_HAND(for (int p = 2; p <= a || p <= b; ++p) if (prime(p)) { if (p <= a) TO(a - p, b); if (p <= b) TO(a, b - p); })},
    {"digits", 1500, 1500, false, BY_HAND(if (a > 0) TO(a - digit_sum(a), b); if (b > 0) TO(a, b - digit_sum(b)); if (a > 0 && b > 0) TO(a - 1, b - 1);)},
    {"one_digit", 3000000, -1, false, BY_HAND(for (int m = a; m > 0; m /= 10) { const int d = m % 10; if (d > 0) TO(a - d, 0); })},
    {"binary_digits", 2000000, -1, false, BY_HAND(for (int bit = 1; bit <= a; bit <<= 1) if (a & bit) TO(a ^ bit, 0);)},
    {"exchange", 700, 700, true, BY_HAND(for (int t = 1; t <= a; ++t) TO(b, a - t);)},
    {"exchange_capped", 1500, 1500, true, BY_HAND(for (int t = 1; t <= std::min(a, 5); ++t) TO(b, a - t);)},
    {"sorted", 700, 700, true, BY_HAND(const int low = std::min(a, b), high = std::max(a, b); for (int t = 1; t <= low; ++t) TO(low - t, high); if (high > low) TO(low, high - (high - low + 1) / 2);)},
    {"steps", 2000, 2000, false, BY_HAND(for (const auto& s : kSteps) if (a >= s[0] && b >= s[1]) TO(a - s[0], b - s[1]);)},
    {"knights", 1800, 1800, false, BY_HAND(for (const auto& s : kKnight) { const int x = a - s[0], y = b - s[1]; if (x >= 0 && y >= 0) TO(x, y); })},
    {"subtract", 1500, 1500, false, BY_HAND(for (const int s : kSet) if (s <= a) TO(a - s, b); for (const int s : kSet) if (s <= b) TO(a, b - s);)},
    {"fibonacci", 1200, 1200, false, BY_HAND(int f = 1, g = 2; do { if (f <= a) TO(a - f, b); if (f <= b) TO(a, b - f); const int h = f + g; f = g; g = h; } while (!(f > a && f > b));)},
    {"triangles", 900, 900, false, BY_HAND(for (int t = 1, s = 2; t <= a || t <= b; t += s, ++s) { if (t <= a) TO(a - t, b); if (t <= b) TO(a, b - t); })},
    {"powers", 1500, 1500, false, BY_HAND(for (int p = 1; p <= a; p *= 2) TO(a - p, b); for (int p = 1; p <= b; p *= 3) TO(a, b - p);)},
    {"bits", 1500, 1500, false, BY_HAND(for (int bit = 1; bit <= a; bit <<= 1) if (a & bit) TO(a ^ bit, b); if (b > 0) TO(a, b & (b - 1));)},
    {"nested", 120, 120, false, BY_HAND(for (int s = 0; s <= a; ++s) for (int t = 0; t <= b; ++t) if (s + t > 0 && (s == t || s == 0 || t == 0 || s * t == 12)) TO(a - s, b - t);)},
    {"rectangle", 900, 900, false, BY_HAND(for (int s = 0; s <= std::min(a, 3); ++s) for (int t = 0; t <= std::min(b, 3); ++t) if (s + t > 0) TO(a - s, b - t);)},
    {"fibonacci_nim", 900, 300, false, BY_HAND(for (int t = 1; t <= a && t <= b; ++t) TO(a - t, std::min(2 * t, 300));)},
    {"euclid", 700, 700, true, BY_HAND(int x = std::min(a, b), y = std::max(a, b); for (int t = x; t <= y && t > 0; t += x) TO(x, y - t);)},
    {"halving", 2000, 2000, false, BY_HAND(if (a > 0) TO(a / 2, b); if (b > 0) TO(a, b / 2); if (a > 0) TO(a - 1, b); if (b > 0) TO(a, b - 1);)},
    {"thirds", 1500000, -1, false, BY_HAND(for (int k = 2; k <= 9; ++k) if (a / k < a) TO(a / k, 0); if (a > 0) TO(a - 1, 0);)},
    {"wythoff_odd", 350, 350, false, BY_HAND(for (int t = 1; t <= a; t += 2) TO(a - t, b); for (int t = 1; t <= b; t += 2) TO(a, b - t); for (int t = 1; t <= a && t <= b; ++t) TO(a - t, b - t);)},
    {"early_return", 1200, 1200, false, BY_HAND(if (a == 0 && b == 0) return; if ((a + b) % 3 == 0) { if (a > 0) TO(a - 1, b); if (b > 0) TO(a, b - 1); return; } for (int t = 1; t <= std::min(a, 8); ++t) TO(a - t, b); for (int t = 1; t <= std::min(b, 8); ++t) TO(a, b - t);)},
    {"break_at", 800, 800, false, BY_HAND(for (int t = 1; t <= a; ++t) { if (t * t > a + b) break; TO(a - t, b); } for (int t = 1; t <= b; ++t) { if (t * t > a + b) break; TO(a, b - t); })},
    {"goto_next", 500, 500, false, BY_HAND(for (int t = 1; t <= a; ++t) { if (t % 3 == 0) continue; TO(a - t, b); } if (b > 0) TO(a, b - 1);)},
    {"table_of_limits", 1200, 1200, false, BY_HAND(for (int t = 1; t <= std::min(a, kLimit[a % 4]); ++t) TO(a - t, b); for (int t = 1; t <= std::min(b, kLimit[b % 4]); ++t) TO(a, b - t);)},
    {"count_divisors", 6000, -1, false, BY_HAND(int count = 0; for (int d = 1; d <= a; ++d) if (a % d == 0) ++count; for (int t = 1; t <= count; ++t) TO(a - t, 0);)},
    {"totient", 350, 350, false, BY_HAND(if (a > 0) TO(a - totient(a), b); if (b > 0) TO(a, b - totient(b));)},
    {"popcount", 1200, 1200, false, BY_HAND(for (int t = 1; t <= std::min(a, ones(a)); ++t) TO(a - t, b); for (int t = 1; t <= std::min(b, ones(b)); ++t) TO(a, b - t);)},
    {"square_root", 700, 700, false, BY_HAND(for (int t = 1; t <= root(a); ++t) TO(a - t, b); for (int t = 1; t <= root(b); ++t) TO(a, b - t);)},
    {"collatz", 1000000, -1, false, BY_HAND(if (a > 0) TO(a - 1, 0); int k = 0; for (int m = a; m > 1 && k < 12; ++k) { m = m % 2 == 0 ? m / 2 : (m + 1) / 2; if (m < a) TO(m, 0); })},
    {"same_parity", 500, 500, false, BY_HAND(for (int s = 1; s <= a; ++s) if (s % 2 == b % 2) TO(a - s, b); for (int s = 1; s <= b; ++s) if (s % 2 == a % 2) TO(a, b - s);)},
    {"share", 900, 900, false, BY_HAND(for (int t = 1; t <= std::min(a, 12); ++t) TO(a - t, b / t); for (int t = 1; t <= std::min(b, 12); ++t) TO(a / t, b - t);)},
    {"factor", 200000, -1, false, BY_HAND(int m = a; for (int p = 2; p * p <= m; ++p) if (m % p == 0) { TO(a - p, 0); while (m % p == 0) m /= p; } if (m > 1) TO(a - m, 0);)},
    {"bound_of_both", 500, 500, false, BY_HAND(for (int t = 1; t <= a; ++t) if (t <= 2 * b + 1) TO(a - t, b); for (int t = 1; t <= b; ++t) if (t <= 2 * a + 1) TO(a, b - t);)},
    {"lucky_numbers", 1500000, -1, false, BY_HAND(for (const int s : kLucky) { if (s > a) break; TO(a - s, 0); })},
    {"piles_squares", 700, 700, false, BY_HAND(for (int t = 1; t * t <= a; ++t) TO(a - t * t, b); for (int t = 1; t * t <= b; ++t) TO(a, b - t * t);)},
    {"piles_odd", 300, 300, false, BY_HAND(for (int t = 1; t <= a; ++t) if (t % 2 == 1 || a % 3 == 0) TO(a - t, b); for (int t = 1; t <= b; ++t) if (t % 2 == 1 || b % 3 == 0) TO(a, b - t);)},
    {"piles_sorted", 1000, 1000, true, BY_HAND(for (int t = 1; t <= std::min(a, 5); ++t) TO(std::min(a - t, b), std::max(a - t, b)); for (int t = 1; t <= std::min(b, 5); ++t) TO(std::min(a, b - t), std::max(a, b - t));)},
    {"piles_largest", 1000, 1000, false, BY_HAND(if (b > a) { for (int t = 1; t <= b; t += 2) TO(a, b - t); } else { for (int t = 1; t <= a; t += 2) TO(a - t, b); })},
    {"piles_all", 900, 900, false, BY_HAND(for (int t = 1; t <= std::min(a, b); ++t) if (t % 4 != 0) TO(a - t, b - t); if (a > 0) TO(a - 1, b); if (b > 0) TO(a, b - 1);)},
};
// clang-format on

struct Measured {
  double engine = 1e9, by_hand = 1e9;
  std::string method;
  bool same = true;
  double ratio() const { return by_hand / engine; }
};

Measured measure(const Game& game, const Rule& rule, ValueKind kind, unsigned threads) {
  Position low{0}, high{rule.high_a};
  if (rule.high_b >= 0) {
    low.push_back(0);
    high.push_back(rule.high_b);
  }
  const Box box(low, high);
  Measured measured;
  constexpr int kRuns = 3;
  Budget budget;
  budget.threads = threads;
  for (int run = 0; run < kRuns; ++run) {
    const Stopwatch engine;
    Solver solver({game.rules}, budget, {.claims = false});
    const Table found = solver.table(box, kind);
    measured.engine = std::min(measured.engine, engine.seconds());
    measured.method = name(solver.answered());
    const Stopwatch hand;
    HandTable table(rule.high_a, std::max(rule.high_b, 0));
    rule.by_hand.table(table, rule.by_sum, kind);
    measured.by_hand = std::min(measured.by_hand, hand.seconds());
    for (std::size_t i = 0; i < table.cells.size(); ++i) {
      const Cell value = kind == ValueKind::outcome ? (found.outcome(i) == Outcome::P ? 0 : 1) : found.cells[i];
      measured.same = measured.same && value == table.cells[i];
    }
  }
  return measured;
}

/// Of options that are listed one position at a time.
struct OfOptions {
  double engine = 1e9, by_hand = 1e9;  ///< nanoseconds an option
  bool same = true;                    ///< whether both listed as many
  double ratio() const { return by_hand / engine; }
};

/// For positions spread over the upper half of the box: the least of some runs, which begin once the moves have been compiled.
OfOptions measure_options(const Rules& rules, const Rule& rule) {
  constexpr int kPositions = 200, kRuns = 400;
  std::vector<Pair> positions;
  for (int i = 0; i < kPositions; ++i)
    positions.push_back({rule.high_a - rule.high_a * i / (2 * kPositions),
                         std::max(rule.high_b - rule.high_b * (i * 7 % kPositions) / (2 * kPositions), 0)});
  const std::size_t coordinates = rule.high_b >= 0 ? 2 : 1;
  const auto of_each = [](std::size_t count, const Stopwatch& watch) {
    return 1e9 * watch.seconds() / static_cast<double>(std::max<std::size_t>(count, 1));
  };
  OfOptions measured;
  Options options;
  std::vector<Pair> listed;
  for (int run = 0; run < kRuns; ++run) {
    std::size_t count = 0, count_by_hand = 0;
    const Stopwatch engine;
    for (const Pair& at : positions) {
      const Coordinate position[] = {at.a, at.b};
      options.clear();
      rules.options(PositionView(position, coordinates), options);
      count += options.size();
    }
    measured.engine = std::min(measured.engine, of_each(count, engine));
    const Stopwatch hand;
    for (const Pair& at : positions) {
      listed.clear();
      rule.by_hand.list(at.a, at.b, listed);
      count_by_hand += listed.size();
    }
    measured.by_hand = std::min(measured.by_hand, of_each(count_by_hand, hand));
    measured.same = measured.same && count == count_by_hand;
  }
  return measured;
}

/// How the options of single positions compare, of all rules.
void report(std::vector<OfOptions> all) {
  std::ranges::sort(all, {}, &OfOptions::engine);
  const auto in_three = std::ranges::count_if(all, [](const OfOptions& one) { return one.engine <= 3; });
  const auto in_either = std::ranges::count_if(all, [](const OfOptions& one) { return one.engine <= 3 || one.ratio() >= 1; });
  fmt::print("options, one position at a time: {} of {} rules take 3 ns or less, {} that or no longer than C++;", in_three,
             all.size(), in_either);
  fmt::print(" median {:.1f} ns, worst {:.1f} ns", all[all.size() / 2].engine, all.back().engine);
  std::ranges::sort(all, {}, &OfOptions::ratio);
  fmt::print("; over C++: worst {:.2f}, median {:.2f}\n", all.front().ratio(), all[all.size() / 2].ratio());
}

int run(const char* only, unsigned threads) {
  lua::LoaderOptions options;
  const std::filesystem::path folder = std::filesystem::path(BOUTON_SOURCE_DIRECTORY) / "tests/bench/rules";
  std::vector<double> ratios;
  std::vector<OfOptions> of_options;
  bool all_same = true;
  fmt::print("{:>8} {:>10} {:>10}  table\n", "ratio", "bouton s", "C++ s");
  for (const Rule& rule : kRules) {
    if (only != nullptr && std::strstr(rule.name, only) == nullptr) continue;
    const auto game = lua::load_game((folder / (std::string(rule.name) + ".lua")).native(), {}, options);
    for (const ValueKind kind : {ValueKind::grundy, ValueKind::outcome, ValueKind::remoteness}) {
      const Measured measured = measure(*game, rule, kind, threads);
      fmt::print("{:8.2f} {:10.6f} {:10.6f}  {} {} by {}{}\n", measured.ratio(), measured.engine, measured.by_hand, rule.name,
                 name(kind), measured.method, measured.same ? "" : ": THE VALUES DIFFER");
      std::fflush(stdout);
      ratios.push_back(measured.ratio());
      all_same = all_same && measured.same;
    }
    const OfOptions one = measure_options(*game->rules, rule);
    fmt::print("{:8.2f} {:7.1f} ns {:7.1f} ns  {} an option, one position at a time{}\n", one.ratio(), one.engine, one.by_hand,
               rule.name, one.same ? "" : ": THE NUMBERS DIFFER");
    all_same = all_same && one.same;
    of_options.push_back(one);
  }
  if (ratios.empty()) return 2;
  std::ranges::sort(ratios);
  const auto fast = std::ranges::count_if(ratios, [](double ratio) { return ratio >= 1; });
  fmt::print("\n{} tables, threads: {}, {:.0f} % at least as fast as C++, worst {:.2f}, median {:.2f}\n", ratios.size(),
             threads, 100.0 * static_cast<double>(fast) / static_cast<double>(ratios.size()), ratios.front(),
             ratios[ratios.size() / 2]);
  report(of_options);
  return all_same ? 0 : 1;
}

}  // namespace
}  // namespace bouton

int main(int count, char** words) {
  // Each of the two begins with fresh memory, as in a program of its own: what one has freed is not at hand for the other.
  mallopt(M_MMAP_THRESHOLD, 1 << 17);
  const char* only = count > 1 && *words[1] != '\0' ? words[1] : nullptr;
  const unsigned threads = count > 2 ? static_cast<unsigned>(std::atoi(words[2])) : std::thread::hardware_concurrency();
  return bouton::run(only, std::max(1U, threads));
}
