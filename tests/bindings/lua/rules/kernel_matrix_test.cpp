// Every kernel of tables under every convention, with every kind of guard, for every quantity: the one place that lists these
// cells. A cell that exists has to be met by a rule below, and what the kernel then says is compared with a search that calls
// the rule's function and knows nothing of programs; a cell that no rule can meet is listed with the reason.
#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "engine/base/errors.h"
#include "engine/plan/solver.h"
#include "tests/bindings/lua/rule_files.h"

namespace bouton {
namespace {

constexpr std::array kKernels = {TableKernel::rays,   TableKernel::thresholds, TableKernel::row_shifts,
                                 TableKernel::steps,  TableKernel::marking,    TableKernel::batch,
                                 TableKernel::native, TableKernel::components};

enum class Convention : std::uint8_t { normal, misere, function };
constexpr std::array kConventions = {Convention::normal, Convention::misere, Convention::function};

/// What the guard of a loop of moves reads.
enum class GuardKind : std::uint8_t { none, position, number, number_and_position };
constexpr std::array kGuardKinds = {GuardKind::none, GuardKind::position, GuardKind::number, GuardKind::number_and_position};

enum class Quantity : std::uint8_t { outcome, remoteness, grundy, positions, winning_moves };
constexpr std::array kQuantities = {Quantity::outcome, Quantity::remoteness, Quantity::grundy, Quantity::positions,
                                    Quantity::winning_moves};

std::string text(Convention convention) {
  constexpr std::array kNames = {"normal", "misere", "function"};
  return kNames[static_cast<std::size_t>(convention)];
}
std::string text(GuardKind kind) {
  constexpr std::array kNames = {"no guard", "a guard of the position", "a guard of the number",
                                 "a guard of the number and the position"};
  return kNames[static_cast<std::size_t>(kind)];
}
std::string text(Quantity quantity) {
  constexpr std::array kNames = {"outcome", "remoteness", "Grundy value", "positions", "winning moves"};
  return kNames[static_cast<std::size_t>(quantity)];
}

/// Cells that no rule can meet, and the one reason why: all combinations of what is listed. An empty list stands for
/// everything.
struct Absent {
  std::vector<TableKernel> kernels;
  std::vector<Convention> conventions;
  std::vector<Quantity> quantities;
  const char* reason;

