#include "engine/study/sequence/value_stream.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/errors.h"
#include "engine/base/progress.h"
#include "engine/heap/heap_sequence.h"
#include "engine/heap/period/period.h"
#include "engine/heap/sequence_period.h"
#include "engine/heap/tail/tail_run.h"

namespace bouton {
namespace {

/// Heaps whose values are kept before it is tried to do without; twice as many when that fails.
constexpr std::uint64_t kKeptHeaps = std::uint64_t{1} << 19;
/// Values that are handed out at a time.
constexpr std::size_t kHandedOut = 4096;
constexpr std::uint64_t kReportedHeaps = std::uint64_t{1} << 21;
/// Heaps after which a resumable run is told.
constexpr std::uint64_t kReachedHeaps = std::uint64_t{1} << 16;

/// Puts values together to pieces.
class Pieces {
 public:
  Pieces(const ValueStream& stream, std::uint64_t last, const Budget& budget) : stream_(stream), last_(last), budget_(budget) {}

  /// Heaps that have been handed out, or are about to be.
  std::uint64_t size() const { return size_; }
  /// An earlier run has handed out so many.
  void skip(std::uint64_t heaps) { size_ = reached_ = heaps; }
  void add(Grundy value) {
    piece_.push_back(value);
    ++size_;
    if (piece_.size() == kHandedOut) flush();
    if (size_ % kReportedHeaps == 0) budget_.report("heaps", size_, last_);
  }
  void flush() {
    budget_.check_stop();
    if (!piece_.empty()) stream_.write(piece_);
    piece_.clear();
  }
  /// From time to time: all heaps so far are handed out, and `state()` is what to go on from.
  template <class State>
  void reach(const State& state) {
    if (stream_.resumable == nullptr || size_ < reached_ + kReachedHeaps) return;
    flush();
    reached_ = size_;
    stream_.resumable->reached(size_, state);
  }

 private:
  const ValueStream& stream_;
  const std::uint64_t last_;
  const Budget& budget_;
  std::vector<Grundy> piece_;
  std::uint64_t size_ = 0, reached_ = 0;
};

std::size_t bytes_of(Grundy value) { return value < 0x100 ? 1 : value < 0x10000 ? 2 : 4; }

/// What a run goes on from that hands out values without keeping them: those of the first heaps follow from the game.
struct StreamState {
  Grundy promised = 0;
  std::uint64_t known = 0;    ///< heaps whose values the period or the rules of the tail are made of
  std::uint64_t reach = 0;    ///< of these rules; 0 where values repeat
  ValueClasses classes = {};  ///< of these rules, too
  TailWindow window = {};

  std::string bytes() const {
    StateWriter writer;
    writer.add(promised);
    writer.add(known);
    writer.add(reach);
    writer.add(classes.mask);
    writer.add(classes.with_size);
    writer.add(classes.odd_removal);
    writer.add(window.heap);
    writer.add(std::span<const std::uint8_t>(window.values));
    return writer.take();
  }
  static StreamState of(const TakeAndBreak& game, const std::string& bytes) {
    StreamState state;
    StateReader reader(bytes);
    state.promised = reader.get<Grundy>();
    state.known = reader.get<std::uint64_t>();
    state.reach = reader.get<std::uint64_t>();
    state.classes.mask = reader.get<Grundy>();
    state.classes.with_size = reader.get<std::uint8_t>() != 0;
    state.classes.odd_removal = reader.get<std::uint8_t>() != 0;
    state.window.heap = reader.get<std::uint64_t>();
    if (state.reach > TailRules::kMostReach) damaged();
    if (state.reach > 0) state.window.values.resize(state.reach + game.most_removed().value_or(0));
    reader.get(std::span<std::uint8_t>(state.window.values));
    reader.finish();
    return state;
  }
  [[noreturn]] static void damaged() { throw RequestError("the state that the run should continue from is damaged"); }
};

class Streaming {
 public:
  Streaming(const TakeAndBreak& game, std::uint64_t last, const ValueStream& stream, const Budget& budget)
      : game_(game), last_(last), stream_(stream), budget_(budget), sequence_(game), pieces_(stream, last, budget) {}

  void run() {
    if (stream_.resumable != nullptr) go_on();
    sequence_.expect(last_);
    for (std::uint64_t heaps = kKeptHeaps; pieces_.size() <= last_; heaps *= 2)
      if (heaps > pieces_.size()) stream_values(heaps);
    pieces_.flush();
  }

