// Sprouts against drawings that keep everything: all spots with their lines, and the way along each boundary of each region.
#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/extent.h"
#include "tests/rules/game_under_test.h"
#include "tests/rules/plain_recursion.h"

namespace bouton {
namespace {

using Boundary = std::vector<int>;  ///< the spots that are met, cyclically; a spot with d lines is met max(d, 1) times in all
using Region = std::vector<Boundary>;

struct Drawing {
  std::vector<int> lines;  ///< of each spot
  std::vector<Region> regions;

  static Drawing of_spots(int number) {
    Drawing drawing{std::vector<int>(static_cast<std::size_t>(number), 0), {{}}};
    for (int spot = 0; spot < number; ++spot) drawing.regions[0].push_back({spot});
    return drawing;
  }

  /// V - E + F = 1 + C, a drawing on the sphere being in one plane; each line counts once for the spot in its middle.
  bool satisfies_euler() const {
    int ends = 0, corners = 0, expected = 0;
    for (const int count : lines) {
      ends += count;
      expected += std::max(count, 1);
    }
    std::vector<int> group(lines.size());
    for (std::size_t spot = 0; spot < lines.size(); ++spot) group[spot] = static_cast<int>(spot);
    for (const Region& region : regions)
      for (const Boundary& boundary : region) {
        corners += static_cast<int>(boundary.size());
        for (const int spot : boundary) {
          const int from = group[static_cast<std::size_t>(spot)], to = group[static_cast<std::size_t>(boundary[0])];
          std::ranges::replace(group, from, to);
        }
      }
    const auto components = static_cast<int>(std::set<int>(group.begin(), group.end()).size());
    return corners == expected &&
           static_cast<int>(lines.size()) - ends / 2 + static_cast<int>(regions.size()) == 1 + components;
  }

  /// The same for drawings that differ in the numbers of their spots, if it is the same order that they are met in.
  std::string key() const {
    std::vector<Region> sorted = regions;
    const auto shape = [&](const Boundary& boundary) {
      std::string text;
      for (const int spot : boundary) text += static_cast<char>('0' + lines[static_cast<std::size_t>(spot)]);
      return text;
    };
    std::map<std::string, std::string> ordered;
    for (Region& region : sorted)
      std::ranges::sort(region, [&](const Boundary& a, const Boundary& b) { return shape(a) < shape(b); });
    std::map<int, int> names;
    std::string text;
    for (const Region& region : sorted) {
      for (const Boundary& boundary : region) {
        for (const int spot : boundary) {
          const int count = lines[static_cast<std::size_t>(spot)];
          text += static_cast<char>('0' + count);
          if (count == 2) text += fmt::format("({})", names.emplace(spot, names.size()).first->second);
        }
        text += '.';
      }
      text += '}';
    }
    return text;
  }

  /// As the rule file writes it, every spot with two lines a letter.
  std::string text() const {
    std::map<int, char> letters;
    std::string text;
    for (const Region& region : regions) {
      std::string inside;
      for (const Boundary& boundary : region) {
        std::string alive;
        for (const int spot : boundary) {
          const int count = lines[static_cast<std::size_t>(spot)];
          if (count < 2) alive += static_cast<char>('0' + count);
          if (count == 2) alive += letters.emplace(spot, static_cast<char>('A' + letters.size())).first->second;
        }
        if (!alive.empty()) inside += (inside.empty() ? "" : ".") + alive;
      }
      if (!inside.empty()) text += inside + '}';
    }
    return text.empty() ? "nothing" : text;
  }
};

Boundary from(const Boundary& boundary, std::size_t corner) {
  Boundary turned = boundary;
  std::ranges::rotate(turned, turned.begin() + static_cast<std::ptrdiff_t>(corner));
  return turned;
}

/// All drawings that one move makes of a drawing, one for each choice of two corners and of what lies on either side.
class Moves {
 public:
  explicit Moves(const Drawing& drawing) : drawing_(drawing) {}

  std::vector<Drawing> all() {
    for (std::size_t r = 0; r < drawing_.regions.size(); ++r) {
      const Region& region = drawing_.regions[r];
      for (std::size_t i = 0; i < region.size(); ++i)
        for (std::size_t a = 0; a < region[i].size(); ++a) {
          for (std::size_t b = a; b < region[i].size(); ++b) within(r, i, a, b);
          for (std::size_t j = i + 1; j < region.size(); ++j)
            for (std::size_t b = 0; b < region[j].size(); ++b) between(r, i, a, j, b);
        }
    }
    return std::move(found_);
  }

 private:
  int lines(int spot) const { return drawing_.lines[static_cast<std::size_t>(spot)]; }
  bool may_draw(int x, int y) const { return x == y ? lines(x) <= 1 : lines(x) <= 2 && lines(y) <= 2; }