  bool covers(TableKernel kernel, Convention convention, Quantity quantity) const {
    const auto has = [](const auto& list, auto wanted) {
      return list.empty() || std::ranges::find(list, wanted) != list.end();
    };
    return has(kernels, kernel) && has(conventions, convention) && has(quantities, quantity);
  }
};
/// No kernel misses a cell for the sake of its guard alone, so guards are not among these.
const std::vector<Absent> kAbsent = {
    {{}, {Convention::misere, Convention::function}, {Quantity::grundy}, "Grundy values are those of normal play"},
    {{TableKernel::thresholds, TableKernel::row_shifts, TableKernel::marking},
     {Convention::normal},
     {Quantity::remoteness, Quantity::grundy},
     "the kernel keeps only whether a position is P"},
    {{TableKernel::row_shifts, TableKernel::marking},
     {Convention::misere},
     {Quantity::remoteness},
     "the kernel keeps only whether a position is P"},
    {{TableKernel::thresholds},
     {Convention::misere},
     {Quantity::outcome, Quantity::remoteness, Quantity::positions, Quantity::winning_moves},
     "a greater bound may turn a position without moves, which is N, into P, so that there is no threshold"},
    {{TableKernel::rays, TableKernel::thresholds, TableKernel::row_shifts, TableKernel::steps, TableKernel::marking,
      TableKernel::native, TableKernel::components},
     {Convention::function},
     {Quantity::outcome, Quantity::remoteness, Quantity::positions, Quantity::winning_moves},
     "the kernel gives all positions without moves the same outcome"},
    {{TableKernel::batch},
     {Convention::function},
     {Quantity::remoteness},
     "the kernel tells the winner by whether the remoteness is odd, which says nothing where the last position decides"},
    {{TableKernel::batch},
     {Convention::function},
     {Quantity::winning_moves},
     "tables are not filled for the sake of one position where the last position decides who wins"},
};

struct GuardText {
  GuardKind kind;
  const char* condition;  ///< of the loop's number t, the coordinate x that it lowers, and another one y
};
constexpr GuardText kGuards[] = {
    {GuardKind::none, "true"},
    {GuardKind::position, "x % 2 == 0"},
    {GuardKind::position, "y >= 2"},
    {GuardKind::position, "x > y"},
    {GuardKind::position, "y ~= 3 and x ~= 4"},
    {GuardKind::number, "t >= 3"},
    {GuardKind::number, "t ~= 2"},
    {GuardKind::number, "t % 2 == 1"},
    {GuardKind::number, "t <= 4"},
    {GuardKind::number_and_position, "t == x"},
    {GuardKind::number_and_position, "t == x - 1"},
    {GuardKind::number_and_position, "t >= x"},
    {GuardKind::number_and_position, "x - t <= 1"},
    {GuardKind::number_and_position, "x - t >= 2 and x - t <= 4"},
    {GuardKind::number_and_position, "2 * t >= x"},
    {GuardKind::number_and_position, "t ~= x"},
    {GuardKind::number_and_position, "t == y"},
    {GuardKind::number_and_position, "t < y"},
    {GuardKind::number_and_position, "t + y >= 3"},
    {GuardKind::number_and_position, "(x - t) % 3 == 1"},
    // That the option is a position is all that these ask of it, so that the moves are still steps.
    {GuardKind::number_and_position, "t <= x"},
    {GuardKind::number_and_position, "t <= x and t ~= 2"},
};

/// How a loop of moves and its guard are said.
enum class Phrase : std::uint8_t { condition, while_loop, repeat_loop, jump, helper };
constexpr std::size_t kPhrases = 5;

/// "Take t from x, t = 1 .. last": the moves of one loop.
struct LoopOfMoves {
  const char* last;
  const char* move;
  const char* x;
  const char* y;
};

/// A rule without its guards.
struct Form {
  const char* name;
  std::vector<std::string> coordinates;
  std::vector<LoopOfMoves> loops;
  Box box;
};
std::vector<Form> forms() {
  return {
      {"heap", {"a"}, {{"a", "move(a - t)", "a", "a"}}, Box({0}, {130})},
      {"heaps", {"a", "b"}, {{"a", "move(a - t, b)", "a", "b"}, {"b", "move(a, b - t)", "b", "a"}}, Box({0, 0}, {14, 10})},
      {"diagonal",
       {"a", "b"},
       {{"a", "move(a - t, b)", "a", "b"}, {"math.min(a, b)", "move(a - t, b - t)", "b", "a"}},
       Box({0, 0}, {9, 70})},
      {"three heaps",
       {"a", "b", "c"},
       {{"a", "move(a - t, b, c)", "a", "b"}, {"c // 2", "move(a, b, c - 2 * t)", "c", "a"}},
       Box({0, 0, 0}, {5, 3, 9})},
      {"limit", {"n", "l"}, {{"math.min(n, l)", "move(n - t, 2 * t)", "n", "n"}}, Box({0, 0}, {40, 9})},
      {"row", {"p", "r"}, {{"math.min(p, r)", "move(p - t, r)", "p", "r"}}, Box({0, 0}, {80, 5})},
      {"few",
       {"a", "b"},
       {{"math.min(a, 5)", "move(a - t, b)", "a", "b"}, {"math.min(b, 3)", "move(a, b - t)", "b", "a"}},
       Box({0, 0}, {20, 9})},
      {"two at once", {"a", "b"}, {{"a", "move(a - t, math.max(b - t, 0))", "a", "b"}}, Box({0, 0}, {11, 9})},
  };
}

/// One loop with its guard, `condition` in the names of the form's coordinates.
std::string loop_text(const LoopOfMoves& loop, const std::string& condition, const std::string& call, Phrase phrase) {
  const auto parts = [&](const char* form) {
    return fmt::format(fmt::runtime(form), fmt::arg("last", loop.last), fmt::arg("move", loop.move),
                       fmt::arg("condition", condition), fmt::arg("call", call));
  };
  switch (phrase) {
    case Phrase::condition: return parts("    for t = 1, {last} do if {condition} then {move} end end\n");
    case Phrase::while_loop:
      return parts("    do local t = 1 while t <= {last} do if {condition} then {move} end t = t + 1 end end\n");
    case Phrase::repeat_loop:
      return parts(
          "    do local t = 1 repeat if t <= {last} and ({condition}) then {move} end t = t + 1 until t > {last} end\n");
    case Phrase::jump: return parts("    for t = 1, {last} do if not ({condition}) then goto next end {move} ::next:: end\n");
    case Phrase::helper: return parts("    for t = 1, {last} do if {call} then {move} end end\n");
  }
  return {};
}

std::string rule_text(const Form& form, const GuardText& guard, Phrase phrase, Convention convention) {
  const std::string names = fmt::format("{}", fmt::join(form.coordinates, ", "));
  std::string body;
  for (const LoopOfMoves& loop : form.loops) {
    std::string condition = guard.condition;
    const auto name = [&](char variable, const std::string& coordinate) {
      std::string named;
      for (std::size_t i = 0; i < condition.size(); ++i)
        if (condition[i] == variable) named += coordinate;
        else named += condition[i];
      condition = named;
    };
    name('x', loop.x);
    name('y', loop.y);
    body += loop_text(loop, condition, fmt::format("allowed(t, {}, {})", loop.x, loop.y), phrase);
  }
  const std::string play =
      convention == Convention::function
          ? fmt::format("function({}) if {} % 2 == 0 then return 'normal' end return 'misere' end", names, form.coordinates[0])
          : fmt::format("'{}'", text(convention));
  return fmt::format(
      "local function allowed(t, x, y) return {} end\n"
      "return game {{\n  position = {{ '{}' }}, play = {},\n  moves = function({})\n{}  end,\n}}\n",
      guard.condition, fmt::join(form.coordinates, "', '"), play, names, body);
}

/// What a solver says of one quantity, as text; nothing where its method refuses.
std::optional<std::string> told(const Game& game, const Methods& methods, const Box& box, Quantity quantity) {
  Solver solver({game.rules}, Budget(), methods);
  std::string said;
  try {
    switch (quantity) {
      case Quantity::outcome:
      case Quantity::remoteness:
      case Quantity::grundy: {
        const ValueKind kind = quantity == Quantity::outcome      ? ValueKind::outcome
                               : quantity == Quantity::remoteness ? ValueKind::remoteness
                                                                  : ValueKind::grundy;
        return fmt::format("{}", fmt::join(solver.table(box, kind).cells, " "));
      }
      case Quantity::positions:
        solver.positions(box, [&](PositionView position) { said += to_string(position) + " "; });
        return said;
      case Quantity::winning_moves: {
        Position middle = box.high();
        for (Coordinate& coordinate : middle) coordinate = coordinate * 2 / 3;
        for (const Position& position : {box.high(), middle}) {
          const Answer answer = solver.solve({{0, widen(position)}}, 1000, Wanted::only(ValueKind::outcome));
          said += fmt::format("{} {}:", to_string(position), letter(answer.value.outcome));
          std::set<std::string> moves;
          for (const Move& move : answer.winning_moves) moves.insert(to_string(move.to.at(0)));
          said += fmt::format("{}; ", fmt::join(moves, " "));
        }
        return said;
      }
    }
  } catch (const RequestError&) {}
  return std::nullopt;
}

class KernelMatrix : public testing::TestWithParam<Convention> {
 protected:
  /// Compares what each kernel says of the rule, and notes which cells it has met.
  void compare(const Form& form, const GuardText& guard, Phrase phrase) {
    const std::string rule = rule_text(form, guard, phrase, GetParam());
    const auto game = directory_.load(rule);
    directory_.options.lift = false;
    const auto plain = directory_.load(rule);
    directory_.options.lift = true;
    for (const Quantity quantity : kQuantities) {
      std::optional<std::string> expected;
      for (const TableKernel kernel : kKernels) {
        Methods methods;
        methods.only = MethodChoice{Method::table, kernel};
        const std::optional<std::string> found = told(*game, methods, form.box, quantity);
        if (!found) continue;
        if (!expected) expected = told(*plain, Methods::search_alone(), form.box, quantity);
        ASSERT_EQ(found, expected) << name(kernel) << ", " << text(quantity) << "\n" << rule;
        met_.insert({kernel, guard.kind, quantity});
      }
    }
  }

