#include "engine/flow/listing/option_lister.h"

#include <algorithm>

namespace bouton {
namespace {

/// Interpreted rounds and options that take about as long as making machine code.
constexpr std::int64_t kWorthCompiling = std::int64_t{1} << 17;

/// Options, and arrays of states, that there is room for at first.
constexpr std::size_t kFewOptions = 256;

std::size_t most_coordinates(const FlowProgram& program) {
  std::size_t most = program.dimensions;
  for (const FlowOption& option : program.options) most = std::max(most, option.to.size());
  return most;
}

}  // namespace

OptionLister::OptionLister(const FlowProgram& program, bool may_compile)
    : program_(program),
      dimensions_(program.dimensions),
      most_words_(most_coordinates(program) + 1),
      code_(lay_out(program)),
      remembered_(program),
      interpreter_(code_, FlowSink::list),
      may_compile_(may_compile),
      keeps_length_(bouton::keeps_length(program)),
      words_(most_words_ * kFewOptions),
      states_(program.cells == 0 ? 0 : kFewOptions * static_cast<std::size_t>(states_of_array(program.cells))) {
  remembered_.show(row_);
}

FlowStatus OptionLister::list(PositionView position, std::int64_t ticks, std::size_t bytes) {
  if (may_compile_ && interpreted_ > kWorthCompiling) {
    may_compile_ = false;
    Result<NativeRow> compiled = NativeRow::compile(program_, FlowSink::list);
    if (compiled) native_ = *std::move(compiled);
  }
  const std::int64_t array = states_of_array(program_.cells);
  for (;;) {
    if (program_.cells == 0) {
      std::copy(position.begin(), position.end(), row_.coordinates.begin());
    } else {
      std::ranges::transform(position, states_.begin(), [](Coordinate state) { return static_cast<std::uint8_t>(state); });
      row_.states = states_.data();
      row_.states_used = array;
      row_.states_end = static_cast<std::int64_t>(states_.size()) - array;
    }
    row_.left = 1;
    row_.index = row_.depth = 0;
    row_.ticks = ticks;
    row_.out = words_.data();
    row_.out_end = words_.data() + (words_.size() - (most_words_ - 1));
    const FlowStatus status = native_ ? native_->run(row_) : interpreter_.run(row_);
    ticks_ = ticks - row_.ticks;
    count_options(row_.out);
    if (!are_arrays(row_.states_used)) return FlowStatus::trapped;
    interpreted_ += ticks_ + static_cast<std::int64_t>(count_);
    if (status != FlowStatus::waiting) return status;
    // Which of the two did not suffice.
    const bool is_list = row_.out >= row_.out_end;
    const std::size_t words = (is_list ? 2 : 1) * words_.size(), states = (is_list ? 1 : 2) * states_.size();
    if (words > bytes / sizeof(std::int64_t) || states > bytes - words * sizeof(std::int64_t)) return status;
    words_.resize(words);
    states_.resize(states);
  }
}

/// Whether all options of a program with cells are arrays that lie before `end`.
bool OptionLister::are_arrays(std::int64_t end) const {
  if (program_.cells == 0) return true;
  const std::int64_t last = end - states_of_array(program_.cells);
  for (std::size_t i = 0; i < count_; ++i)
    if (const std::int64_t place = at(i)[1]; place < 0 || place > last) return false;
  return true;
}

/// Of those that end there.
void OptionLister::count_options(const std::int64_t* end) {
  starts_.clear();
  if (keeps_length_) {
    count_ = static_cast<std::size_t>(end - words_.data()) / (dimensions_ + 1);
    return;
  }
  for (const std::int64_t* at = words_.data(); at < end; at += 1 + (*at >> 32))
    starts_.push_back(static_cast<std::size_t>(at - words_.data()));
  count_ = starts_.size();
}

void OptionLister::add_to(Options& options, std::size_t i) const {
  if (program_.cells == 0) {
    options.add(option(i), label(i));
    return;
  }
  const std::uint8_t* const states = states_.data() + at(i)[1];
  std::copy_n(states, program_.cells, options.add_many(1, program_.cells, label(i)));
}

void OptionLister::add_all_to(Options& options) const {
  if (program_.cells == 0 && keeps_length_) {
    options.add_rows(words_.data(), count_, dimensions_);
    return;
  }
  for (std::size_t i = 0; i < count_; ++i) add_to(options, i);
}

}  // namespace bouton
