#include "engine/program/construction/predicated_graph.h"

#include <map>
#include <random>

#include <gtest/gtest.h>

#include "engine/program/move_program_run.h"

namespace bouton {
namespace {

constexpr int kAtoms = 4;

/// A node of a random acyclic graph: it branches on an atom, or ends.
struct RandomNode {
  int atom = 0;
  std::size_t yes = 0, no = 0;
  bool ends = false;
};

/// The nodes that are passed where the atoms have the truth values of `bits`: the definition of control flow.
std::vector<std::size_t> path(const std::vector<RandomNode>& nodes, int bits) {
  std::vector<std::size_t> passed;
  for (std::size_t at = 0; at < nodes.size();) {
    passed.push_back(at);
    if (nodes[at].ends) break;
    at = (bits >> nodes[at].atom & 1) != 0 ? nodes[at].yes : nodes[at].no;
  }
  return passed;
}

TEST(PredicatedGraph, StructuredItRunsTheNodesOfThePathInOrder) {
  std::mt19937_64 random(5);
  int forks = 0;
  for (int i = 0; i < 400; ++i) {
    const std::size_t size = 2 + random() % 9;
    std::vector<RandomNode> nodes;
    for (std::size_t n = 0; n < size; ++n) {
      const auto later = [&] { return n + 1 + random() % (size - n); };
      nodes.push_back({static_cast<int>(random() % kAtoms), later(), later(), n > 0 && random() % 8 == 0});
      forks += nodes[n].yes != nodes[n].no ? 1 : 0;
    }

    MoveProgram program;
    program.dimensions = kAtoms;
    const std::vector<CoordinateRange> ranges;
    Facts facts(program, ranges);
    Conditions conditions(program, facts);
    const auto atom = [&](int number) {
      return conditions.of(
          program.binary(Op::equal, program.coordinate(static_cast<std::size_t>(number)), program.constant(1)));
    };
    PredicatedGraph graph;
    std::map<std::size_t, NodeId> ids{{0, 0}};
    for (std::size_t n = 0; n < size; ++n) {
      if (n > 0) {
        std::vector<NodeId> from;
        Condition predicate = kNever;
        for (const auto& [other, id] : ids) {
          if (nodes[other].ends) continue;
          Condition taken = kNever;
          if (nodes[other].yes == n) taken = conditions.either(taken, atom(nodes[other].atom));
          if (nodes[other].no == n) taken = conditions.either(taken, conditions.negation(atom(nodes[other].atom)));
          taken = conditions.both(taken, graph.predicate(id));
          if (taken == kNever) continue;
          from.push_back(id);
          predicate = conditions.either(predicate, taken);
        }
        if (from.empty()) continue;
        ids[n] = graph.add(from, predicate);
      }
      Block& statements = graph.statements(ids[n]);
      statements.push_back({.kind = Statement::Kind::option, .to = {{program.constant(static_cast<std::int64_t>(n))}}});
      if (!nodes[n].ends) continue;
      statements.push_back({.kind = Statement::Kind::finish});
      graph.set_ends(ids[n]);
    }
    program.body = std::move(graph).structure(conditions);

    const CompiledProgram compiled(program);
    for (int bits = 0; bits < 1 << kAtoms; ++bits) {
      Position position;
      for (int a = 0; a < kAtoms; ++a) position.push_back(bits >> a & 1);
      Options options;
      ASSERT_EQ(compiled.options(position, options), RunStatus::done);
      std::vector<std::size_t> passed;
      for (std::size_t k = 0; k < options.size(); ++k) passed.push_back(static_cast<std::size_t>(options[k][0][0]));
      ASSERT_EQ(passed, path(nodes, bits)) << i << ", " << bits;
    }
  }
  EXPECT_GT(forks, 1000);
}

TEST(PredicatedGraph, KnowsWhetherAnythingWasDoneBefore) {
  PredicatedGraph graph;
  const NodeId next = graph.add({0}, kAlways), after = graph.add({next}, kAlways);
  EXPECT_TRUE(graph.is_begin(0));
  EXPECT_TRUE(graph.is_begin(next));
  EXPECT_FALSE(graph.is_begin(after));
  graph.statements(next).push_back({.kind = Statement::Kind::finish});
  EXPECT_FALSE(graph.is_begin(next));
}

}  // namespace
}  // namespace bouton
