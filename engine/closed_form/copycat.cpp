#include "engine/closed_form/copycat.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "engine/closed_form/wording.h"

namespace bouton {

CopycatRows::CopycatRows(std::uint32_t m, Budget budget) : m_(m), budget_(std::move(budget)), anchor_(m) {
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
}

void CopycatRows::look_for_period() {
  // Brent's cycle search: the anchor moves up to every power of two.
  const std::uint64_t now = size();
  if (now <= anchor_) return;
  const auto end = rows_.end();
  const auto window = static_cast<std::ptrdiff_t>(m_);
  const auto anchor_end = rows_.begin() + static_cast<std::ptrdiff_t>(anchor_ + m_);
  if (std::equal(end - window, end, anchor_end - window)) {
    const std::uint64_t period = now - anchor_;
    std::uint64_t preperiod = anchor_;
    while (preperiod > 0 && rows_[m_ + preperiod - 1] == rows_[m_ + preperiod - 1 + period]) --preperiod;
    period_ = Period{preperiod, period};
  } else if (now == 2 * anchor_) {
    anchor_ = now;
  }
}

CopycatRows::Period CopycatRows::period() {
  while (!period_) {
    add_row();
    look_for_period();
  }
  return *period_;
}

std::optional<CopycatRows::Period> CopycatRows::period_within(std::uint64_t last) {
  while (!period_ && size() <= last) {
    add_row();
    look_for_period();
  }
  return period_;
}

std::uint32_t CopycatRows::row(const Integer& n) {
  while (!period_ && n >= size()) {
    add_row();
    look_for_period();
  }
  if (n < size()) return rows_[m_ + n.get_ui()];
  const Integer offset = (n - period_->preperiod) % period_->period;
  return rows_[m_ + period_->preperiod + offset.get_ui()];
}

namespace {

class CopycatForm final : public ClosedForm {
 public:
  CopycatForm(std::uint32_t m, const Budget& budget)
      : ClosedForm(Domain::fixed({{.name = "n"}, {.name = "last", .greatest = m}})), m_(m), rows_(m, budget) {}

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
              : fmt::format("From {} = {} only taking {} would win, and as many were just taken.", n, described(at[0]),
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

 private:
  /// The heaps that are lost when any number may be taken, in a sentence, where the period is found soon.
  std::optional<std::string> residues(const std::string& name) {
    constexpr std::uint32_t kMostTaken = 200;
    constexpr std::uint64_t kHeaps = 50'000;
    constexpr std::size_t kShown = 12;
    if (m_ > kMostTaken) return std::nullopt;
    period_ = rows_.period_within(kHeaps);
    if (!period_) return std::nullopt;
    const auto heap = [](std::uint64_t n) { return Integer(static_cast<unsigned long>(n)); };
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
    return fmt::format("{} ({} mod {})", brief(heap), Integer(heap % static_cast<unsigned long>(period_->period)).get_str(),
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
