#include "engine/closed_form/heaps/copycat.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "engine/closed_form/wording.h"

namespace bouton {

void RowPeriodSearch::look(const std::vector<std::uint32_t>& cells) {
  // The anchor moves up to every power of two.
  const std::uint64_t now = cells.size() / width_ - m_;
  if (found_ || now <= anchor_) return;
  const auto window = static_cast<std::ptrdiff_t>(m_ * width_);
  const auto anchor_end = cells.begin() + static_cast<std::ptrdiff_t>((anchor_ + m_) * width_);
  if (std::equal(cells.end() - window, cells.end(), anchor_end - window)) {
    const std::uint64_t period = now - anchor_;
    std::uint64_t preperiod = anchor_;
    const auto row = [&](std::uint64_t n) { return cells.begin() + static_cast<std::ptrdiff_t>((n + m_) * width_); };
    const auto width = static_cast<std::ptrdiff_t>(width_);
    while (preperiod > 0 && std::equal(row(preperiod - 1), row(preperiod - 1) + width, row(preperiod - 1 + period)))
      --preperiod;
    found_ = Period{preperiod, period};
  } else if (now == 2 * anchor_) {
    anchor_ = now;
  }
}

CopycatRows::CopycatRows(std::uint32_t m, Budget budget) : m_(m), budget_(std::move(budget)), period_(m, 1) {
  budget_.check_memory(m_ * sizeof(std::uint32_t), "the window of the copycat game");
  rows_.assign(m_, kSeveral);
}

void CopycatRows::add_row() {
  if (rows_.size() % 1024 == 0) {
    budget_.check_stop();
    budget_.check_memory(2 * rows_.size() * sizeof(std::uint32_t), "the rows of the copycat game");
  }
  std::uint32_t row = 0;
  for (std::uint32_t t = 1; t <= m_; ++t) {
    const std::uint32_t there = rows_[rows_.size() - t];
    if (there != 0 && there != t) continue;
    if (row != 0) {
      row = kSeveral;
      break;
    }
    row = t;
  }
  rows_.push_back(row);
  period_.look(rows_);
}

CopycatRows::Period CopycatRows::period() { return *period_within(~std::uint64_t{0}); }

std::optional<CopycatRows::Period> CopycatRows::period_within(std::uint64_t most) {
  while (!period_.found() && size() < most) add_row();
  return period_.found();
}

std::uint32_t CopycatRows::row(const Integer& n) {
  const std::optional<std::uint64_t> heap = narrow_unsigned(n);
  while (!period_.found() && (!heap || *heap >= size())) add_row();
  if (heap && *heap < size()) return rows_[m_ + *heap];
  const Period& period = *period_.found();
  const Integer offset = (n - widen_unsigned(period.preperiod)) % widen_unsigned(period.period);
  return rows_[m_ + period.preperiod + *narrow_unsigned(offset)];
}

namespace {

/// The value of a move that there is not.
constexpr std::uint32_t kNoMove = 0xFFFFFFFF;

}  // namespace

CopycatValues::CopycatValues(std::uint32_t m, Budget budget)
    : m_(m), budget_(std::move(budget)), period_(m, m + std::size_t{1}) {
  const std::size_t cells = std::size_t{m_} * (m_ + std::size_t{1});
  budget_.check_memory(cells * sizeof(std::uint32_t), "the window of the copycat game");
  cells_.assign(cells, kNoMove);
}

void CopycatValues::add_row() {
  if (size() % 256 == 0) {
    budget_.check_stop();
    budget_.check_memory(2 * (cells_.size() + 256 * (m_ + std::size_t{1})) * sizeof(std::uint32_t),
                         "the rows of the copycat game");
  }
  const std::size_t width = m_ + std::size_t{1};
  std::vector<std::uint32_t> reached(width, kNoMove);  // by t, the value of taking t
  std::vector<std::uint32_t> times(width + 1, 0);
  for (std::uint32_t t = 1; t <= m_; ++t) {
    reached[t] = cells_[cells_.size() - t * width + t];
    if (reached[t] < times.size()) ++times[reached[t]];
  }
  std::uint32_t mex = 0;
  while (times[mex] > 0) ++mex;
  cells_.push_back(mex);
  // Without the take `last`, its value is missing if no other take has it.
  for (std::uint32_t last = 1; last <= m_; ++last) {
    const std::uint32_t value = reached[last];
    cells_.push_back(value < mex && times[value] == 1 ? value : mex);
  }
  period_.look(cells_);
}

std::optional<RowPeriodSearch::Period> CopycatValues::period_within(std::uint64_t most) {
  while (!period_.found() && size() < most) add_row();
  return period_.found();
}

namespace {

/// The least preperiod and period of value(n), which repeats as `rows` do.
template <class Value>
PeriodAlong least_period(const RowPeriodSearch::Period& rows, std::uint64_t looked_at, const Value& value) {
  const auto repeats = [&](std::uint64_t period) {
    for (std::uint64_t n = 0; n < rows.period; ++n)
      if (value(rows.preperiod + n) != value(rows.preperiod + (n + period) % rows.period)) return false;
    return true;
  };
  PeriodAlong least{rows.preperiod, 1, looked_at};
  while (rows.period % least.period != 0 || !repeats(least.period)) ++least.period;
  const auto later = [&](std::uint64_t n) {  // value(n + least.period), which may lie beyond the rows
    const std::uint64_t at = n + least.period;
    return value(at < rows.preperiod ? at : rows.preperiod + (at - rows.preperiod) % rows.period);
  };
  while (least.preperiod > 0 && value(least.preperiod - 1) == later(least.preperiod - 1)) --least.preperiod;
  return least;
}

class CopycatForm final : public ClosedForm {
 public:
  CopycatForm(std::uint32_t m, const Budget& budget)
      : ClosedForm(Domain::fixed({{.name = "n"}, {.name = "last", .greatest = m}})), m_(m), budget_(budget), rows_(m, budget) {}

