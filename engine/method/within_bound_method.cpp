// Answers about one position below which play goes up without an end in sight: from the graph of the positions that are met
// first, whose number is bounded. What lies beyond them is not known, so a position is N if an option is known to be P, and P
// if all of its options are known to be N; a draw is never concluded from what is not known.
#include <algorithm>
#include <optional>

#include "engine/base/errors.h"
#include "engine/base/memory_account.h"
#include "engine/graph/graph_values.h"
#include "engine/method/method_parts.h"
#include "engine/rules/rising_play.h"

namespace bouton {
namespace {

class WithinBoundMethod final : public AnsweringMethod {
 public:
  explicit WithinBoundMethod(const MethodParts& parts) : AnsweringMethod(parts, Method::within_bound, Preparation::last) {}

  /// Never of itself: the plan runs it where another method has met such play.
  Result<Proposal> propose(const Question&, const ProposedSoFar&) override {
    return Refusal{"play is not seen to go up without an end"};
  }
  bool run(const Question& question, const Effort& allowance) override;
  std::optional<std::uint64_t> looked_at() const override { return near_ ? near_->graph().explored() : 0; }
  Outcome outcome(const Component&) override { return near_->decided(kStart)->outcome(); }
  /// Not told.
  Nimber nimber(const Component&) override { return {}; }
  std::optional<Nimber> nimber_beside(const Component&) override { return std::nullopt; }
  std::optional<Remoteness> remoteness(const Component& component) override;
  bool search_may_tell_more() const override { return false; }
  std::optional<MovesToValue> moves_to_value(const Component& component, const Integer& value, std::size_t at_most) override;

 private:
  static constexpr MoveGraph::Node kStart = 0;

  std::optional<GraphValues> near_;  ///< below the position that was asked about last
};

/// Options that are listed, and that the rule names: far more than the positions of most games have.
constexpr std::uint64_t kMostEdges = std::uint64_t{1} << 22, kMostNamed = std::uint64_t{1} << 24;

/// How many moves lead from the start to the nearest position that was not followed. Nodes are numbered in the order of their
/// distance, so those of one distance end with the last option of those of the distance before. The graph is not complete.
std::uint64_t moves_to_border(const MoveGraph& graph) {
  std::uint64_t moves = 0;
  MoveGraph::Node first = 0, end = 1;
  while (end <= graph.explored()) {
    MoveGraph::Node next = end;
    for (; first < end; ++first)
      for (const MoveGraph::Node option : graph.options(first)) next = std::max(next, option + 1);
    end = next;
    ++moves;
  }
  return moves;
}

/// False where what was met does not decide, where a move splits the game, and where memory does not suffice.
bool WithinBoundMethod::run(const Question& question, const Effort& allowance) {
  near_.reset();
  if (question.of == Question::Of::grundy || question.of_suspense() || question.component == nullptr) return false;
  const std::optional<Position> position = narrow(question.component->position);
  if (!position) return false;
  try {
    near_.emplace(rules(question.component->game), budget(), account());
    (void)near_->add_start(*position);
    const MoveGraph::Limits limits{.nodes = std::min(RisingPlay::kMostPositions, allowance.positions),
                                   .edges = std::min(kMostEdges, allowance.options),
                                   .named = kMostNamed};
    try {
      if (near_->explore(limits) == MoveGraph::Status::split) near_.reset();
    } catch (const EndlessPlay&) {}  // what was met until then is there
    if (near_ && near_->decided(kStart)) return true;
  } catch (const LimitError& error) {
    if (error.limit() != Limit::memory) throw;
  }
  near_.reset();
  return false;
}

/// A remoteness of r is certain if all positions that fewer than r moves lead to were followed: each number below r would be
/// seen from these.
std::optional<Remoteness> WithinBoundMethod::remoteness(const Component&) {
  const std::optional<Remoteness> found = near_->decided(kStart)->unpack().remoteness;
  if (!found || near_->complete()) return found;
  if (*found > moves_to_border(near_->graph())) return std::nullopt;
  return found;
}

/// Perhaps not all, which is said, where there are options of which nothing is known.
std::optional<MovesToValue> WithinBoundMethod::moves_to_value(const Component& component, const Integer& value,
                                                              std::size_t at_most) {
  if (value != 0) return std::nullopt;
  const Rules& game = rules(component.game);
  Options all(account());
  game.options(*narrow(component.position), all);
  const Options options = all.unique();
  MovesToValue found;
  Position normal;
  for (std::size_t i = 0; i < options.size(); ++i) {
    budget().check_stop();
    normal.assign(options[i][0]);
    game.normalize(normal);
    const std::optional<MoveGraph::Node> node = near_->graph().find(normal);
    const std::optional<PackedOutcome> outcome = node ? near_->decided(*node) : std::nullopt;
    if (!outcome) found.complete = false;
    if (!outcome || outcome->outcome() != Outcome::P) continue;
    if (found.moves.size() == at_most) {
      found.complete = false;
      break;
    }
    found.moves.push_back({std::string(game.label_name(options[i].label())), {widen(options[i][0])}});
  }
  return found;
}

}  // namespace

void add_within_bound(const MethodParts& parts, MethodList& methods) {
  methods.push_back(std::make_unique<WithinBoundMethod>(parts));
}

}  // namespace bouton
