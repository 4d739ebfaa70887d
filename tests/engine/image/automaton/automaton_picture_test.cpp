#include "engine/image/automaton/automaton_picture.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "engine/base/errors.h"
#include "engine/image/automaton/automaton_layout.h"

namespace bouton {
namespace {

/// Multiples of m in base 10: m states, of which one accepts.
Automaton multiples(int m) {
  Automaton automaton(Numeration::base(10), 1);
  while (automaton.states() < static_cast<std::size_t>(m)) automaton.add_state(false);
  automaton.set_accepting(0, true);
  for (State from = 0; from < m; ++from)
    for (Letter digit = 0; digit < 10; ++digit)
      automaton.set_next(from, digit, static_cast<State>((10 * static_cast<int>(from) + static_cast<int>(digit)) % m));
  return automaton;
}

TEST(AutomatonLayout, ColumnsAreDistancesFromTheStart) {
  Automaton chain(Numeration::base(2), 1);
  for (int i = 0; i < 3; ++i) chain.set_next(static_cast<State>(i), 1, chain.add_state(i == 2));
  const LayeredLayout layout = automaton_layout(chain);
  EXPECT_EQ(layout.columns, 4U);
  EXPECT_EQ(layout.rows, 1U);
  for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(layout.places[i].column, i);
}

TEST(AutomatonLayout, NoTwoStatesStandInOnePlace) {
  const LayeredLayout layout = automaton_layout(multiples(17));
  for (std::size_t i = 0; i < 17; ++i)
    for (std::size_t j = 0; j < i; ++j)
      EXPECT_TRUE(layout.places[i].column != layout.places[j].column ||
                  std::abs(layout.places[i].row - layout.places[j].row) >= 1);
}

TEST(AutomatonPicture, LettersOfAnArrow) {
  const Automaton automaton = multiples(3);
  EXPECT_EQ(letters_text(automaton, 0, 1, 9), "1 4 7");
  EXPECT_EQ(letters_text(automaton, 0, 0, 2), "0 3 +2");
  EXPECT_EQ(letters_text(all_tuples(Numeration::base(2), 2), 0, 0, 9), "0,0 1,0 0,1 1,1");
}

TEST(AutomatonPicture, EverythingIsInside) {
  const Automaton three = multiples(3), seven = multiples(7);
  const Picture picture = automata_picture("multiples", {{"of three", &three}, {"of seven", &seven}});
  std::size_t circles = 0;
  for (const Shape& shape : picture.shapes) {
    if (const auto* const line = std::get_if<shape::Line>(&shape)) {
      for (const double x : {line->x0, line->x1}) EXPECT_TRUE(x >= 0 && x <= static_cast<double>(picture.width)) << x;
      for (const double y : {line->y0, line->y1}) EXPECT_TRUE(y >= 0 && y <= static_cast<double>(picture.height)) << y;
    }
    if (std::holds_alternative<shape::Dots>(shape)) ++circles;
  }
  EXPECT_EQ(circles, 2U * 10 + 2U * 2);  // two dots make a circle, four a state that accepts
}

TEST(AutomatonPicture, OfTooManyStatesIsRefused) {
  const Automaton many = multiples(151);
  EXPECT_THROW(automata_picture("", {{"", &many}}), RequestError);
}

}  // namespace
}  // namespace bouton
