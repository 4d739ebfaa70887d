// A method of answering questions. There is a class a method; engine/question/method_list.h lists them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/budget.h"
#include "engine/base/memory_account.h"
#include "engine/base/result.h"
#include "engine/closed_form/closed_form.h"
#include "engine/position/options.h"
#include "engine/question/answer.h"
#include "engine/question/proposal.h"
#include "engine/question/question.h"
#include "engine/rules/rules.h"
#include "engine/search/search.h"
#include "engine/values/nimber.h"
#include "engine/values/outcome.h"
#include "engine/values/table.h"
#include "engine/values/value_sink.h"

namespace bouton {

/// What keeps methods that look at positions from those that are too large for it.
inline constexpr const char* kBeyond64Bits = "coordinates beyond 64 bits take a formula";

/// The winning moves of a formula, of one position.
MovesToValue moves_of(WinningMoves found);

/// What a method does before it proposes. Those that do least propose first, as the others look at what has been proposed.
enum class Preparation : std::uint8_t {
  none,      ///< looks at what is known of the rules
  probe,     ///< looks at some thousand positions
  analysis,  ///< of the moves, for all positions at once
  outcomes,  ///< the same, for what is no use where values are known too
  proof,     ///< proves, or perhaps finds, what holds for all positions
  last,      ///< proposes only where nothing else takes little
};

struct MethodParts;

/// Everything may throw RuleError, LimitError and Interrupted.
class AnsweringMethod {
 public:
  AnsweringMethod(const MethodParts& parts, Method method, Preparation preparation);
  virtual ~AnsweringMethod() = default;
  AnsweringMethod(const AnsweringMethod&) = delete;
  AnsweringMethod& operator=(const AnsweringMethod&) = delete;

  Method method() const { return method_; }
  Preparation preparation() const { return preparation_; }
  /// By which method the last answer was found: another one where this one found out that it takes that.
  virtual Method answered() const { return method(); }
  /// Whether it looks at all positions below the one that is asked about, so that what it finds includes their values.
  virtual bool looks_below() const { return false; }

  /// Whether it knows moves that oblige (Rules::obliges). Else it is not asked about games that have such.
  virtual bool knows_obligations() const { return false; }
  /// The same of options that are forbidden (Rules::blocking).
  virtual bool knows_blocking() const { return false; }

  /// Whether it can answer, and at what cost. Analyses, and looks at no more than some thousand positions.
  virtual Result<Proposal> propose(const Question& question, const ProposedSoFar& known) = 0;

  /// Does the work of a question about a position or a sum that it has a proposal for: afterwards the answers below cost no
  /// more than a look-up. False where the allowance was not enough, or where it turns out that the method does not apply; the
  /// next one is asked then, and what was found is kept.
  virtual bool run(const Question& question, const Effort& allowance) = 0;
  /// How many positions the last run() looked at, where the method counts them: 0 if it did not begin.
  virtual std::optional<std::uint64_t> looked_at() const { return std::nullopt; }

  // The answers, after run() -------------------------------------------------------------------------------------------

  virtual Outcome outcome(const Component& component) = 0;
  virtual Nimber nimber(const Component& component) = 0;
  /// The Grundy value where it is known, or costs a second or so at most, after a run for the outcome; else nothing.
  virtual std::optional<Nimber> nimber_beside(const Component& component) = 0;
  /// The outcomes of what the moves of a component lead to, in their order, where that costs little once the component's own is
  /// known; nothing where it does not, or where one of them splits the game.
  virtual std::optional<std::vector<Outcome>> outcomes(std::size_t game, const Options& options);
  /// The moves of a component to positions of this value, at most so many; of value 0 under any play: those that win. Nothing
  /// where they are to be found among all options.
  virtual std::optional<MovesToValue> moves_to_value(const Component& component, const Integer& value, std::size_t at_most);
  /// The remoteness of a component, where a theory tells it, after run(); else nothing.
  virtual std::optional<Remoteness> remoteness(const Component& component);
  /// Whether a search of all positions below it, which comes to an end, may tell what this method does not.
  virtual bool search_may_tell_more() const { return true; }
  /// Its suspense number, after run() for that; absent for a draw. Only of methods that propose to tell it.
  virtual std::optional<Remoteness> suspense(const Component& component);
  /// Its longest play, after run() for that; absent where play need not end. Only of methods that propose to tell it.
  virtual std::optional<Remoteness> longest(const Component& component);
  /// What the answers about a game rest on; empty where on nothing but its rules.
  virtual std::string theorem(std::size_t game);
  /// What a rule file claims of its moves, nobody has proved, and the answer about a component rests on: "independent
  /// (mine.lua:7)"; empty where there is no such thing.
  virtual std::string claim(const Component& component);

  // Boxes: the work and the answer at once; nothing where it turns out that the method does not apply --------------------

  virtual std::optional<Table> table(const Box& box, ValueKind kind);
  /// Hands the values of the box to `sink`, for a question whose striping is not whole. False, before the sink is given
  /// anything, where this method tells the values as a table only.
  virtual std::optional<bool> stream(const Question& question, ValueSink& sink);
  /// Calls `visit` with every P-position of the box, in its order, and returns how many there are. Unless the method knows
  /// better, from a table of outcomes. With `resumable`, which may be null, it goes on from where that has begun, if it can.
  virtual std::optional<std::uint64_t> positions(const Box& box, const std::function<void(PositionView)>& visit,
                                                 ResumableRun* resumable);

  /// Writes what it has found to a file, where it keeps one. Throws OutputError.
  virtual void keep() {}

 protected:
  const Budget& budget() const { return budget_; }
  const std::vector<std::shared_ptr<const Rules>>& games() const { return games_; }
  const Rules& rules(std::size_t game) const { return *games_[game]; }
  const std::shared_ptr<MemoryAccount>& account() const { return account_; }

 private:
  Method method_;
  Preparation preparation_;
  const Budget& budget_;
  std::vector<std::shared_ptr<const Rules>> games_;
  std::shared_ptr<MemoryAccount> account_;
};

}  // namespace bouton