 private:
  /// From where an earlier run was, if there was one.
  void go_on() {
    const ResumableRun::Begun begun = stream_.resumable->begun();
    if (begun.done == 0) {
      sequence_ = stream_.kept->load(game_, budget_);
      return;
    }
    const StreamState state = StreamState::of(game_, begun.state);
    sequence_.expect(last_);
    sequence_.extend(state.known - 1, budget_);
    promised_ = state.promised;
    stream_.begin(promised_);
    pieces_.skip(begun.done);
    if (state.reach == 0) {
      const std::optional<Period> period = find_period(game_, sequence_.values());
      if (!period || !period->proved || period->saltus != 0) StreamState::damaged();
      stream_period(*period);
      return;
    }
    const Result<TailRules> rules = TailRules::of(game_, sequence_.values(), state.classes, state.reach);
    if (!rules || !rules->is_window(state.window) || state.window.heap != begun.done) StreamState::damaged();
    stream_tail(*rules, state.window);
  }

  /// With the values of so many heaps kept: hands them out, and those that follow from them.
  void stream_values(std::uint64_t heaps) {
    const std::uint64_t last = std::min(last_, heaps - 1);
    const auto extend = [&](std::uint64_t heap) {
      if (stream_.kept != nullptr) stream_.kept->extend(sequence_, heap, budget_);
      else sequence_.extend(heap, budget_);
    };
    std::optional<Period> period;  // looked for among the first heaps only: that takes memory
    if (heaps == kKeptHeaps && sequence_.size() <= kKeptHeaps) period = find_period(sequence_, last, extend);
    extend(last);
    const bool repeats = period && period->proved && period->saltus == 0;
    const Result<TailRules> rules = repeats || sequence_.size() > last_ ? Result<TailRules>(Refusal{"there is no need"})
                                                                        : TailRules::fit(game_, sequence_.values());
    if (!repeats && !rules && sequence_.size() <= last_) return;
    if (pieces_.size() == 0) {
      promised_ = greatest_promised();
      stream_.begin(promised_);
    } else if (bytes_of(sequence_.values().greatest()) > bytes_of(promised_)) {
      throw LimitError("the values have become too large for the format in which the first were written");
    }
    while (pieces_.size() <= last_ && pieces_.size() < sequence_.size()) pieces_.add(sequence_.values()[pieces_.size()]);
    if (repeats) stream_period(*period);
    else if (rules) stream_tail(*rules, rules->window(sequence_.values(), sequence_.size()));
  }

  /// Of the values that are handed out: a file may have more.
  Grundy greatest_promised() const {
    const GrundyValues& values = sequence_.values();
    if (values.size() <= last_ + 1) return values.greatest();
    Grundy greatest = 0;
    for (std::uint64_t heap = 0; heap <= last_; ++heap) greatest = std::max(greatest, values[heap]);
    return greatest;
  }

  void stream_period(const Period& period) {
    const auto state = [&] { return StreamState{.promised = promised_, .known = sequence_.size()}.bytes(); };
    while (pieces_.size() <= last_) {
      pieces_.add(sequence_.values()[period.preperiod + (pieces_.size() - period.preperiod) % period.period]);
      if (pieces_.size() % kHandedOut == 0) pieces_.reach(state);
    }
  }

  /// Hands out values from a window on, up to the last or until they do not follow any more.
  void stream_tail(const TailRules& rules, const TailWindow& window) {
    TailRun run(rules, window);
    const auto state = [&] {
      return StreamState{promised_, sequence_.size(), rules.reach(), rules.classes(), run.window(run.end())}.bytes();
    };
    while (pieces_.size() <= last_ && !run.stuck()) {
      run.advance();
      while (pieces_.size() < run.end() && pieces_.size() <= last_) pieces_.add(run.value(pieces_.size()));
      if (pieces_.size() == run.end()) pieces_.reach(state);
    }
  }

  const TakeAndBreak& game_;
  const std::uint64_t last_;
  const ValueStream& stream_;
  const Budget& budget_;
  HeapSequence sequence_;
  Pieces pieces_;
  Grundy promised_ = 0;
};

}  // namespace

void stream_values(const TakeAndBreak& game, std::uint64_t last, const ValueStream& stream, const Budget& budget) {
  Budget with_total = budget;
  ProgressTotal progress(with_total, "heaps", last);
  Streaming(game, last, stream, with_total).run();
  progress.finish();
}

}  // namespace bouton