  /// The drawing with a line from x to y, and other regions in place of region r.
  void add(std::size_t r, int x, int y, const std::vector<Region>& instead) {
    Drawing next = drawing_;
    ++next.lines[static_cast<std::size_t>(x)];
    ++next.lines[static_cast<std::size_t>(y)];
    next.lines.push_back(2);
    next.regions.erase(next.regions.begin() + static_cast<std::ptrdiff_t>(r));
    next.regions.insert(next.regions.end(), instead.begin(), instead.end());
    found_.push_back(std::move(next));
  }
  int middle() const { return static_cast<int>(drawing_.lines.size()); }

  void between(std::size_t r, std::size_t i, std::size_t a, std::size_t j, std::size_t b) {
    const Region& region = drawing_.regions[r];
    const Boundary first = from(region[i], a), second = from(region[j], b);
    if (!may_draw(first[0], second[0])) return;
    Boundary joined = first;
    if (lines(first[0]) > 0) joined.push_back(first[0]);
    joined.push_back(middle());
    joined.insert(joined.end(), second.begin(), second.end());
    if (lines(second[0]) > 0) joined.push_back(second[0]);
    joined.push_back(middle());
    Region whole = {joined};
    for (std::size_t k = 0; k < region.size(); ++k)
      if (k != i && k != j) whole.push_back(region[k]);
    add(r, first[0], second[0], {whole});
  }

  void within(std::size_t r, std::size_t i, std::size_t a, std::size_t b) {
    const Region& region = drawing_.regions[r];
    const Boundary turned = from(region[i], a);
    const std::size_t end = b - a;
    const int x = turned[0], y = turned[end];
    if (a != b && x == y) return;  // a spot with two lines, met twice
    if (!may_draw(x, y)) return;
    Boundary left(turned.begin(), turned.begin() + static_cast<std::ptrdiff_t>(end) + 1);
    Boundary right(turned.begin() + static_cast<std::ptrdiff_t>(end), turned.end());
    if (a != b) right.push_back(x);
    else if (lines(x) == 1) right.push_back(x);
    left.push_back(middle());
    right.push_back(middle());
    std::vector<std::size_t> others;
    for (std::size_t k = 0; k < region.size(); ++k)
      if (k != i) others.push_back(k);
    for (std::size_t choice = 0; choice < std::size_t{1} << others.size(); ++choice) {
      Region inside = {left}, outside = {right};
      for (std::size_t k = 0; k < others.size(); ++k) ((choice >> k & 1) != 0 ? inside : outside).push_back(region[others[k]]);
      add(r, x, y, {inside, outside});
    }
  }

  const Drawing& drawing_;
  std::vector<Drawing> found_;
};

struct DrawingValue {
  std::uint64_t grundy = 0;
  Remoteness remoteness = 0;
  Outcome misere = Outcome::N;
};

/// Values of drawings by the definition, and what was met on the way.
class DrawingValues {
 public:
  const DrawingValue& of(const Drawing& drawing) {
    const std::string key = drawing.key();
    if (const auto known = values_.find(key); known != values_.end()) return known->second;
    std::set<std::uint64_t> seen;
    std::optional<Remoteness> win;
    DrawingValue value;
    bool ends = true, misere_win = false;
    Remoteness loss = 0;
    for (const Drawing& next : Moves(drawing).all()) {
      EXPECT_TRUE(next.satisfies_euler());
      const DrawingValue after = of(next);
      ends = false;
      seen.insert(after.grundy);
      if (after.grundy == 0) win = std::min(win.value_or(~Remoteness{0}), after.remoteness + 1);
      loss = std::max(loss, after.remoteness + 1);
      misere_win = misere_win || after.misere == Outcome::P;
    }
    while (seen.contains(value.grundy)) ++value.grundy;
    value.remoteness = win.value_or(ends ? 0 : loss);
    value.misere = ends || misere_win ? Outcome::N : Outcome::P;
    met_.emplace(drawing.text(), value);
    return values_.emplace(key, value).first->second;
  }
  /// By their texts.
  const std::map<std::string, DrawingValue>& met() const { return met_; }

