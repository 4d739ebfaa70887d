#include "engine/entailing/entailing_search.h"

#include <fmt/format.h>

#include "engine/base/errors.h"

namespace bouton {

void refuse_loopy_obligations(const Rules& rules, PositionView position) {
  throw RequestError(fmt::format("play can come back to {}: moves that oblige (again, entail) have values only where play ends",
                                 rules.domain().text(position)));
}

/// Leaves nothing open in the memo, whichever way the search ends.
class EntailingSearch::Path {
 public:
  explicit Path(EntailingSearch& search) : search_(search) {}
  ~Path() {
    for (const Frame& frame : search_.frames_) search_.memo_.set_word(frame.position, 0, Memo::kUnknown);
    search_.frames_.clear();
    search_.arena_.clear();
  }
  Path(const Path&) = delete;
  Path& operator=(const Path&) = delete;

 private:
  EntailingSearch& search_;
};

EntailingSearch::EntailingSearch(const Rules& rules, const Budget& budget, const std::shared_ptr<MemoryAccount>& account)
    : rules_(rules),
      budget_(budget),
      memo_(3, std::nullopt, account),
      frames_(account),
      arena_(account),
      memory_of_sets_(account),
      options_(account) {}

EntailingSearch::Handle EntailingSearch::handle_of(PositionView position) {
  scratch_.assign(position);
  rules_.normalize(scratch_);
  return memo_.insert(scratch_);
}

EntailingSearch::Status EntailingSearch::find(PositionView position, const Effort& effort) {
  const Handle root = handle_of(position);
  opened_ = enumerated_ = 0;
  if (memo_.known(root)) return Status::found;
  const Path path(*this);
  std::uint64_t solved = 0;
  descend(root);
  while (!frames_.empty()) {
    Frame& frame = frames_.back();
    while (frame.next < frame.end && (arena_[frame.next].position == kNone || memo_.known(arena_[frame.next].position)))
      ++frame.next;
    if (frame.next < frame.end) {
      const Handle next = arena_[frame.next].position;
      if (memo_.word(next) == Memo::kOpen) {
        memo_.read(next, scratch_);
        refuse_loopy_obligations(rules_, scratch_);
      }
      descend(next);
    } else {
      const Frame done = frame;
      evaluate(done);
      arena_.resize(done.first, Part{});
      frames_.pop_back();
      if (++solved_ % (1U << 14) == 0) budget_.report("positions", solved_, 0);
      ++solved;
    }
    if (solved > effort.positions || enumerated_ > effort.options) return Status::too_long;
  }
  return Status::found;
}

/// Opens a position.
void EntailingSearch::descend(Handle position) {
  budget_.check_stop();
  const std::uint64_t first = arena_.size();
  list_options(position);
  ++opened_;
  frames_.push_back({position, first, arena_.size(), first});
  memo_.set_word(position, 0, Memo::kOpen);
}

/// Puts the options of a position on the arena.
void EntailingSearch::list_options(Handle position) {
  memo_.read(position, scratch_);
  options_.clear();
  rules_.options(scratch_, options_);
  enumerated_ += options_.size();
  splits_ = splits_ || options_.has_split();
  for (std::size_t i = 0; i < options_.size(); ++i) {
    const Options::Option option = options_[i];
    const MoveKind kind = option.kind();
    if (option.size() == 0) arena_.push_back({kNone, kind, false});
    for (std::size_t part = 0; part < option.size(); ++part) {
      const Handle to = handle_of(option[part]);
      if (kind == MoveKind::entail && memo_.word(to, 1) == kNotKept) memo_.set_word(to, 1, kToKeep);
      arena_.push_back({to, kind, part + 1 < option.size()});
    }
  }
}

/// All options of `frame`, the last one on the path, are known.
void EntailingSearch::evaluate(const Frame& frame) {
  NimberSet set = set_of_options(frame.first, frame.end);
  const std::optional<Grundy> value = set.mex();
  if (value && *value >= kLoony) throw LimitError("a Grundy value does not fit into 32 bits");
  memo_.set_word(frame.position, 2, outcome_of_options(frame.first, frame.end));
  if (memo_.word(frame.position, 1) == kToKeep) keep(frame.position, std::move(set));
  memo_.set_word(frame.position, 0, value.value_or(kLoony));
}

void EntailingSearch::keep(Handle position, NimberSet set) {
  memory_of_sets_.add(sizeof(NimberSet) + set.listed().size_bytes());
  memo_.set_word(position, 1, static_cast<std::uint32_t>(sets_.size()));
  sets_.push_back(std::move(set));
}

NimberSet EntailingSearch::set_of_options(std::uint64_t first, std::uint64_t end) {
  NimberUnion wins;
  Grundy sum = 0;
  bool loony = false;
  for (std::uint64_t i = first; i < end; ++i) {
    const Part part = arena_[i];
    if (part.position != kNone) {
      const std::uint32_t value = memo_.word(part.position);
      if (value == kLoony) loony = true;
      else sum ^= value;
    }
    if (part.more) continue;
    switch (part.kind) {
      case MoveKind::ordinary:
        if (!loony) wins.add(sum);
        break;
      case MoveKind::again:
        if (loony) wins.add_all();
        else wins.add_all_but(sum);
        break;
      case MoveKind::entail: wins.add_complement(set_of(part.position)); break;
    }
    sum = 0;
    loony = false;
  }
  return wins.take();
}

/// A lone component: who moves again takes the outcome as it is for whoever moves there, and an obligation says nothing.
std::uint32_t EntailingSearch::outcome_of_options(std::uint64_t first, std::uint64_t end) const {
  if (first == end) return PackedOutcome(Outcome::P).bits();
  OutcomeOfOptions outcome;
  for (std::uint64_t i = first; i < end; ++i) {
    const Part part = arena_[i];
    if (part.more || part.position == kNone || (i > first && arena_[i - 1].more)) return kNoOutcome;
    const std::uint32_t bits = memo_.word(part.position, 2);
    if (bits == kNoOutcome) return kNoOutcome;
    const PackedOutcome to = PackedOutcome::from_bits(bits);
    if (part.kind != MoveKind::again) outcome.add(to);
    else outcome.add(PackedOutcome(to.outcome() == Outcome::N ? Outcome::P : Outcome::N, to.remoteness()));
  }
  return outcome.result().bits();
}

/// Of a known position. Kept from now on, so that this goes one move deep: what it asks for was kept when it became known.
NimberSet EntailingSearch::set_of(Handle position) {
  const std::uint32_t number = memo_.word(position, 1);
  if (number < kToKeep) return sets_[number];
  const std::uint64_t first = arena_.size();
  list_options(position);
  NimberSet set = set_of_options(first, arena_.size());
  arena_.resize(first, Part{});
  keep(position, set);
  return set;
}

std::optional<Nimber> EntailingSearch::known(PositionView position) {
  scratch_.assign(position);
  rules_.normalize(scratch_);
  const std::optional<Handle> handle = memo_.find(scratch_);
  if (!handle || !memo_.known(*handle)) return std::nullopt;
  const std::uint32_t value = memo_.word(*handle);
  return value == kLoony ? Nimber::loony() : Nimber(Grundy{value});
}

std::optional<PackedOutcome> EntailingSearch::known_outcome(PositionView position) {
  scratch_.assign(position);
  rules_.normalize(scratch_);
  const std::optional<Handle> handle = memo_.find(scratch_);
  if (!handle || !memo_.known(*handle) || memo_.word(*handle, 2) == kNoOutcome) return std::nullopt;
  return PackedOutcome::from_bits(memo_.word(*handle, 2));
}

NimberSet EntailingSearch::wins(PositionView position) { return set_of(handle_of(position)); }

}  // namespace bouton
