#include "engine/study/discovery/disguise.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <map>
#include <numeric>
#include <set>
#include <span>
#include <tuple>

#include <fmt/format.h>

#include "engine/base/errors.h"
#include "engine/base/memory_account.h"
#include "engine/heap/heap_sequence.h"
#include "engine/heap/values/plain_values.h"
#include "engine/local/local_search.h"
#include "engine/method/solvers/heap_solver.h"
#include "engine/plan/solver.h"
#include "engine/study/discovery/counted_tables.h"
#include "engine/study/discovery/theorem.h"
#include "engine/study/sequence/study.h"

namespace bouton {
namespace {

constexpr std::size_t kMostDisguises = 3;
/// Of codes the values of so many heaps are looked at first.
constexpr std::uint64_t kFirstHeaps = 64;
/// Heaps are compared with others that are so much greater or smaller at most, from one of the first so many numbers on; at
/// least so many of them.
constexpr std::int64_t kMostShift = 4;
constexpr Coordinate kMostExceptions = 8;
constexpr Coordinate kLeastCompared = 20;
/// Of other heaps of the library, and the work that they may take.
constexpr Coordinate kFirstOfOthers = 24;
constexpr std::int64_t kPollsOfFirstLook = 1000;
/// Heaps by which the period of a code is to be proved.
constexpr std::uint64_t kProvedHeapsOfCode = 8192;
/// Work for the values of one game, as the budget counts it.
constexpr std::int64_t kPollsOfGame = 50'000;
/// Heaps of a take-and-break game, whose values take little; rows and other heaps, by steps.
constexpr Coordinate kLastOfHeaps = 1000;
constexpr std::array<Coordinate, 4> kLastOfOthers = {24, 50, 100, 200};
constexpr Coordinate kLastRow = 40;
/// The greatest numbers of a box, by dimensions: of the first look and of the whole comparison.
constexpr std::array<Coordinate, 4> kFirstLook = {0, 0, 6, 3}, kWholeBox = {0, 0, 39, 12};
/// P-positions that a box must have for them to say something.
constexpr std::size_t kLeastPositions = 8;

/// Runs `work` with a share of the budget; false where that is not enough, or the game does not allow it.
template <class Work>
bool within_share(const Budget& outer, std::int64_t polls, Work work) {
  std::atomic<std::int64_t> polls_left{polls};
  Budget counted = outer;
  counted.polls_left = &polls_left;
  counted.progress = {};
  try {
    work(counted);
    return true;
  } catch (const Interrupted&) {
    outer.check_stop();  // whoever asked wants it to stop
  } catch (const Error&) {}
  return false;
}

bool is_of_one_heap(const Game& game) {
  const Domain& domain = game.rules->domain();
  if (domain.is_piles() || domain.is_terms()) return false;
  return domain.shape() == nullptr && domain.dimensions() == 1;
}

/// The box of numbers from the least ones to `greatest`; nothing where the positions are not so many numbers without bounds.
std::optional<Box> box_to(const Game& game, std::size_t dimensions, Coordinate greatest) {
  const Domain& domain = game.rules->domain();
  if (domain.is_terms() || domain.shape() != nullptr) return std::nullopt;
  if (domain.is_piles() ? !domain.has_length(dimensions) : domain.dimensions() != dimensions) return std::nullopt;
  Position low, high;
  for (std::size_t i = 0; i < dimensions; ++i) {
    const Axis& axis = domain.axis(i);
    if (!axis.has_no_greatest() || axis.least < 0 || axis.least > greatest) return std::nullopt;
    low.push_back(axis.least);
    high.push_back(greatest);
  }
  return Box(low, high);
}

/// The table by the search of the rule as it is.
std::optional<Table> searched(const Game& game, const Box& box, ValueKind kind, std::int64_t polls, const Budget& budget) {
  std::optional<Table> table;
  within_share(budget, polls, [&](const Budget& counted) {
    Methods alone = Methods::search_alone();
    alone.claims = false;
    Solver solver({game.rules}, counted, alone);
    table = solver.table(box, kind);
  });
  return table;
}

Outcome outcome_at(const Table& table, std::uint64_t index) {
  return table.kind == ValueKind::outcome ? table.outcome(index) : table.nimber(index).outcome();
}

/// The values of rows that are on a board or a graph each of its own, by the search of local moves, from 0 on until some row
/// has none of its own or takes more than the share; at most up to the last one. A number that names no row has no value.
Table rows_of(const Game& game, Coordinate last, const Budget& budget) {
  constexpr std::size_t kMemory = std::size_t{32} << 20;
  Table table{.box = Box({0}, {0}), .kind = ValueKind::grundy, .cells = {}, .loopy = {}};
  within_share(budget, kPollsOfGame, [&](const Budget& counted) {
    Budget small = counted;
    small.memory = std::min(small.memory, kMemory);
    small.threads = 1;
    for (Coordinate number = 0; number <= last; ++number) {
      std::optional<GamePosition> start;
      try {
        start = numbered_start(game, number);
      } catch (const RequestError&) {
      } catch (const RuleError&) {}
      if (start) {
        const Result<const LocalMoves*> moves = start->game->rules->local_moves();
        if (!moves) return;
        const auto search = local::local_search(**moves, Play::normal, small, std::make_shared<MemoryAccount>(small));
        const std::optional<Position> position = narrow(start->position);
        const std::optional<Grundy> value = search && position ? (*search)->grundy(*position, kPollsOfGame) : std::nullopt;
        if (!value) return;
        table.cells.push_back(*value);
      } else {
        table.cells.push_back(Table::kInvalid);
      }
    }
  });
  table.box = Box({0}, {std::max<Coordinate>(0, static_cast<Coordinate>(table.cells.size()) - 1)});
  return table;
}

// Sequences -------------------------------------------------------------------------------------------------------------

/// How one sequence goes on as another.
struct Fit {
  std::int64_t shift = 0;
  Coordinate from = 0, to = 0;
};

/// The least shift, and the least number, from which on `a` is as `b`, to the end of what is known of both.
std::optional<Fit> fit(const Table& a, const Table& b) {
  const Coordinate a_low = a.box.low()[0], a_high = a.box.high()[0], b_low = b.box.low()[0], b_high = b.box.high()[0];
  std::optional<Fit> best;
  for (std::int64_t step = 0; step <= 2 * kMostShift; ++step) {
    const std::int64_t shift = step % 2 == 0 ? step / 2 : -(step / 2 + 1);
    const Coordinate low = std::max(a_low, b_low - shift), high = std::min(a_high, b_high - shift);
    const auto index_of_a = [&](Coordinate n) { return static_cast<std::uint64_t>(n - a_low); };
    const auto index_of_b = [&](Coordinate n) { return static_cast<std::uint64_t>(n + shift - b_low); };
    Coordinate from = high + 1;
    std::set<std::uint32_t> values;
    while (from > low && a.valid(index_of_a(from - 1)) && is_same_value(a, index_of_a(from - 1), b, index_of_b(from - 1)))
      values.insert(a.cells[index_of_a(--from)]);
    if (from - a_low > kMostExceptions || high - from + 1 < kLeastCompared || values.size() < 2) continue;
    if (!best || from < best->from) best = Fit{shift, from, high};
  }
  return best;
}

Table table_of(const GrundyValues& values) {
  Table table{
      .box = Box({0}, {static_cast<Coordinate>(values.size()) - 1}), .kind = ValueKind::grundy, .cells = {}, .loopy = {}};
  for (std::size_t n = 0; n < values.size(); ++n) table.cells.push_back(values[n]);
  return table;
}

/// The codes that games are compared with, the shortest first: of up to three octal digits or two hexadecimal ones, of one that
/// repeats, and of up to two that follow a 4 before the point.
std::vector<std::string> short_codes() {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::vector<std::string> codes;
  const auto add = [&](std::string_view start, std::size_t length, std::size_t base) {
    std::size_t count = 1;
    for (std::size_t i = 0; i < length; ++i) count *= base;
    for (std::size_t number = 1; number < count; ++number) {
      if (number % base == 0) continue;  // the last digit
      std::string digits;
      for (std::size_t rest = number, i = 0; i < length; ++i, rest /= base) digits.insert(digits.begin(), kDigits[rest % base]);
      codes.push_back(std::string(start) + digits);
    }
  };
  add("0.", 1, 16);
  add("4.", 1, 8);
  for (std::size_t digit = 1; digit < 8; ++digit)
    for (const char* start : {"0.", "4."}) codes.push_back(fmt::format("{}{}...", start, digit));
  add("0.", 2, 16);
  add("4.", 2, 8);
  add("0.", 3, 8);
  return codes;
}

std::size_t digits_of(const std::string& code) {
  return static_cast<std::size_t>(std::ranges::count_if(code, [](char c) { return c != '.' && c != ' '; }));
}

}  // namespace

ValueKind kind_to_compare(const Game& game) {
  return game.rules->play() == Play::normal && game.rules->blocking() == 0 ? ValueKind::grundy : ValueKind::outcome;
}

bool is_same_value(const Table& a, std::uint64_t index_of_a, const Table& b, std::uint64_t index_of_b) {
  const std::uint32_t cell = a.cells[index_of_a];
  if (cell != b.cells[index_of_b]) return false;
  return cell != Table::kInfinite || a.kind != ValueKind::grundy || a.nimber(index_of_a) == b.nimber(index_of_b);
}

std::optional<ComparedValues> values_to_compare(const Game& game, std::size_t dimensions, const Budget& budget) {
  const ValueKind kind = kind_to_compare(game);
  std::optional<ComparedValues> found;
  if (has_numbered_starts(game)) {
    if (kind != ValueKind::grundy) return std::nullopt;
    Table rows = rows_of(game, kLastRow, budget);
    if (static_cast<Coordinate>(rows.cells.size()) < kLeastCompared) return std::nullopt;
    return ComparedValues{game.name, std::move(rows)};
  }
  if (is_of_one_heap(game)) {
    if (kind != ValueKind::grundy) return std::nullopt;
    const auto run_to = [&](Coordinate last) {
      return within_share(budget, kPollsOfGame, [&](const Budget& counted) {
        Solver solver({game.rules}, counted);
        HeapRun run = find_sequence(game, solver, {.last = last, .period = true}, counted);
        if (run.period && !run.period->proved) run.period.reset();
        found = ComparedValues{game.name, std::move(run.values), std::move(run.period)};
      });
    };
    Result<TakeAndBreak> code = heap_description(*game.rules, budget);
    if (code) {
      if (!run_to(kLastOfHeaps)) return std::nullopt;
      found->code = *std::move(code);
      found->names_code = !game.rules->heap_code().empty();
      return found;
    }
    for (const Coordinate last : kLastOfOthers)
      if (!run_to(last)) break;
    return found;
  }
  if (dimensions >= kWholeBox.size()) return std::nullopt;
  const std::optional<Box> box = box_to(game, dimensions, kWholeBox[dimensions]);
  if (!box) return std::nullopt;
  CountedTables tables(game, budget);
  std::optional<Table> table = tables.table(*box, kind);
  if (!table) return std::nullopt;
  return ComparedValues{game.name, *std::move(table)};
}

class DisguiseFinder::Impl {
 public:
  Impl(Library library, const Budget& budget) : library_(std::move(library)), budget_(budget) {}

