// A game declared in C++ alone: the White Knight (Winning Ways). A knight moves towards the corner of a board;
// who cannot move loses. Prints the Grundy values of an 8 x 8 board, and the winning moves where two
// knights are played side by side.
#include <cstdio>

#include <bouton/bouton.h>

class WhiteKnight final : public bouton::Rules {
 public:
  bouton::Domain domain() const override { return board_; }

  void options(bouton::PositionView square, bouton::Options& out) const override {
    constexpr bouton::Coordinate kLeaps[][2] = {{-2, -1}, {-2, 1}, {-1, -2}, {1, -2}};
    for (const auto& [dx, dy] : kLeaps)
      if (board_.contains({square[0] + dx, square[1] + dy})) out.add({square[0] + dx, square[1] + dy});
  }

 private:
  bouton::Domain board_ = bouton::Domain::fixed({{.name = "x", .greatest = 99}, {.name = "y", .greatest = 99}});
};

int main() {
  bouton::Solver solver(bouton::Game::make<WhiteKnight>());

  const bouton::Table table = solver.table({{0, 0}, {7, 7}}, bouton::ValueKind::grundy);
  for (std::size_t i = 0; i < table.size(); ++i) std::printf("%u%c", table.cells()[i], i % 8 == 7 ? '\n' : ' ');

  const bouton::Sum two_knights = {{0, {7, 7}}, {0, {5, 3}}};
  const bouton::Answer answer = solver.solve(two_knights);
  std::printf("outcome %c, %zu winning moves\n", bouton::letter(answer.value.outcome), answer.winning_moves.size());
  for (const bouton::Move& move : answer.winning_moves)
    std::printf("knight %zu to %s\n", move.component + 1, move.to[0].text().c_str());
}