  RuleDirectory directory_;
  std::set<std::tuple<TableKernel, GuardKind, Quantity>> met_;
};

TEST_P(KernelMatrix, EveryCellThatExistsIsGeneratedAndRight) {
  std::size_t turn = static_cast<std::size_t>(GetParam());
  for (const Form& form : forms())
    for (const GuardText& guard : kGuards) {
      compare(form, guard, static_cast<Phrase>(turn++ % kPhrases));
      if (HasFatalFailure()) return;
    }
  for (const TableKernel kernel : kKernels)
    for (const GuardKind guard : kGuardKinds)
      for (const Quantity quantity : kQuantities) {
        const auto absent =
            std::ranges::find_if(kAbsent, [&](const Absent& cells) { return cells.covers(kernel, GetParam(), quantity); });
        const bool exists = absent == kAbsent.end();
        EXPECT_EQ(met_.contains({kernel, guard, quantity}), exists)
            << name(kernel) << ", " << text(GetParam()) << ", " << text(guard) << ", " << text(quantity) << ": "
            << (exists ? "no rule is generated" : absent->reason);
      }
}

INSTANTIATE_TEST_SUITE_P(Conventions, KernelMatrix, testing::ValuesIn(kConventions),
                         [](const auto& parameter) { return text(parameter.param); });

/// A line of the list of cells that are not there stands for some.
TEST(KernelMatrixList, NamesNoCellTwice) {
  for (const Convention convention : kConventions)
    for (const TableKernel kernel : kKernels)
      for (const Quantity quantity : kQuantities)
        EXPECT_LE(
            std::ranges::count_if(kAbsent, [&](const Absent& cells) { return cells.covers(kernel, convention, quantity); }), 1)
            << name(kernel) << ", " << text(convention) << ", " << text(quantity);
}

}  // namespace
}  // namespace bouton