  std::vector<Disguise> find(const ComparedValues& values, const Theorem* theorem) {
    return values.table.box.dimensions() == 1 ? sequences(values) : boxes(values, theorem);
  }

 private:
  /// A game of the library, as far as it was looked at.
  struct Known {
    std::string name;
    std::shared_ptr<const Game> game;  ///< null where it cannot be loaded
    std::optional<TakeAndBreak> code = {};
    std::array<std::optional<std::optional<Table>>, kFirstLook.size()> first = {};  ///< by dimensions
  };
  /// A code with the values of its first heaps.
  struct Code {
    std::string text;
    TakeAndBreak game;
    Table first;
  };

  /// Whether a parameter is the code of the game: then its name says no more than the code.
  static bool is_any_code(const Game& game) {
    return std::ranges::any_of(game.parameters, [&](const Parameter& parameter) {
      const auto* const text = std::get_if<std::string>(&parameter.value);
      return text != nullptr && !text->empty() && *text == game.rules->heap_code();
    });
  }

  std::vector<Known>& known() {
    if (known_) return *known_;
    known_.emplace();
    for (const std::string& name : library_.names) {
      budget_.check_stop();
      Known one{.name = name, .game = nullptr};
      within_share(budget_, kPollsOfGame, [&](const Budget&) {
        one.game = library_.load(name);
        if (is_any_code(*one.game)) one.game.reset();
        else if (const std::string_view code = one.game->rules->heap_code(); !code.empty())
          one.code = TakeAndBreak::parse(code);
      });
      if (one.game) known_->push_back(std::move(one));
    }
    return *known_;
  }

