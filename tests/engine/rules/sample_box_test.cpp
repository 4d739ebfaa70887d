#include "engine/rules/sample_box.h"

#include <gtest/gtest.h>

#include "tests/engine/games.h"

namespace bouton {
namespace {

class Plain : public Rules {
 public:
  explicit Plain(Domain domain) : domain_(std::move(domain)) {}
  const Domain& domain() const override { return domain_; }
  void options(PositionView, Options&) const override {}

 private:
  Domain domain_;
};

Box sample(std::vector<Axis> axes, std::uint64_t most) {
  Game game;
  game.rules = std::make_shared<Plain>(Domain::fixed(std::move(axes)));
  return sample_box(game, most);
}

TEST(SampleBox, IsTheLargestCubeOfSoMany) {
  EXPECT_EQ(sample({{"a"}, {"b"}}, 100).high(), (Position{9, 9}));
  EXPECT_EQ(sample({{"a"}, {"b"}}, 99).high(), (Position{8, 8}));
  EXPECT_EQ(sample({{"a", 3, 4}, {"b"}}, 10).high(), (Position{4, 4}));
  EXPECT_EQ(sample({{"a", 3, 4}}, 10).size(), 2U);
}

TEST(SampleBox, IsOnePositionOfAGameOfManyCoordinates) { EXPECT_EQ(sample(std::vector<Axis>(100, Axis{"a"}), 100).size(), 1U); }

}  // namespace
}  // namespace bouton