  std::string theorem() const override {
    return "Winning Ways, ch. 15: a heap's winning takes depend on those of the m heaps below it: the first repetition proves "
           "a period";
  }

  Evidence evidence(const BigPosition& at, const Domain& domain) override {
    Evidence evidence;
    const std::string n = domain.coordinate_name(0);
    if (at[0] == 0) {
      evidence.sentences.emplace_back("Nothing is left to take.");
      return evidence;
    }
    const std::optional<std::string> losing = residues(n);
    if (losing) evidence.sentences.push_back(*losing);
    evidence.move = best_move(at);
    if (!evidence.move) {
      evidence.sentences.push_back(
          rows_.row(at[0]) == 0
              ? fmt::format("{} = {} is one of them: whatever is taken, the opponent has an answer that wins.", n,
                            described(at[0]))
              : fmt::format("From {} = {} only taking {} would win, and that many were just taken.", n, described(at[0]),
                            at[1].get_str()));
      return evidence;
    }
    const Integer& left = evidence.move->to[0];
    const Integer& take = evidence.move->to[1];
    evidence.sentences.push_back(
        rows_.row(left) == 0
            ? fmt::format("So take {}: that leaves {}, one of them.", take.get_str(), described(left))
            : fmt::format(
                  "So take {0}: that leaves {1}, from where only {0} would win, and the opponent may not take as many again.",
                  take.get_str(), described(left)));
    return evidence;
  }
  std::optional<PeriodAlong> period_along(std::size_t axis, const BigPosition& at, ValueKind kind,
                                          std::uint64_t most) override {
    if (axis != 0 || kind == ValueKind::remoteness) return std::nullopt;
    const auto last = static_cast<std::uint32_t>(at[1].get_ui());
    if (kind == ValueKind::outcome) {
      const std::optional<RowPeriodSearch::Period> rows = rows_.period_within(most);
      if (!rows) return std::nullopt;
      return least_period(*rows, rows_.size() - 1, [&](std::uint64_t n) {
        const std::uint32_t row = rows_.row(widen_unsigned(n));
        return row == 0 || row == last;
      });
    }
    CopycatValues values(m_, budget_);
    const std::optional<RowPeriodSearch::Period> rows = values.period_within(most);
    if (!rows) return std::nullopt;
    return least_period(*rows, values.size() - 1, [&](std::uint64_t n) { return values.value(n, last); });
  }