  std::vector<Code>& codes() {
    if (codes_) return *codes_;
    codes_.emplace();
    for (std::string& text : short_codes()) {
      TakeAndBreak game = TakeAndBreak::parse(text);
      Table first = first_values(game);
      codes_->push_back({std::move(text), std::move(game), std::move(first)});
    }
    return *codes_;
  }

  Table first_values(const TakeAndBreak& game) const {
    GrundyValues values;
    PlainValues next(game, budget_);
    while (values.size() < kFirstHeaps) values.push_back(next.next(values));
    return table_of(values);
  }

  /// The first values of a game of the library; nothing where it has none of so many numbers.
  const std::optional<Table>& first_look(Known& one, std::size_t dimensions) const {
    std::optional<std::optional<Table>>& first = one.first[dimensions];
    if (first) return *first;
    first.emplace();
    const Game& game = *one.game;
    if (game.rules->obliges()) return *first;
    if (dimensions == 1) {
      if (one.code) first->emplace(first_values(*one.code));
      else if (is_of_one_heap(game) && kind_to_compare(game) == ValueKind::grundy)
        *first = searched(game, *box_to(game, 1, kFirstOfOthers), ValueKind::grundy, kPollsOfFirstLook, budget_);
    } else if (const std::optional<Box> box = box_to(game, dimensions, kFirstLook[dimensions])) {
      *first = searched(game, *box, kind_to_compare(game), kPollsOfFirstLook, budget_);
    }
    return *first;
  }

