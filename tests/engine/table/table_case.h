// What table is asked for, in tests of those that are handed out in pieces.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <gtest/gtest.h>

#include "engine/base/budget.h"
#include "engine/table/sinks/whole_table.h"
#include "tests/engine/table/programs.h"
#include "tests/engine/table/random_rays.h"

namespace bouton::table_test {

struct TableCase {
  MoveProgram program;
  Domain domain;
  Box box;
  Play play = Play::normal;
  ValueKind kind = ValueKind::grundy;
  unsigned threads = 1;
  std::optional<MoveProgram> valid = {};

  TableProblem problem() const {
    TableProblem problem;
    problem.moves = &program;
    problem.domain = &domain;
    problem.box = box;
    problem.play = play;
    problem.kind = kind;
    problem.threads = threads;
    if (valid) problem.valid = &*valid;
    return problem;
  }
  Budget budget() const {
    Budget budget;
    budget.threads = threads;
    return budget;
  }
};

/// The values, from a table in memory.
inline std::vector<std::uint32_t> cells_of_table(const TableCase& asked) {
  const auto table = solve_table(asked.problem(), asked.budget());
  EXPECT_TRUE(table);
  return table->cells;
}

/// Boxes of every shape that has stripes, as Grundy values.
inline std::vector<TableCase> cases_in_stripes() {
  return {
      {wythoff(), plain_domain(2), Box({0, 0}, {70, 90})},
      {wythoff(), plain_domain(2), Box({20, 3}, {33, 140})},
      {heaps(3), plain_domain(3), Box({0, 0, 0}, {5, 7, 12})},
      {heaps(3), plain_domain(3), Box({0, 0, 0}, {30, 3, 2})},
      {heaps(1), plain_domain(1), Box({0}, {700})},
      {ray_rule(2, {{1, 0}, {0, 1}, {2, 1}}, 11), plain_domain(2), Box({0, 0}, {40, 90})},
      {ray_rule(2, {{1, 0}, {0, 1}, {1, 2}, {3, 1}}), plain_domain(2), Box({0, 0}, {90, 40})},
      {rays_inside({{1, -1}, {0, 1}, {1, 0}}, Position{70, 50}), Domain::fixed({{.name = "a"}, {.name = "b", .greatest = 50}}),
       Box({0, 0}, {70, 50})},
      {rays_inside({{1, -3}, {2, 1}, {0, 2}}, Position{60, 70}), Domain::fixed({{.name = "a"}, {.name = "b", .greatest = 70}}),
       Box({0, 0}, {60, 70})},
      {nimrod(), nimrod_domain(), Box({0, 1}, {3000, 5})},
      {nimrod(), nimrod_domain(), Box({40, 2}, {1700, 2})},
      {subtraction({1, 4, 9}), plain_domain(1), Box({5}, {3000})},
      {copycat(4), copycat_domain(4), Box({0, 0}, {1100, 4})},
      {take_away(2, 0), plain_domain(2), Box({0, 0}, {600, 50})},
      {wythoff(), plain_domain(2), Box({0, 0}, {70, 290})},
      {heaps(3), plain_domain(3), Box({0, 0, 0}, {5, 7, 140})},
      {ray_rule(3, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 0, 2}, {1, 1, 1}}), plain_domain(3), Box({0, 0, 0}, {9, 12, 70})},
  };
}

}  // namespace bouton::table_test