 private:
  /// The heaps that are lost when any number may be taken, in a sentence, where the period is found soon.
  std::optional<std::string> residues(const std::string& name) {
    constexpr std::uint32_t kMostTaken = 200;
    constexpr std::uint64_t kHeaps = 50'000;
    constexpr std::size_t kShown = 12;
    if (m_ > kMostTaken) return std::nullopt;
    period_ = rows_.period_within(kHeaps);
    if (!period_) return std::nullopt;
    const auto heap = [](std::uint64_t n) { return widen_unsigned(n); };
    const std::uint64_t start = period_->preperiod, period = period_->period;
    std::set<std::uint64_t> found;
    for (std::uint64_t n = start; n < start + period; ++n)
      if (rows_.row(heap(n)) == 0) found.insert(n % period);
    if (found.empty() || found.size() > kShown) return std::nullopt;
    bool from_the_first = true;
    for (std::uint64_t n = 0; n < start; ++n)
      from_the_first = from_the_first && (rows_.row(heap(n)) == 0) == found.contains(n % period);
    const std::uint64_t last = *found.rbegin();
    found.erase(last);
    return fmt::format("When any number may be taken, whoever moves loses at the heaps with {} mod {} = {}{}{}{}.", name,
                       period, fmt::join(found, ", "), found.empty() ? "" : " or ", last,
                       from_the_first ? "" : fmt::format(", from {} on", start));
  }

  /// "20 (7 mod 13)"
  std::string described(const Integer& heap) const {
    if (!period_) return brief(heap);
    return fmt::format("{} ({} mod {})", brief(heap), Integer(heap % widen_unsigned(period_->period)).get_str(),
                       period_->period);
  }

  /// A winning move; one to a heap that is lost whatever may be taken, if there is one.
  std::optional<WinningMove> best_move(const BigPosition& at) {
    const WinningMoves winning = *find_winning_moves(at, kTried);
    const auto plain = std::ranges::find_if(winning.moves, [&](const WinningMove& move) { return rows_.row(move.to[0]) == 0; });
    if (plain != winning.moves.end()) return *plain;
    if (winning.moves.empty()) return std::nullopt;
    return winning.moves.front();
  }
  static constexpr std::size_t kTried = 1000;

  Result<Outcome> find_outcome(const BigPosition& at) override {
    const std::uint32_t row = rows_.row(at[0]);
    return row == 0 || at[1] == row ? Outcome::P : Outcome::N;
  }

  Result<WinningMoves> find_winning_moves(const BigPosition& at, std::size_t at_most) override {
    WinningMoveList list(at_most);
    for (std::uint32_t t = 1; t <= m_ && t <= at[0] && list.open(); ++t) {
      if (at[1] == t) continue;
      const std::uint32_t row = rows_.row(at[0] - t);
      if (row == 0 || row == t) list.add("", {at[0] - t, Integer(t)});
    }
    return list.take();
  }

  std::uint32_t m_;
  Budget budget_;
  CopycatRows rows_;
  std::optional<CopycatRows::Period> period_;  ///< where it was looked for and found
};

}  // namespace

Result<std::unique_ptr<ClosedForm>> copycat_form(const Integer& m, const Budget& budget) {
  if (m < 1) return Refusal{fmt::format("m must be at least 1, not {}", m.get_str())};
  if (m >= Integer(1) << 31) return Refusal{fmt::format("m = {} is too large for the window of m heaps", m.get_str())};
  return std::unique_ptr<ClosedForm>(std::make_unique<CopycatForm>(static_cast<std::uint32_t>(m.get_ui()), budget));
}

}  // namespace bouton