  // Sequences -------------------------------------------------------------------------------------------------------

  std::vector<Disguise> sequences(const ComparedValues& values) {
    std::vector<Disguise> found;
    if (std::optional<Disguise> nim = as_nim(values)) {
      if (values.name != nim->game) found.push_back(*std::move(nim));
      return found;
    }
    for (Known& one : known()) {
      if (found.size() == kMostDisguises) return found;
      if (one.name == values.name) continue;
      const std::optional<Table>& first = first_look(one, 1);
      if (!first || !fit(values.table, *first)) continue;
      if (std::optional<Disguise> disguise = one.code ? by_code(values, *one.code) : by_game(values, *one.game)) {
        disguise->game = one.name;
        found.push_back(*std::move(disguise));
      }
    }
    add_codes(values, found);
    return found;
  }

  /// The codes that fit, unless one is known that is as short and begins as near.
  void add_codes(const ComparedValues& values, std::vector<Disguise>& found) {
    struct Fitting {
      const Code* code;
      std::size_t digits;
      Coordinate apart;
    };
    const auto apart = [](std::int64_t shift, Coordinate from) { return std::abs(shift) + from; };
    const std::size_t own = values.code ? digits_of(values.code->code()) : ~std::size_t{0};
    std::vector<Fitting> fitting;
    for (const Code& code : codes()) {
      const bool is_own = values.code == code.game;
      if (is_own ? values.names_code : digits_of(code.text) >= own) continue;
      if (const std::optional<Fit> same = fit(values.table, code.first))
        fitting.push_back({&code, digits_of(code.text), apart(same->shift, same->from)});
    }
    std::ranges::stable_sort(fitting, {}, [](const Fitting& one) { return std::pair(one.digits, one.apart); });
    for (const Fitting& one : fitting) {
      if (found.size() == kMostDisguises) return;
      const bool is_known = std::ranges::any_of(found, [&](const Disguise& other) {
        return !other.code.empty() && digits_of(other.code) <= one.digits && apart(other.shift, other.from) <= one.apart;
      });
      if (is_known) continue;
      if (std::optional<Disguise> disguise = by_code(values, one.code->game)) found.push_back(*std::move(disguise));
    }
  }

  /// Of the values 0, 1, 2, ..., perhaps moved.
  static std::optional<Disguise> as_nim(const ComparedValues& values) {
    const Table& table = values.table;
    const Coordinate low = table.box.low()[0], high = table.box.high()[0];
    Table nim{.box = Box({0}, {high + kMostShift}), .kind = ValueKind::grundy, .cells = {}, .loopy = {}};
    nim.cells.resize(nim.box.size());
    std::iota(nim.cells.begin(), nim.cells.end(), 0U);
    const std::optional<Fit> same = low < 0 ? std::nullopt : fit(table, nim);
    if (!same) return std::nullopt;
    Disguise disguise{.game = "nim", .shift = same->shift, .from = same->from, .checked_to = same->to};
    const std::optional<Period>& period = values.period;
    if (period && static_cast<std::int64_t>(period->period) == period->saltus &&
        start_of(values, *period) + static_cast<Coordinate>(period->period) <= same->to) {
      disguise.proved = true;
      disguise.theorem = describe(*period);
    }
    return disguise;
  }

