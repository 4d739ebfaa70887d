#include "engine/table/sinks/blocks.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "engine/table/kernel_values.h"
#include "engine/table/sinks/stripes.h"

namespace bouton {
namespace {

/// Rows that are solved between two messages, at most; fewer where there are few for each rank, so that the wave gets going.
constexpr std::int64_t kMostBand = 128, kBandsOfRank = 16;
/// A run is kept about so many times, and not for fewer positions than these.
constexpr std::uint64_t kKept = 100, kLeastKept = 4096;

/// The edges of a slab as messages between ranks. What ranks keep travels with the messages about a band, from the first to the
/// last one: when that has it, all have.
class RankEdges final : public SlabEdges {
 public:
  RankEdges(Ranks& ranks, int slabs, std::uint64_t rows, std::uint64_t columns, const Budget& budget, BlockSink& sink)
      : ranks_(ranks), slabs_(slabs), budget_(budget), sink_(sink), step_(std::max(rows / kKept, kLeastKept / columns + 1)) {}

  bool has_left() const override { return ranks_.rank() > 0; }
  bool has_right() const override { return ranks_.rank() + 1 < slabs_; }
  std::string receive() override {
    const std::string message = ranks_.receive(ranks_.rank() - 1, budget_);
    StateReader in(message);
    states_.resize(in.get<std::uint64_t>());
    in.get(std::span<char>(states_));
    return message.substr(sizeof(std::uint64_t) + states_.size());
  }
  void send(std::string message) override {
    StateWriter out;
    out.add(static_cast<std::uint64_t>(states_.size()));
    out.add(std::span<const char>(states_));
    states_.clear();
    ranks_.send(ranks_.rank() + 1, out.take() + message, budget_);
  }
  /// Between the rows before `rows` and the message about them.
  void reached(std::uint64_t rows, const std::function<std::string()>& state) {
    ranks_.check();
    if (!sink_.goes_on() || rows < next_) return;
    next_ = rows + step_;
    StateWriter out;
    for (const std::string& own : {sink_.keep(), state()}) {
      out.add(static_cast<std::uint64_t>(own.size()));
      out.add(std::span<const char>(own));
    }
    states_ += out.take();
    if (!has_right()) sink_.keep_states(rows, std::exchange(states_, {}));
  }
  /// Goes on from what was kept: tells the sink what it kept, and returns this rank's state.
  std::string go_on(const ResumableRun::Begun& begun) {
    next_ = begun.done + step_;
    std::string kept, own;
    if (begun.done == 0) return own;
    StateReader in(begun.state);
    for (int rank = 0; rank <= ranks_.rank(); ++rank)
      for (std::string* text : {&kept, &own}) {
        text->resize(in.get<std::uint64_t>());
        in.get(std::span<char>(*text));
      }
    sink_.go_on(kept);
    return own;
  }

 private:
  Ranks& ranks_;
  const int slabs_;
  const Budget& budget_;
  BlockSink& sink_;
  std::uint64_t step_, next_ = 0;  ///< rows
  std::string states_;             ///< of the ranks up to the left one, or this one, after the present band
};

Result<bool> solve_slab(const RayProblem& problem, std::int64_t reach, const Budget& budget, Ranks& ranks, BlockSink& sink,
                        const SlabCut& cut) {
  const Box& region = problem.region;
  const std::size_t last = region.dimensions() - 1;
  const auto columns = static_cast<std::int64_t>(region.length(last));
  const auto rows = static_cast<std::int64_t>(region.size()) / columns;
  const std::vector<Slab> slabs = divide_columns(columns, problem.asked.low()[last] - region.low()[last], reach,
                                                 static_cast<std::size_t>(ranks.count()), cut.unit);
  const auto count = static_cast<int>(slabs.size());
  if (ranks.rank() >= count) {
    sink.begin(static_cast<std::uint32_t>(problem.greatest));
    return true;
  }
  const std::int64_t band = cut.band > 0 ? cut.band : std::clamp<std::int64_t>(rows / (kBandsOfRank * count), 1, kMostBand);
  RankEdges edges(ranks, count, static_cast<std::uint64_t>(rows), static_cast<std::uint64_t>(columns), budget, sink);
  const ResumableRun::Begun begun = sink.begun();
  RaySlab slab{{slabs[static_cast<std::size_t>(ranks.rank())], edges, band}, begun.done, {edges.go_on(begun), {}}};
  if (sink.goes_on())
    slab.resumable.reached = [&](std::uint64_t next, const std::function<std::string()>& state) { edges.reached(next, state); };
  return ray_values(problem, budget, sink, &slab);
}

/// Hands on some of the positions of a box.
class PartSink final : public ValueSink {
 public:
  PartSink(std::uint64_t begin, std::uint64_t end, BlockSink& sink) : begin_(begin), end_(end), sink_(sink) {}

