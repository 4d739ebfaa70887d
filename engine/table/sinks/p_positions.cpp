#include "engine/table/sinks/p_positions.h"

#include <bit>

#include <fmt/format.h>

#include "engine/base/errors.h"
#include "engine/table/kernel_values.h"

namespace bouton {
namespace {

using Visit = std::function<void(PositionView)>;

class PPositions final : public ValueSink {
 public:
  /// `resumable` may be null.
  PPositions(const Box& box, const Budget& budget, const Visit& visit, ResumableRun* resumable)
      : box_(box), budget_(budget), visit_(visit), resumable_(resumable), position_(box.low()) {}

  Begun begun() const override { return resumable_ != nullptr ? resumable_->begun() : Begun{}; }
  void reached(std::uint64_t done, const std::function<std::string()>& state) override {
    if (resumable_ != nullptr) resumable_->reached(done, state);
  }
  bool wants_p_positions() const override { return true; }
  bool may_begin_again() const override { return found_ == 0; }
  void begin(std::uint32_t) override {}
  void take(std::uint64_t first, std::span<const std::uint32_t> cells) override {
    for (std::uint64_t i = 0; i < cells.size(); ++i) {
      budget_.check_stop_at(i);
      if (cells[i] == static_cast<std::uint32_t>(Outcome::P)) visit(first + i);
    }
  }
  void take_outcomes(std::uint64_t first, const OutcomeBits& outcomes) override {
    if (outcomes.count == 0) return;
    const std::uint64_t end = outcomes.first + outcomes.count;
    for (std::uint64_t w = outcomes.first / 64; w <= (end - 1) / 64; ++w)
      for (std::uint64_t open = outcomes.p[w]; open != 0; open &= open - 1) {
        const std::uint64_t bit = 64 * w + static_cast<unsigned>(std::countr_zero(open));
        if (bit >= outcomes.first && bit < end) visit(first + (bit - outcomes.first));
      }
  }
  void take_run(std::uint64_t first, Outcome outcome, std::uint64_t count) override {
    for (std::uint64_t i = 0; outcome == Outcome::P && i < count; ++i) visit(first + i);
  }
  std::uint64_t found() const { return found_; }

 private:
  /// The position with this number, not less than any before.
  void visit(std::uint64_t number) {
    std::uint64_t on = number - number_;
    number_ = number;
    for (std::size_t i = box_.dimensions(); on != 0 && i-- > 0;) {
      const auto offset = static_cast<std::uint64_t>(position_[i] - box_.low()[i]) + on, length = box_.length(i);
      on = offset < length ? 0 : length == 1 ? offset : offset / length;
      position_[i] = box_.low()[i] + static_cast<Coordinate>(offset - on * length);
    }
    visit_(position_);
    ++found_;
  }

  const Box& box_;
  const Budget& budget_;
  const Visit& visit_;
  ResumableRun* resumable_;
  Position position_;         ///< the last one that was visited
  std::uint64_t number_ = 0;  ///< its number
  std::uint64_t found_ = 0;
};

Result<std::uint64_t> p_positions(const TableProblem& problem, const TableAnalysis& analysis, const Budget& budget,
                                  const Visit& visit, ResumableRun* resumable) {
  PPositions positions(problem.box, budget, visit, goes_on(analysis) ? resumable : nullptr);
  const Result<bool> done = hand_values(problem, analysis, budget, positions);
  if (!done) return done.refusal();
  return positions.found();
}

}  // namespace

Result<std::uint64_t> visit_p_positions(const TableProblem& asked, const Budget& budget, const Visit& visit,
                                        ResumableRun* resumable) {
  TableProblem problem = asked;
  problem.kind = ValueKind::outcome;
  problem.positions_only = true;
  const Result<TableAnalysis> analysis = analyse_table(problem);
  if (!analysis) return analysis.refusal();
  return visit_p_positions(problem, *analysis, budget, visit, resumable);
}

Result<std::uint64_t> visit_p_positions(const TableProblem& problem, const TableAnalysis& analysis, const Budget& budget,
                                        const Visit& visit, ResumableRun* resumable) {
  if (auto trap = find_trap(problem, analysis, budget)) return *trap;
  const bool begun = resumable != nullptr && resumable->begun().done > 0;
  if (begun && !goes_on(analysis))
    throw RequestError("the P-positions of this box are found as a whole, so a run cannot continue another");
  auto counted = p_positions(problem, analysis, budget, visit, resumable);
  if (counted) return counted;
  if (begun)
    throw LimitError(fmt::format("after the P-positions of an earlier run nothing more can be told: {}", counted.reason()));
  if (const auto second = second_choice(problem, analysis, budget))
    return p_positions(problem, *second, budget, visit, nullptr);
  return counted;
}

}  // namespace bouton