 private:
  std::map<std::string, DrawingValue> values_;
  std::map<std::string, DrawingValue> met_;
};

/// Every drawing that one or two spots can become, and some of those of three.
TEST(Sprouts, HasTheValuesOfDrawings) {
  const auto game = GameUnderTest::load("sprouts");
  PlainRecursion normal(*game->rules, Play::normal), misere(*game->rules, Play::misere);
  for (const int spots : {0, 1, 2, 3}) {
    DrawingValues drawings;
    drawings.of(Drawing::of_spots(spots));
    const std::size_t step = spots < 3 ? 1 : test::cases(1 + drawings.met().size() / 400, 1);
    std::size_t number = 0;
    for (const auto& [text, expected] : drawings.met()) {
      if (number++ % step != 0 && text != Drawing::of_spots(spots).text()) continue;
      const Position position = narrow(parse_position(*game, text)).value();
      const Value& value = normal.value(position);
      ASSERT_EQ(value.grundy, Nimber(Integer(expected.grundy))) << text;
      ASSERT_EQ(value.remoteness, expected.remoteness) << text;
      ASSERT_EQ(misere.value(position).outcome, expected.misere) << text;
    }
    EXPECT_GT(number, spots == 3 ? 1000U : 0U);
  }
}

/// Normal forms and components are those of the drawing: what is searched by them has the values that it has without.
TEST(Sprouts, NormalFormsAndComponentsKeepValues) {
  const auto game = GameUnderTest::load("sprouts");
  PlainRecursion truth(*game->rules, Play::normal);
  DrawingValues drawings;
  drawings.of(Drawing::of_spots(2));
  for (const auto& [text, expected] : drawings.met()) {
    Position position = narrow(parse_position(*game, text)).value();
    Options parts;
    game->rules->components(position, parts);
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < parts.size(); ++i) sum ^= truth.value(Position(parts[i][0])).grundy->value().get_ui();
    ASSERT_EQ(sum, expected.grundy) << text;
    game->rules->normalize(position);
    const Position once = position;
    ASSERT_EQ(truth.value(once).grundy->value().get_ui(), expected.grundy) << text;
    game->rules->normalize(position);
    ASSERT_EQ(position, once) << text << ": a normal form is its own";
  }
}

/// Outcomes of n spots (Applegate, Jacobson and Sleator 1991; Lemoine and Viennot 2010): P just where n mod 6 is 0, 1 or 2.
Outcome published(int spots) { return spots % 6 < 3 ? Outcome::P : Outcome::N; }

void expect_published(int first, int last) {
  const auto game = GameUnderTest::load("sprouts");
  for (int spots = first; spots <= last; ++spots) {
    Solver solver({game->rules}, Budget(), {.only = MethodChoice{Method::nimbers, {}}});
    EXPECT_EQ(solver.outcome({{0, parse_position(*game, std::to_string(spots))}}), published(spots)) << spots;
  }
}

// Takes some 2 s: Lua lists the moves of each drawing, first of those at which the claims of the rule are compared with its
// moves, then of those that the search meets.
TEST(Sprouts, HasThePublishedOutcomesTo6Spots) { expect_published(1, 6); }
TEST(SproutsSlow, HasThePublishedOutcomesTo8Spots) { expect_published(7, test::is_long() ? 8 : 7); }

/// Under misère play (A164950; Lemoine and Viennot 2009).
void expect_published_misere(int first, int last) {
  constexpr std::string_view kOutcomes = "NPPPNNPPPNNNPPP";
  const auto game = GameUnderTest::load("sprouts");
  for (int spots = first; spots <= last; ++spots) {
    Solver solver({under_play(game->rules, Play::misere)}, Budget(), {.only = MethodChoice{Method::nimbers, {}}});
    const Outcome outcome = solver.outcome({{0, parse_position(*game, std::to_string(spots))}});
    EXPECT_EQ(letter(outcome), kOutcomes[static_cast<std::size_t>(spots - 1)]) << spots;
  }
}

TEST(Sprouts, HasThePublishedMisereOutcomesTo4Spots) { expect_published_misere(1, 4); }
TEST(SproutsSlow, HasThePublishedMisereOutcomesOf5And6Spots) { expect_published_misere(5, 6); }

TEST(Sprouts, RefusesWhatIsNoDrawing) {
  const auto game = GameUnderTest::load("sprouts");
  const auto error = [&](const char* text) {
    try {
      parse_position(*game, text);
    } catch (const RequestError& request) {
      return std::string(request.what());
    }
    return std::string();
  };
  EXPECT_NE(error("0.0").find("each region ends with }"), std::string::npos);
  EXPECT_NE(error("0..0}").find("a boundary has a spot"), std::string::npos);
  EXPECT_NE(error("A0}").find("the spot A is not met twice"), std::string::npos);
  EXPECT_NE(error("0x}").find("the spot x is not met twice"), std::string::npos);
  EXPECT_NE(error("3}").find("spots are 0, 1, 2 and letters"), std::string::npos);
  EXPECT_NE(error(""), "");
  EXPECT_NE(error("27"), "");
  EXPECT_NE(error("-1"), "");
  EXPECT_EQ(error("26"), "");
  EXPECT_EQ(error("nothing"), "");
}

}  // namespace
}  // namespace bouton
