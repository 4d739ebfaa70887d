#include "engine/program/move_program_run.h"

#include <algorithm>
#include <optional>

#include "engine/program/evaluate.h"
#include "engine/program/made_name.h"
#include "engine/program/program_code.h"

namespace bouton {

namespace {

/// Writes the positions of a ray: the first has its coordinates in the registers `from`.
void write_ray(const Register* from, const OptionRay& ray, const std::int64_t* r, std::uint64_t rounds, Coordinate* to) {
  const std::size_t size = ray.direction.size();
  if (size == 2) {
    std::int64_t x = r[from[0]], y = r[from[1]];
    const std::int64_t dx = ray.direction[0], dy = ray.direction[1];
    for (std::uint64_t i = 0; i < rounds; ++i, to += 2) {
      to[0] = x;
      to[1] = y;
      x = wrapping_add(x, dx);
      y = wrapping_add(y, dy);
    }
    return;
  }
  for (std::size_t k = 0; k < size; ++k) {
    std::int64_t x = r[from[k]];
    for (std::uint64_t i = 0; i < rounds; ++i) {
      to[i * size + k] = x;
      x = wrapping_add(x, ray.direction[k]);
    }
  }
}

constexpr std::uint64_t kRoundsBetweenPolls = std::uint64_t{1} << 16;

/// The rounds of all loops that a run has left.
class Rounds {
 public:
  explicit Rounds(const RunLimits& limits)
      : left_(limits.iterations), to_poll_(std::min(limits.iterations, kRoundsBetweenPolls) + 1) {}

  /// One more round; false if that is one too many, or the run was stopped.
  bool next(const RunLimits& limits) {
    if (--to_poll_ != 0) return true;
    if (left_ <= kRoundsBetweenPolls) return false;
    if (limits.stop != nullptr && limits.stop->load(std::memory_order_relaxed)) return false;
    left_ -= kRoundsBetweenPolls;
    to_poll_ = std::min(left_, kRoundsBetweenPolls);
    return true;
  }
  /// So many more rounds at once; false if those are too many.
  bool spend(std::uint64_t rounds) {
    if (rounds > left_) return false;
    left_ -= rounds;
    to_poll_ = std::min(to_poll_, left_ + 1);
    return true;
  }
  /// Adds about how many there were to what the limits count, if they do.
  void report(const RunLimits& limits) const {
    if (limits.used != nullptr)
      *limits.used += limits.iterations - left_ + (std::min(left_, kRoundsBetweenPolls) + 1 - to_poll_);
  }

 private:
  std::uint64_t left_, to_poll_;
};

/// The room that a run's options have.
class Room {
 public:
  Room(Options& out, const RunLimits& limits)
      : out_(out),
        most_options_(out.size() + std::min(limits.options, ~std::size_t{0} - out.size())),
        most_words_(out.word_count() + std::min(limits.words, ~std::size_t{0} - out.word_count())) {}

  bool full() const { return out_.size() >= most_options_ || out_.word_count() >= most_words_; }
  /// Where to write `count` options of `size` coordinates, in order (null where they have none); nothing if there is no room
  /// for them.
  std::optional<Coordinate*> take(std::uint64_t count, std::size_t size, Label label) {
    if (full() || count == 0 || count > most_options_ - out_.size()) return std::nullopt;
    if (size > 0 && count > (most_words_ - out_.word_count()) / size) return std::nullopt;
    return out_.add_many(count, size, label);
  }

