// Why an answer is what it is: plans, reasons, graphs, and the comparison with plain recursion.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <bouton/solver.h>

namespace bouton {
inline namespace v1 {

/// How questions are answered, and at what cost.
struct Explanation {
  struct Declined {
    std::string method;
    std::string reason;
  };
  struct Question {
    std::string question = {};           ///< "Grundy value of a position"
    std::string method = {};             ///< what is run first: "table (rays)"; "undecided" or "none"
    std::string reason = {};             ///< why it is, or why there is no answer
    std::optional<double> seconds = {};  ///< as estimated; absent where nobody knows
    std::uint64_t bytes = 0;             ///< as estimated
    std::vector<std::string> then = {};  ///< what is run where that does not come to an end
    std::vector<Declined> declined = {};
  };
  std::vector<std::string> findings = {};  ///< what was seen of the moves, a sentence each
  std::vector<Question> questions = {};
};

/// The plans for questions about a sum; about a box of the first game, its table among them. Looks at some thousand positions.
/// Throws as Solver does.
Explanation explain(Solver& solver, const Sum& sum);
Explanation explain(Solver& solver, const Box& box);

/// Why a position is won, lost or drawn, for people who know its rules.
struct Reason {
  /// Prose, or rows of cells that stand below each other.
  struct Paragraph {
    std::string prose;
    std::vector<std::vector<std::string>> table = {};
  };
  Value value;
  std::vector<Paragraph> paragraphs = {};
  std::optional<Move> move = {};  ///< the winning move that they end in
};

/// Throws as Solver does.
Reason why(Solver& solver, const Sum& sum);

/// The positions below one and the moves between them. Node 0 is the start; positions that are the same under a symmetry are
/// one node.
struct Graph {
  struct Node {
    Sum position = {};
    Value value = {};
  };
  struct Edge {
    std::size_t from = 0, to = 0;
    std::string label = {};
  };
  std::vector<Node> nodes;
  std::vector<Edge> edges;
};

/// Throws LimitError if there are more than `most` nodes, and as Solver does.
Graph graph(Solver& solver, const Sum& start, std::uint64_t most = 10'000);

/// One comparison of two ways to the same answers.
struct Check {
  std::string name;  ///< "table against single positions"
  std::uint64_t compared = 0;
  std::string unit = {};                       ///< what was counted: "values"
  std::string skipped = {};                    ///< why nothing was compared; else empty
  std::optional<std::string> difference = {};  ///< the first one, beginning with the position
};

/// Compares every way of answering that the first game has with plain recursion, and its claims with its moves, in `box`, or in
/// one of some thousand positions. `done` hears of each comparison as it ends. Throws as Solver does.
std::vector<Check> verify(Solver& solver, const std::optional<Box>& box = {},
                          const std::function<void(const Check&)>& done = {});

}  // namespace v1
}  // namespace bouton