  void begin(std::uint32_t greatest) override { sink_.begin(greatest); }
  void take(std::uint64_t first, std::span<const std::uint32_t> cells) override {
    const auto [from, count] = own(first, cells.size());
    if (count > 0) sink_.take(first + from, cells.subspan(from, count));
  }
  void take_outcomes(std::uint64_t first, const OutcomeBits& outcomes) override {
    const auto [from, count] = own(first, outcomes.count);
    if (count > 0) sink_.take_outcomes(first + from, outcomes.part(from, count));
  }
  void take_run(std::uint64_t first, Outcome outcome, std::uint64_t length) override {
    const auto [from, count] = own(first, length);
    if (count > 0) sink_.take_run(first + from, outcome, count);
  }

 private:
  /// Which of some positions are wanted: from which on, and how many.
  std::pair<std::uint64_t, std::uint64_t> own(std::uint64_t first, std::uint64_t count) const {
    const std::uint64_t from = std::clamp(begin_, first, first + count), to = std::clamp(end_, from, first + count);
    return {from - first, to - from};
  }

  std::uint64_t begin_, end_;
  BlockSink& sink_;
};

/// Parts begin with a row, or in a single one with a multiple of 64, as the bytes of packed outcomes do.
Result<bool> solve_part(const TableProblem& problem, const TableAnalysis& analysis, const Budget& budget, Ranks& ranks,
                        BlockSink& sink) {
  const std::uint64_t columns = problem.box.length(problem.box.dimensions() - 1);
  const std::uint64_t unit = columns == problem.box.size() ? 64 : columns;
  const std::uint64_t units = (problem.box.size() + unit - 1) / unit;
  const auto bound = [&](int rank) {
    return std::min(problem.box.size(),
                    units * static_cast<std::uint64_t>(rank) / static_cast<std::uint64_t>(ranks.count()) * unit);
  };
  PartSink part(bound(ranks.rank()), bound(ranks.rank() + 1), sink);
  return stream_table(problem, analysis, budget, part);
}

/// How far slabs reach back; refused where every rank solves all.
Result<std::int64_t> reach_of(const TableProblem& problem, const TableAnalysis& analysis) {
  if (!analysis.rays) return Refusal{"only rays have slabs"};
  return reach_of_slabs(ray_problem(problem, analysis));
}

}  // namespace

Division division_of(const TableProblem& problem, const TableAnalysis& analysis) {
  return reach_of(problem, analysis) ? Division::slabs : Division::parts;
}

Result<bool> solve_block(const TableProblem& problem, const TableAnalysis& analysis, const Budget& budget, Ranks& ranks,
                         BlockSink& sink, const SlabCut& cut) {
  if (!analysis.plan.stripes) return analysis.plan.stripes.refusal();
  const Result<std::int64_t> reach = reach_of(problem, analysis);
  if (!reach) return solve_part(problem, analysis, budget, ranks, sink);
  if (auto trap = find_trap(problem, analysis, budget)) return *trap;
  return solve_slab(ray_problem(problem, analysis), *reach, budget, ranks, sink, cut);
}

}  // namespace bouton
