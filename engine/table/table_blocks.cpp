#include "engine/table/table_blocks.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "engine/base/errors.h"
#include "engine/program/trap.h"
#include "engine/table/rays/ray_grundy.h"
#include "engine/table/rays/ray_lines.h"
#include "engine/table/rays/ray_outcomes.h"
#include "engine/table/slabs/slab.h"
#include "engine/table/table_stripes.h"

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
  std::string go_on(const Course::Begun& begun) {
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

/// The rows of a slab, as far as they were asked about.
class SlabRows {
 public:
  SlabRows(const Box& asked, const Box& region, const Slab& slab) : asked_(asked), region_(region), slab_(slab) {
    const std::size_t last = asked.dimensions() - 1;
    first_ = std::max(slab.from, asked.low()[last] - region.low()[last]);
    end_ = std::min(slab.to, asked.high()[last] - region.low()[last] + 1);
    least_ = asked.low()[last] - region.low()[last];
  }
  /// Of the region, with this row of the slab's box without the last coordinate: the number of its first asked position.
  std::optional<std::uint64_t> first_of(std::uint64_t row) const {
    Position position = region_.position(row * region_.length(region_.dimensions() - 1));
    const std::size_t last = asked_.dimensions() - 1;
    position[last] = region_.low()[last] + first_;
    if (end_ <= first_ || !asked_.contains(position)) return std::nullopt;
    return asked_.index(position);
  }
  /// Where the asked columns begin in a row of the slab with its halo, and how many there are.
  std::size_t begin() const { return static_cast<std::size_t>(first_ - slab_.from + slab_.halo); }
  std::size_t count() const { return static_cast<std::size_t>(end_ - first_); }
  std::size_t columns() const { return static_cast<std::size_t>(slab_.to - slab_.from + slab_.halo); }

 private:
  const Box& asked_;
  const Box& region_;
  const Slab& slab_;
  std::int64_t first_ = 0, end_ = 0, least_ = 0;  ///< columns of the region
};

/// Of the families that the kernel works with.
Result<std::int64_t> reach_of(const TableProblem& problem, const TableAnalysis& analysis) {
  const Box& region = analysis.region->box;
  const Rays& rays = *analysis.rays;
  return slab_reach(problem.kind == ValueKind::grundy ? box_rays(rays, region) : written_out(rays, region), region);
}

Result<bool> solve_grundy_slab(const Rays& rays, const Box& asked, const Box& region, const Slab& slab, const Budget& budget,
                               RankEdges& edges, const Course::Begun& begun, std::int64_t band, BlockSink& sink) {
  const SlabRows rows(asked, region, slab);
  GrundyCourse course;
  if (sink.goes_on()) {
    course.known_rows = begun.done;
    course.read = [&](std::uint64_t row, std::span<std::uint32_t> cells) {
      for (; !cells.empty(); cells = cells.subspan(rows.columns()), ++row)
        if (const auto first = rows.first_of(row)) sink.read(*first, cells.subspan(rows.begin(), rows.count()));
    };
    course.reached = [&](std::uint64_t next) { edges.reached(next, [] { return std::string(); }); };
  }
  return ray_grundy_slab(
      rays, region, slab, budget, edges,
      [&](std::uint64_t row, std::span<const std::uint32_t> cells) {
        for (; !cells.empty(); cells = cells.subspan(rows.columns()), ++row)
          if (const auto first = rows.first_of(row)) sink.take(*first, cells.subspan(rows.begin(), rows.count()));
      },
      course, band);
}

/// Outcomes, as bits, and remoteness.
Result<bool> solve_row_slab(const TableProblem& problem, const Rays& rays, const Box& region, const Slab& slab,
                            const Budget& budget, RankEdges& edges, const Course::Begun& begun, std::uint64_t band,
                            BlockSink& sink) {
  const SlabRows rows(problem.box, region, slab);
  RowCourse course{begun.state};
  std::uint64_t number = begun.done;  // of the row that comes next
  if (sink.goes_on()) {
    course.reached = [&](std::uint64_t next, const std::function<std::string()>& state) { edges.reached(next, state); };
  }
  bool done = false;
  if (problem.kind == ValueKind::outcome)
    done = ray_outcome_slab(
        rays, region, slab, problem.play, budget, edges, band,
        [&](PositionView, const std::uint64_t* bits) {
          if (const auto first = rows.first_of(number++)) sink.take_outcomes(*first, bits, rows.begin(), rows.count());
        },
        course);
  else
    done = ray_remoteness_slab(
        rays, region, slab, problem.play, budget, edges, band,
        [&](PositionView, std::span<const std::uint32_t> cells) {
          if (const auto first = rows.first_of(number++)) sink.take(*first, cells.subspan(rows.begin(), rows.count()));
        },
        course);
  if (!done) return refusal_of(Trap{});
  return true;
}

Result<bool> solve_slab(const TableProblem& problem, const TableAnalysis& analysis, const Budget& budget, Ranks& ranks,
                        BlockSink& sink, const SlabCut& cut) {
  const Box& region = analysis.region->box;
  const Box& asked = problem.box;
  const std::size_t last = region.dimensions() - 1;
  const auto columns = static_cast<std::int64_t>(region.length(last));
  const auto rows = static_cast<std::int64_t>(region.size()) / columns;
  const Result<std::int64_t> reach = reach_of(problem, analysis);
  const std::vector<Slab> slabs = divide_columns(columns, asked.low()[last] - region.low()[last], *reach,
                                                 static_cast<std::size_t>(ranks.count()), cut.unit);
  const auto count = static_cast<int>(slabs.size());
  if (ranks.rank() >= count) {
    sink.begin(greatest_of(*analysis.plan.stripes, problem.kind));
    return true;
  }
  const Slab& slab = slabs[static_cast<std::size_t>(ranks.rank())];
  const std::int64_t band = cut.band > 0 ? cut.band : std::clamp<std::int64_t>(rows / (kBandsOfRank * count), 1, kMostBand);
  RankEdges edges(ranks, count, static_cast<std::uint64_t>(rows), static_cast<std::uint64_t>(columns), budget, sink);
  Course::Begun begun = sink.begun();
  begun.state = edges.go_on(begun);
  sink.begin(greatest_of(*analysis.plan.stripes, problem.kind));
  if (problem.kind == ValueKind::grundy)
    return solve_grundy_slab(*analysis.rays, asked, region, slab, budget, edges, begun, band, sink);
  return solve_row_slab(problem, *analysis.rays, region, slab, budget, edges, begun, static_cast<std::uint64_t>(band), sink);
}

/// Hands on some of the positions of a box.
class PartSink final : public StripeSink {
 public:
  PartSink(std::uint64_t first, std::uint64_t end, BlockSink& sink) : first_(first), end_(end), sink_(sink) {}

  void begin(std::uint32_t greatest) override { sink_.begin(greatest); }
  void take(std::span<const std::uint32_t> cells) override {
    const auto [from, to] = own(cells.size());
    if (from < to) sink_.take(at_ + from, cells.subspan(from, to - from));
    at_ += cells.size();
  }
  void take_outcomes(const std::uint64_t* bits, std::uint64_t first, std::uint64_t count) override {
    const auto [from, to] = own(count);
    if (from < to) sink_.take_outcomes(at_ + from, bits, first + from, to - from);
    at_ += count;
  }

 private:
  /// Which of the next positions are wanted.
  std::pair<std::uint64_t, std::uint64_t> own(std::uint64_t count) const {
    const std::uint64_t from = first_ > at_ ? std::min(first_ - at_, count) : 0;
    return {from, end_ > at_ ? std::min(end_ - at_, count) : 0};
  }

  std::uint64_t first_, end_, at_ = 0;
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

}  // namespace

Division division_of(const TableProblem& problem, const TableAnalysis& analysis) {
  return analysis.plan.kernel == TableKernel::rays && reach_of(problem, analysis) ? Division::slabs : Division::parts;
}

Result<bool> solve_block(const TableProblem& problem, const TableAnalysis& analysis, const Budget& budget, Ranks& ranks,
                         BlockSink& sink, const SlabCut& cut) {
  if (!analysis.plan.stripes) return analysis.plan.stripes.refusal();
  if (division_of(problem, analysis) == Division::parts) return solve_part(problem, analysis, budget, ranks, sink);
  if (auto trap = find_trap(problem, analysis, budget)) return *trap;
  return solve_slab(problem, analysis, budget, ranks, sink, cut);
}

}  // namespace bouton
