// A way of answering questions. There is one class a way; engine/plan/plan.cpp lists them in the order in which they are asked.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/budget.h"
#include "engine/base/result.h"
#include "engine/closed_form/closed_form.h"
#include "engine/plan/question/answer.h"
#include "engine/plan/question/question.h"
#include "engine/position/options.h"
#include "engine/values/nimber.h"
#include "engine/values/outcome.h"
#include "engine/values/stripes.h"
#include "engine/values/table.h"

namespace bouton {

enum class Way : std::uint8_t { closed_form, theorem, heap, nimbers, search, table, graph, misere_quotient };

/// "closed form", "theorem", "heap", "nimber search", "search", "table", "graph", "misere quotient".
std::string_view name(Way way);

/// What a way says when it will answer a question.
struct Offer {
  Way way = Way::search;
};

/// Which ways may be taken. The reference is all of them off: then there is search, and graph where play is loopy.
struct Ways {
  bool closed_form = true;
  bool heap = true;       ///< sequences of Grundy values, of take-and-break games
  bool nimbers = true;    ///< searches by nimbers, of large positions
  bool kernels = true;    ///< tables, of rules that are known as programs
  bool quotients = true;  ///< misère quotients, for sums that are too large to be searched
  bool claims = true;     ///< what the games claim is looked at first (engine/plan/claims.h)
  /// Where the search of a large position keeps what it finds, and goes on from; empty: nowhere.
  std::filesystem::path search_file = {};
};

/// What a way says of a question.
struct Bid {
  Way way;
  bool searches;  ///< all positions below the one that is asked about
  Result<Offer> offer;
};

/// An offer in words.
struct Description {
  std::string detail;  ///< which kernel fills a table; else empty
  std::string reason;  ///< why this way answers
  std::string cost;
  std::string shape = {};                 ///< of the moves, where kernels fill a table
  std::vector<Refusal> passed_over = {};  ///< kernels that would fill it faster, and what keeps them from it
  bool in_stripes = false;                ///< whether the values of a box are handed out stripe by stripe
};

/// Moves that lead to positions of a wanted value.
struct MovesToValue {
  struct To {
    std::string label;
    std::vector<BigPosition> position;
  };
  std::vector<To> moves;
  bool complete = true;  ///< whether these are all
};

/// The winning moves of a formula, of one position.
MovesToValue moves_of(WinningMoves found);

/// One way. Everything may throw RuleError, LimitError and Interrupted.
class AnsweringWay {
 public:
  /// `budget` must outlive this object.
  explicit AnsweringWay(const Budget& budget) : budget_(budget) {}
  virtual ~AnsweringWay() = default;
  AnsweringWay(const AnsweringWay&) = delete;
  AnsweringWay& operator=(const AnsweringWay&) = delete;

  /// What it offers, if anything.
  virtual Way way() const = 0;
  /// By which way the last answer of its own was found.
  virtual Way answered() const { return way(); }
  /// Whether it looks at all positions below the one that is asked about, so that large ones are beyond it.
  virtual bool searches() const { return false; }

  /// Whether the question is of the kind that this way is for, where several ways have one name: of those that are not, nobody
  /// hears why they refuse. No work.
  virtual bool concerns(const Question&) const { return true; }
  /// Whether it answers. May do as much of the work as takes some milliseconds; what was found is kept for the answer.
  virtual Result<Offer> offer(const Question& question) = 0;
  /// Of a question that it offers to answer.
  virtual Description describe(const Question& question) = 0;

  // The answers, to questions for which there is an offer. Nothing where it turns out that the way cannot answer after all: the
  // next one is asked then.

  virtual std::optional<Outcome> outcome(const Component& component) = 0;
  virtual std::optional<Nimber> nimber(const Component& component) = 0;
  /// The same where it costs a second or so at most; else nothing.
  virtual std::optional<Nimber> nimber_beside(const Component& component) { return nimber(component); }
  /// The outcomes of what the moves of a component lead to, in their order, where that costs little once the component's own is
  /// known; nothing where it does not, or where one of them splits the game.
  virtual std::optional<std::vector<Outcome>> outcomes(std::size_t game, const Options& options);
  virtual std::optional<Table> table(const Box& box, ValueKind kind) = 0;
  /// Hands the values of the box to `sink`, for a question whose striping is not whole. False, before the sink is given
  /// anything, where this way tells the values as a table only.
  virtual std::optional<bool> stream(const Question& question, StripeSink& sink);
  /// Calls `visit` with every P-position of the box, in its order, and returns how many there are. Unless the way knows better,
  /// from a table of outcomes. With `course`, which may be null, it goes on from where that has begun, if it can.
  virtual std::optional<std::uint64_t> positions(const Box& box, const std::function<void(PositionView)>& visit,
                                                 Course* course);
  /// The moves of a component to positions of this value, at most so many; of value 0 under any play: those that win. Nothing
  /// where they are to be found among all options.
  virtual std::optional<MovesToValue> moves_to_value(const Component& component, const Integer& value, std::size_t at_most);
  /// What the answers about a game rest on; empty where on nothing but its rules.
  virtual std::string theorem(std::size_t game);
  /// What a rule file claims of its moves, nobody has proved, and the answer about a component rests on: "independent
  /// (mine.lua:7)"; empty where there is no such thing.
  virtual std::string claim(const Component& component);
  /// Writes what it has found to a file, where it keeps one. Throws OutputError.
  virtual void keep() {}

 protected:
  const Budget& budget() const { return budget_; }

 private:
  const Budget& budget_;
};

}  // namespace bouton