  std::optional<Disguise> by_game(const ComparedValues& values, const Game& game) const {
    CountedTables tables(game, budget_);
    const std::optional<Box> box = box_to(game, 1, values.table.box.high()[0] + kMostShift);
    const std::optional<Table> table = box ? tables.table(*box, ValueKind::grundy) : std::nullopt;
    const std::optional<Fit> same = table ? fit(values.table, *table) : std::nullopt;
    if (!same) return std::nullopt;
    return Disguise{.shift = same->shift, .from = same->from, .checked_to = same->to};
  }

  std::optional<Disguise> by_code(const ComparedValues& values, const TakeAndBreak& code) {
    HeapSequence sequence(code);
    const Coordinate last = values.table.box.high()[0] + kMostShift;
    if (!within_share(budget_, kPollsOfGame,
                      [&](const Budget& counted) { sequence.extend(static_cast<std::uint64_t>(last), counted); }))
      return std::nullopt;
    const std::optional<Fit> same = fit(values.table, table_of(sequence.values()));
    if (!same) return std::nullopt;
    Disguise disguise{.code = code.code(), .shift = same->shift, .from = same->from, .checked_to = same->to};
    if (values.code == code && same->shift == 0) {
      disguise.proved = true;
      disguise.theorem = "its moves are those of the code";
    } else if (values.period) {
      prove_by_periods(values, code, *same, disguise);
    }
    return disguise;
  }

  /// The number from which on the values recur.
  static Coordinate start_of(const ComparedValues& values, const Period& period) {
    return (values.code ? 0 : values.table.box.low()[0]) + static_cast<Coordinate>(period.preperiod);
  }

  /// The period of a code, if the first heaps prove one.
  const std::optional<Period>& period_of(const TakeAndBreak& code) {
    const auto [found, is_new] = periods_.try_emplace(code.code());
    std::optional<Period>& period = found->second;
    if (!is_new) return period;
    within_share(budget_, kPollsOfGame, [&](const Budget& counted) {
      HeapSequence sequence(code);
      sequence.extend(kProvedHeapsOfCode, counted);
      period = find_period(code, sequence.values());
    });
    if (period && !period->proved) period.reset();
    return period;
  }

  void prove_by_periods(const ComparedValues& values, const TakeAndBreak& code, const Fit& same, Disguise& disguise) {
    const std::optional<Period>& of_code = period_of(code);
    const Period& own = *values.period;
    if (!of_code || own.period > kProvedHeapsOfCode) return;
    const std::uint64_t common = std::lcm(own.period, of_code->period);
    const auto times = [&](const Period& period) { return static_cast<std::int64_t>(common / period.period) * period.saltus; };
    const Coordinate start =
        std::max({same.from, start_of(values, own), static_cast<Coordinate>(of_code->preperiod) - same.shift});
    if (times(own) != times(*of_code) || start + static_cast<Coordinate>(common) - 1 > same.to) return;
    disguise.proved = true;
    disguise.theorem = fmt::format(
        "both are proved to repeat, with the periods {} and {}, and are the same over {} numbers where "
        "they do",
        own.period, of_code->period, common);
  }

  // Tables ----------------------------------------------------------------------------------------------------------

  /// Whether the tables agree wherever both have a position, which is at half of the box at least.
  static bool agree(const Table& a, const Table& b, ValueKind kind, bool exchanged) {
    std::uint64_t compared = 0;
    for (std::uint64_t index = 0; index < a.cells.size(); ++index) {
      Position position = a.box.position(index);
      if (exchanged) std::swap(position[0], position[1]);
      if (!a.valid(index) || !b.box.contains(position)) continue;
      const std::uint64_t other = b.box.index(position);
      if (!b.valid(other)) continue;
      ++compared;
      if (kind == ValueKind::grundy ? !is_same_value(a, index, b, other) : outcome_at(a, index) != outcome_at(b, other))
        return false;
    }
    return 2 * compared >= std::min(a.box.size(), b.box.size());
  }

