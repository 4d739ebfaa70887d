#include "engine/search/search.h"

#include <algorithm>

#include "engine/base/whole_part.h"

namespace bouton {
namespace {

/// A longer option, as sums of many positions have, costs as much as several.
constexpr std::size_t kCoordinatesOfAnOption = 8;

std::size_t default_arena(const Budget& budget) { return std::min(std::size_t{256} << 20, budget.memory / 4); }

}  // namespace

/// Leaves nothing open in the memo, whichever way the search ends.
class Search::Path {
 public:
  explicit Path(Search& search) : search_(search) {}
  ~Path() {
    for (const Frame& frame : search_.frames_) search_.memo_.set_word(frame.position, 0, Memo::kUnknown);
    search_.frames_.clear();
    search_.arena_.clear();
  }
  Path(const Path&) = delete;
  Path& operator=(const Path&) = delete;

 private:
  Search& search_;
};

Search::Search(const Rules& rules, Quantity quantity, const Budget& budget, const std::shared_ptr<MemoryAccount>& account,
               std::optional<Box> box, std::size_t arena_bytes)
    : rules_(rules),
      quantity_(quantity),
      budget_(budget),
      arena_bytes_(arena_bytes != 0 ? arena_bytes : default_arena(budget)),
      memo_(quantity == Quantity::both ? 2 : 1, std::move(box), account),
      frames_(account),
      arena_(account),
      options_(account),
      rising_(rules.domain()) {
  if (rules_.blocking() > 0) blocked_.emplace(rules_.blocking(), play_as_written(rules_));
}

/// Puts the position that stands for this one into scratch_.
void Search::make_normal(PositionView position) {
  scratch_.assign(position);
  rules_.normalize(scratch_);
  if (quantity_ == Quantity::grundy && !rules_.obliges()) rules_.same_value(scratch_);
}

Search::Status Search::find(PositionView position, const Effort& effort) {
  make_normal(position);
  found_ = memo_.insert(scratch_);
  if (memo_.known(found_)) return Status::found;
  rising_.begin(scratch_);
  return run(found_, effort);
}

std::optional<Search::Values> Search::known(PositionView position) {
  make_normal(position);
  const std::optional<Handle> handle = memo_.find(scratch_);
  if (!handle || !memo_.known(*handle)) return std::nullopt;
  return values_at(*handle);
}

Search::Status Search::run(Handle root, const Effort& effort) {
  const Path path(*this);
  const std::uint64_t solved_before = solved_;
  enumerated_ = 0;
  opened_ = 0;
  Status status = descend(root);
  while (status == Status::found && !frames_.empty()) {
    Frame& frame = frames_.back();
    if (frame.dropped) {
      status = enumerate(frame);
      if (status != Status::found) break;
    }
    Handle next = kNone;
    while (frame.unvisited > frame.first && next == kNone) {
      const Handle option = arena_[frame.unvisited - 1];
      if (option == kNone || memo_.known(option & ~kMore)) --frame.unvisited;
      else next = option & ~kMore;
    }
    if (next != kNone) {
      status = memo_.word(next) == Memo::kOpen ? Status::loopy : descend(next);
    } else {
      evaluate(frame);
      const Handle solved = frame.position;
      arena_.resize(frame.first, kNone);
      frames_.pop_back();
      ++solved_;
      if (memo_.is_in_box(solved)) ++in_box_;
      if (named_ >= reported_ + kReportOptions) report();
    }
    if (solved_ - solved_before > effort.positions || enumerated_ > effort.options) status = Status::too_long;
  }
  return status;
}

/// Opens a position. Those above it on the path keep their options on the arena while that is affordable.
Search::Status Search::descend(Handle position) {
  if (!frames_.empty() && !affordable(0)) {
    Frame& above = frames_.back();
    arena_.resize(above.first, kNone);
    above.dropped = true;
  }
  frames_.push_back({position, arena_.size(), 0, true});
  memo_.set_word(position, 0, Memo::kOpen);
  return enumerate(frames_.back());
}

/// Puts the options of the last frame on the arena.
Search::Status Search::enumerate(Frame& frame) {
  ++opened_;
  memo_.read(frame.position, scratch_);
  rising_.meet(scratch_);
  options_.clear();
  rules_.options(scratch_, options_);
  if (blocked_) options_ = options_.unique();  // which of them are forbidden matters to who wins alone
  const std::uint64_t weight = 1 + scratch_.size() / kCoordinatesOfAnOption;
  const std::uint64_t cost = options_.size() * weight;
  enumerated_ += cost;
  named_ += cost + 1;
  rising_.name(options_.size());
  budget_.check_stop_after(options_.part_count() * weight);
  if (options_.has_split() && quantity_ != Quantity::grundy && quantity_ != Quantity::longest) return Status::split;
  for (std::size_t i = 0; i < options_.size(); ++i) {
    const Options::Option option = options_[i];
    if (option.size() == 0) arena_.push_back(kNone);
    for (std::size_t part = 0; part < option.size(); ++part) {
      make_normal(option[part]);
      arena_.push_back(memo_.insert(scratch_) | (part + 1 < option.size() ? kMore : 0));
    }
  }
  frame.unvisited = arena_.size();
  frame.dropped = false;
  return Status::found;
}

/// All options of `frame`, the last one on the path, are known.
void Search::evaluate(const Frame& frame) {
  switch (quantity_) {
    case Quantity::grundy: memo_.set_word(frame.position, 0, grundy_of_options(frame)); break;
    case Quantity::outcome: memo_.set_word(frame.position, 0, outcome_of_options<OutcomeOfOptions>(frame).bits()); break;
    case Quantity::suspense: memo_.set_word(frame.position, 0, outcome_of_options<SuspenseOfOptions>(frame).bits()); break;
    case Quantity::longest: memo_.set_word(frame.position, 0, longest_of_options(frame)); break;
    case Quantity::both:
      memo_.set_word(frame.position, 1, grundy_of_options(frame));
      memo_.set_word(frame.position, 0, outcome_of_options<OutcomeOfOptions>(frame).bits());
      break;
  }
}

Grundy Search::grundy_of_options(const Frame& frame) {
  const std::size_t word = quantity_ == Quantity::both ? 1 : 0;
  mex_.clear();
  Grundy sum = 0;
  for (std::uint64_t i = frame.first; i < arena_.size(); ++i) {
    const Handle part = arena_[i];
    if (part != kNone) sum ^= memo_.word(part & ~kMore, word);
    if (part != kNone && (part & kMore) != 0) continue;
    mex_.insert(sum);
    sum = 0;
  }
  return mex_.mex();
}

std::uint32_t Search::longest_of_options(const Frame& frame) const {
  constexpr std::uint64_t kMost = std::uint64_t{1} << 31;  // no play that a memo holds lasts longer
  std::uint64_t longest = 0, sum = 1;
  for (std::uint64_t i = frame.first; i < arena_.size(); ++i) {
    const Handle part = arena_[i];
    if (part != kNone) sum += memo_.word(part & ~kMore);
    if (part != kNone && (part & kMore) != 0) continue;
    longest = std::max(longest, sum);
    sum = 1;
  }
  return static_cast<std::uint32_t>(std::min(longest, kMost));
}

template <class OfOptions>
PackedOutcome Search::outcome_of_options(const Frame& frame) {
  if (blocked_) {
    blocked_->clear();
    for (std::uint64_t i = frame.first; i < arena_.size(); ++i) blocked_->add(PackedOutcome::from_bits(memo_.word(arena_[i])));
    return blocked_->result();
  }
  if (frame.first == arena_.size()) {
    if (quantity_ == Quantity::both || rules_.play() == Play::normal) return PackedOutcome(Outcome::P);
    memo_.read(frame.position, scratch_);
    return PackedOutcome(rules_.terminal_outcome(scratch_));
  }
  OfOptions outcome;
  for (std::uint64_t i = frame.first; i < arena_.size(); ++i) outcome.add(PackedOutcome::from_bits(memo_.word(arena_[i])));
  return outcome.result();
}

Search::Values Search::values_at(Handle position) const {
  const std::uint32_t word = memo_.word(position);
  switch (quantity_) {
    case Quantity::grundy:
    case Quantity::longest: return {word, {}};
    case Quantity::outcome:
    case Quantity::suspense: return {0, PackedOutcome::from_bits(word)};
    case Quantity::both: break;
  }
  return {memo_.word(position, 1), PackedOutcome::from_bits(word)};
}

void Search::expect(std::uint64_t total) {
  expected_ = total;
  normal_ = total > 0 && budget_.progress && memo_.box() && memo_.box()->size() == total ? normal_forms() : 0;
  reached_ = 0;
  first_named_ = named_;
  growth_ = {};
}

/// Positions of the box that are their own normal forms: all that is searched of it. 0 where other normal forms lie outside.
std::uint64_t Search::normal_forms() {
  std::uint64_t normal = 0, looked_at = 0;
  Position position = memo_.box()->low();
  do {
    budget_.check_stop_at(++looked_at);
    scratch_ = position;
    rules_.normalize(scratch_);
    if (scratch_ == position) ++normal;
    else if (!memo_.box()->contains(scratch_)) return 0;
  } while (memo_.box()->next(position));
  return normal;
}

void Search::report() {
  reported_ = named_;
  if (!budget_.progress) return;
  if (expected_ == 0) return budget_.report("positions", solved_, 0);
  const double part = normal_ > 0 ? static_cast<double>(in_box_) / static_cast<double>(normal_) : 0;
  const std::uint64_t found = std::max(reached_, whole_part(part * static_cast<double>(expected_)));
  budget_.progress({"positions", std::min(found, expected_), expected_, growth_.after(found, named_ - first_named_), solved_});
}

}  // namespace bouton
