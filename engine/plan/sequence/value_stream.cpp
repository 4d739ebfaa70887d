#include "engine/plan/sequence/value_stream.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "engine/base/errors.h"
#include "engine/heap/heap_sequence.h"
#include "engine/heap/sequence_period.h"
#include "engine/heap/tail/tail_run.h"

namespace bouton {
namespace {

/// Heaps whose values are kept before it is tried to do without; twice as many when that fails.
constexpr std::uint64_t kKeptHeaps = std::uint64_t{1} << 19;
/// Values that are handed out at a time.
constexpr std::size_t kHandedOut = 4096;
constexpr std::uint64_t kReportedHeaps = std::uint64_t{1} << 21;

/// Puts values together to pieces.
class Pieces {
 public:
  Pieces(const ValueStream& stream, std::uint64_t last, const Budget& budget) : stream_(stream), last_(last), budget_(budget) {}

  /// Heaps that have been handed out, or are about to be.
  std::uint64_t size() const { return size_; }
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

 private:
  const ValueStream& stream_;
  const std::uint64_t last_;
  const Budget& budget_;
  std::vector<Grundy> piece_;
  std::uint64_t size_ = 0;
};

/// Hands out values from windows, up to heap `last` or until they do not follow any more.
void stream_tail(const TailRules& rules, const GrundyValues& values, std::uint64_t last, Pieces& pieces) {
  TailRun run(rules, rules.window(values, values.size()));
  while (pieces.size() <= last && !run.stuck()) {
    run.advance();
    while (pieces.size() < run.end() && pieces.size() <= last) pieces.add(run.value(pieces.size()));
  }
}

std::size_t bytes_of(Grundy value) { return value < 0x100 ? 1 : value < 0x10000 ? 2 : 4; }

}  // namespace

void stream_values(const TakeAndBreak& game, std::uint64_t last, const ValueStream& stream, const Budget& budget) {
  HeapSequence sequence(game);
  sequence.expect(last);
  Pieces pieces(stream, last, budget);
  Grundy promised = 0;
  const auto add_known = [&] {
    while (pieces.size() <= last && pieces.size() < sequence.size()) pieces.add(sequence.values()[pieces.size()]);
  };
  for (std::uint64_t heaps = kKeptHeaps; pieces.size() <= last; heaps *= 2) {
    if (heaps <= pieces.size()) continue;
    std::optional<Period> period;  // looked for among the first heaps only: that takes memory
    if (heaps == kKeptHeaps) period = find_period(sequence, std::min(last, heaps - 1), budget);
    sequence.extend(std::min(last, heaps - 1), budget);
    const bool repeats = period && period->proved && period->saltus == 0;
    const Result<TailRules> rules = repeats || sequence.size() > last ? Result<TailRules>(Refusal{"there is no need"})
                                                                      : TailRules::fit(game, sequence.values());
    if (!repeats && !rules && sequence.size() <= last) continue;
    if (pieces.size() == 0) {
      promised = sequence.values().greatest();
      stream.begin(promised);
    } else if (bytes_of(sequence.values().greatest()) > bytes_of(promised)) {
      throw LimitError("the values have become too great for the form in which the first were written");
    }
    add_known();
    if (repeats)
      while (pieces.size() <= last)
        pieces.add(sequence.values()[period->preperiod + (pieces.size() - period->preperiod) % period->period]);
    else if (rules) stream_tail(*rules, sequence.values(), last, pieces);
  }
  pieces.flush();
}

}  // namespace bouton