  /// Whether the values are not nearly all the same.
  static bool says_something(const Table& table, ValueKind kind) {
    std::set<std::uint32_t> values;
    std::size_t lost = 0;
    for (std::uint64_t index = 0; index < table.cells.size(); ++index) {
      if (!table.valid(index)) continue;
      values.insert(table.cells[index]);
      if (outcome_at(table, index) == Outcome::P) ++lost;
    }
    constexpr std::size_t kLeastValues = 4;
    if (kind == ValueKind::grundy) return values.size() >= kLeastValues;
    return lost >= kLeastPositions && 2 * lost <= table.cells.size();
  }

  std::vector<Disguise> boxes(const ComparedValues& values, const Theorem* theorem) {
    const std::size_t dimensions = values.table.box.dimensions();
    std::vector<Disguise> found;
    if (dimensions >= kFirstLook.size()) return found;
    std::vector<ValueKind> kinds = {ValueKind::outcome};
    if (values.table.kind == ValueKind::grundy) kinds.insert(kinds.begin(), ValueKind::grundy);
    for (const ValueKind kind : kinds) {
      if (!found.empty() || !says_something(values.table, kind)) continue;
      for (Known& one : known()) {
        if (found.size() == kMostDisguises) break;
        if (one.name != values.name) compare_box(values, one, kind, theorem, found);
      }
    }
    return found;
  }

  void compare_box(const ComparedValues& values, Known& one, ValueKind kind, const Theorem* theorem,
                   std::vector<Disguise>& found) const {
    const std::size_t dimensions = values.table.box.dimensions();
    const std::optional<Table>& first = first_look(one, dimensions);
    if (!first || (kind == ValueKind::grundy && first->kind != kind)) return;
    for (const bool exchanged : {false, true}) {
      if (exchanged && dimensions != 2) return;
      if (!agree(*first, values.table, kind, exchanged)) continue;
      CountedTables tables(*one.game, budget_);
      const std::optional<Table> table = tables.table(*box_to(*one.game, dimensions, kWholeBox[dimensions]), first->kind);
      if (!table || !agree(values.table, *table, kind, exchanged)) continue;
      Disguise disguise{
          .game = one.name, .kind = kind, .of_heaps = false, .exchanged = exchanged, .checked_to = values.table.box.high()[0]};
      if (kind == ValueKind::outcome && theorem != nullptr && !exchanged && has_same_theorem(*one.game, dimensions, *theorem)) {
        disguise.proved = true;
        disguise.theorem = "both sets are proved to be those of one automaton";
      }
      found.push_back(std::move(disguise));
      return;
    }
  }

  bool has_same_theorem(const Game& game, std::size_t dimensions, const Theorem& theorem) const {
    constexpr TheoremLimits kLittle{.most_states = 100, .most_steps = 20'000'000, .most_learnt = 500};
    constexpr std::int64_t kProofPolls = 1'000'000;
    bool same = false;
    within_share(budget_, kProofPolls, [&](const Budget& counted) {
      const TheoremReport report = find_theorem(game, {.dimensions = dimensions, .limits = kLittle}, counted);
      same =
          report.theorem && report.theorem->system == theorem.system && report.theorem->p_positions() == theorem.p_positions();
    });
    return same;
  }

  Library library_;
  const Budget& budget_;
  std::optional<std::vector<Known>> known_;
  std::optional<std::vector<Code>> codes_;
  std::map<std::string, std::optional<Period>> periods_;  ///< by code
};

DisguiseFinder::DisguiseFinder(Library library, const Budget& budget)
    : impl_(std::make_unique<Impl>(std::move(library), budget)) {}
DisguiseFinder::~DisguiseFinder() = default;

std::vector<Disguise> DisguiseFinder::find(const ComparedValues& values, const Theorem* theorem) {
  return impl_->find(values, theorem);
}

std::string statement_of(const Disguise& disguise) {
  const std::string name = disguise.game.empty()   ? disguise.code
                           : disguise.code.empty() ? disguise.game
                                                   : fmt::format("{} ({})", disguise.game, disguise.code);
  const std::string_view what = disguise.kind == ValueKind::grundy ? "Grundy values" : "P-positions";
  std::string text = fmt::format("the {} are those of {}", what, name);
  if (!disguise.of_heaps) return disguise.exchanged ? text + ", with the numbers in the other order" : text;
  if (disguise.shift != 0)
    text += fmt::format(": heap n is its heap n {} {}", disguise.shift > 0 ? '+' : '-', std::abs(disguise.shift));
  if (disguise.from > 0) text += fmt::format(", from n = {} on", disguise.from);
  return text;
}

}  // namespace bouton