 private:
  Options& out_;
  const std::size_t most_options_, most_words_;
};

/// Sets `to` to the value, if there is one.
[[gnu::always_inline]] inline bool keep(std::optional<std::int64_t> value, std::int64_t& to) {
  if (value) to = *value;
  return value.has_value();
}

/// False if the operation traps.
template <Op kOp>
[[gnu::always_inline]] inline bool compute(const Instruction& i, std::int64_t* r) {
  return keep(evaluate(kOp, r[i.a], r[i.b]), r[i.dst]);
}

/// False if the loop has no round. Its step is not 0.
bool begin_loop(const Instruction& i, std::int64_t* r) {
  const std::int64_t step = r[i.c];
  const std::uint64_t rounds = loop_count(r[i.a], r[i.b], step);
  if (rounds == 0) return false;
  r[i.d] = static_cast<std::int64_t>(rounds - 1);
  r[i.d + 1] = step;
  r[i.dst] = r[i.a];
  return true;
}

/// False after the last round.
[[gnu::always_inline]] inline bool next_round(const Instruction& i, std::int64_t* r) {
  const auto left = static_cast<std::uint64_t>(r[i.d]);
  if (left == 0) return false;
  r[i.d] = static_cast<std::int64_t>(left - 1);
  r[i.dst] = wrapping_add(r[i.dst], r[i.d + 1]);
  return true;
}

/// An option for each round that is left; false if there is no room for them.
bool add_ray(const Instruction& i, const ProgramCode& code, std::int64_t* r, Rounds& rounds, Room& room) {
  const OptionRay& ray = code.rays[i.a];
  const std::uint64_t count = static_cast<std::uint64_t>(r[i.d]) + 1;
  if (count == 0 || !rounds.spend(count)) return false;
  const std::optional<Coordinate*> to = room.take(count, i.b, ray.label);
  if (!to) return false;
  write_ray(code.operands.data() + i.c, ray, r, count, *to);
  r[i.dst] = wrapping_add(r[i.dst], wrapping_mul(static_cast<std::int64_t>(count - 1), r[i.d + 1]));
  return true;
}

/// The values of b operands from operand a on.
void gather(const Instruction& i, const ProgramCode& code, const std::int64_t* r, std::vector<std::int64_t>& out) {
  out.clear();
  for (Register k = 0; k < i.b; ++k) out.push_back(r[code.operands[i.a + k]]);
}

/// Sets `computed` to the name that Do::label makes, as a number; false where it can be none.
bool compute_label(const Instruction& i, const ProgramCode& program, const std::int64_t* r, const RunLimits& limits,
                   Label& computed) {
  computed = kNoLabel;
  if (limits.label == nullptr) return true;
  const auto value = [&](std::size_t k) { return std::to_string(r[program.operands[i.a + k]]); };
  const std::optional<Label> label = (*limits.label)(made_name(program.label_patterns[i.c], value));
  if (label) computed = *label;
  return label.has_value();
}

/// Carries out Do::option_2, option, part or end_split; `computed` is what kComputedLabel stands for.
[[gnu::always_inline]] inline void add_option(const Instruction& i, const ProgramCode& program, const std::int64_t* r,
                                              std::vector<Coordinate>& wide, Label computed, Options& out) {
  const Label label = i.c == kComputedLabel ? computed : i.c;
  if (i.what == code(Do::option_2)) {
    const Coordinate to[2] = {r[i.a], r[i.b]};
    out.add(to, label);
  } else if (i.what == code(Do::end_split)) {
    out.end_split(label);
  } else {
    gather(i, program, r, wide);
    if (i.what == code(Do::part)) out.add_part(wide);
    else out.add(wide, label);
  }
}

/// Runs the code on registers that hold the constants, the position and the slots. Options are added to `out`; results are set
/// unless null. Each operation has a case of its own, so that it costs one jump.
RunStatus run(const ProgramCode& program, std::int64_t* r, Options& out, std::vector<std::int64_t>* results,
              const RunLimits& limits) {
  Rounds rounds(limits);
  Room room(out, limits);
  std::vector<Coordinate> wide;
  Label computed = kNoLabel;
  const Instruction* const first = program.instructions.data();
  const Instruction* i = first;
  for (;;) {
    switch (i->what) {
      case code(Op::add): compute<Op::add>(*i, r); break;
      case code(Op::sub): compute<Op::sub>(*i, r); break;
      case code(Op::mul): compute<Op::mul>(*i, r); break;
      case code(Op::floor_div):
        if (!compute<Op::floor_div>(*i, r)) return RunStatus::trapped;
        break;
      case code(Op::floor_mod):
        if (!compute<Op::floor_mod>(*i, r)) return RunStatus::trapped;
        break;
      case code(Op::bit_and): compute<Op::bit_and>(*i, r); break;
      case code(Op::bit_or): compute<Op::bit_or>(*i, r); break;
      case code(Op::bit_xor): compute<Op::bit_xor>(*i, r); break;
      case code(Op::shift_left): compute<Op::shift_left>(*i, r); break;
      case code(Op::shift_right): compute<Op::shift_right>(*i, r); break;
      case code(Op::min): compute<Op::min>(*i, r); break;
      case code(Op::max): compute<Op::max>(*i, r); break;
      case code(Op::neg): compute<Op::neg>(*i, r); break;
      case code(Op::bit_not): compute<Op::bit_not>(*i, r); break;
      case code(Op::abs): compute<Op::abs>(*i, r); break;
      case code(Op::select): r[i->dst] = r[i->a] != 0 ? r[i->b] : r[i->c]; break;
      case code(Op::element):
        if (!keep(element(program.lists[i->b], r[i->a]), r[i->dst])) return RunStatus::trapped;
        break;
      case code(Op::equal): compute<Op::equal>(*i, r); break;
      case code(Op::less): compute<Op::less>(*i, r); break;
      case code(Op::less_equal): compute<Op::less_equal>(*i, r); break;
      case code(Op::unsigned_less): compute<Op::unsigned_less>(*i, r); break;
      case code(Op::logical_and): compute<Op::logical_and>(*i, r); break;
      case code(Op::logical_or): compute<Op::logical_or>(*i, r); break;
      case code(Op::logical_not): compute<Op::logical_not>(*i, r); break;
      case code(Do::move): r[i->dst] = r[i->a]; break;
      case code(Do::jump): i = first + i->target; continue;
      case code(Do::jump_if): i = r[i->a] != 0 ? first + i->target : i + 1; continue;
      case code(Do::jump_unless): i = r[i->a] == 0 ? first + i->target : i + 1; continue;
      case code(Do::jump_equal): i = r[i->a] == r[i->b] ? first + i->target : i + 1; continue;
      case code(Do::jump_not_equal): i = r[i->a] != r[i->b] ? first + i->target : i + 1; continue;
      case code(Do::jump_less): i = r[i->a] < r[i->b] ? first + i->target : i + 1; continue;
      case code(Do::jump_less_equal): i = r[i->a] <= r[i->b] ? first + i->target : i + 1; continue;
      case code(Do::loop_begin):
        if (r[i->c] == 0) return RunStatus::trapped;
        i = begin_loop(*i, r) ? i + 1 : first + i->target;
        continue;
      case code(Do::loop_skip):
        if (r[i->c] == 0) return RunStatus::trapped;
        if (!rounds.spend(loop_count(r[i->a], r[i->b], r[i->c]))) return RunStatus::limited;
        break;
      case code(Do::loop_next):
        if (!rounds.next(limits)) return RunStatus::limited;
        i = next_round(*i, r) ? first + i->target : i + 1;
        continue;
      case code(Do::option_ray):
        if (!add_ray(*i, program, r, rounds, room)) return RunStatus::limited;
        break;
      case code(Do::option_1):
        if (room.full()) return RunStatus::limited;
        out.add({&r[i->a], 1}, i->c == kComputedLabel ? computed : i->c);
        break;
      case code(Do::label):
        if (!compute_label(*i, program, r, limits, computed)) return RunStatus::trapped;
        break;
      case code(Do::results):
        if (results != nullptr) gather(*i, program, r, *results);
        break;
      case code(Do::halt): rounds.report(limits); return RunStatus::done;
      default:
        if (room.full()) return RunStatus::limited;
        add_option(*i, program, r, wide, computed, out);
    }
    ++i;
  }
}

RunStatus run(const ProgramCode& program, PositionView position, Options& out, std::vector<std::int64_t>* results,
              const RunLimits& limits) {
  constexpr std::size_t kOnStack = 256;
  std::int64_t on_stack[kOnStack];
  std::vector<std::int64_t> on_heap;
  std::int64_t* r = on_stack;
  if (program.registers > kOnStack) {
    on_heap.resize(program.registers);
    r = on_heap.data();
  }
  std::int64_t* next = std::copy(program.constants.begin(), program.constants.end(), r);
  next = std::copy(position.begin(), position.end(), next);
  std::fill_n(next, program.slots, 0);
  return run(program, r, out, results, limits);
}

}  // namespace

CompiledProgram::CompiledProgram(const MoveProgram& program) : code_(std::make_shared<const ProgramCode>(compile(program))) {}

std::size_t CompiledProgram::dimensions() const { return code_->dimensions; }

RunStatus CompiledProgram::options(PositionView position, Options& out, const RunLimits& limits) const {
  return run(*code_, position, out, nullptr, limits);
}

RunStatus CompiledProgram::results(PositionView position, std::vector<std::int64_t>& results, const RunLimits& limits) const {
  results.clear();
  Options none;
  return run(*code_, position, none, &results, limits);
}

}  // namespace bouton
