#include "engine/flow/listing/option_lister.h"

#include <algorithm>
#include <span>

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
      has_rows_(keeps_length_ && program.cells == 0),
      words_(has_rows_ ? 0 : most_words_ * kFewOptions),
      states_(program.cells == 0 ? 0 : kFewOptions * static_cast<std::size_t>(states_of_array(program.cells))) {
  remembered_.show(row_);
}

void OptionLister::make_code() {
  may_compile_ = false;
  Result<NativeRow> compiled = NativeRow::compile(program_, FlowSink::list);
  if (compiled) native_ = *std::move(compiled);
}

/// Lets the row stand at the position.
void OptionLister::show(PositionView position) {
  row_.left = 1;
  row_.index = row_.depth = 0;
  if (program_.cells == 0) {
    std::ranges::copy(position, row_.coordinates.begin());
    return;
  }
  const std::int64_t array = states_of_array(program_.cells);
  std::ranges::transform(position, states_.begin(), [](Coordinate state) { return static_cast<std::uint8_t>(state); });
  row_.states = states_.data();
  row_.states_used = array;
  row_.states_end = static_cast<std::int64_t>(states_.size()) - array;
}

FlowStatus OptionLister::list(PositionView position, Options& out, std::int64_t ticks, std::size_t bytes) {
  if (may_compile_ && interpreted_ > kWorthCompiling) make_code();
  for (std::size_t rows = kFewOptions;;) {
    const std::span<std::int64_t> room = has_rows_ ? out.room_for_rows(dimensions_, rows) : std::span(words_);
    show(position);
    row_.ticks = ticks;
    row_.out = room.data();
    row_.out_end = room.data() + (room.size() - (most_words_ - 1));
    const FlowStatus status = native_ ? native_->run(row_) : interpreter_.run(row_);
    ticks_ = ticks - row_.ticks;
    if (has_rows_) out.set_rows(dimensions_, static_cast<std::size_t>(row_.out - room.data()) / (dimensions_ + 1));
    else if (!add_words(out)) return FlowStatus::trapped;
    interpreted_ += ticks_ + static_cast<std::int64_t>(out.size());
    if (status != FlowStatus::waiting) return status;
    // Which of the two did not suffice.
    const bool is_list = row_.out >= row_.out_end;
    const std::size_t words = (is_list ? 2 : 1) * room.size(), states = (is_list ? 1 : 2) * states_.size();
    if (words > bytes / sizeof(std::int64_t) || states > bytes - words * sizeof(std::int64_t)) return status;
    rows = words / (dimensions_ + 1);
    if (!has_rows_) words_.resize(words);
    states_.resize(states);
    out.clear();
  }
}

/// Adds what was written to words_; false, with some of it, where an option of a program with cells is no array of those in
/// use.
bool OptionLister::add_words(Options& out) const {
  const std::int64_t last = row_.states_used - states_of_array(program_.cells);
  for (const std::int64_t* at = words_.data(); at < row_.out; at += 1 + (*at >> 32)) {
    const auto label = static_cast<Label>(*at);
    if (program_.cells == 0) {
      out.add({at + 1, static_cast<std::size_t>(*at >> 32)}, label);
      continue;
    }
    if (at[1] < 0 || at[1] > last) return false;
    std::copy_n(states_.data() + at[1], program_.cells, out.add_many(1, program_.cells, label));
  }
  return true;
}

}  // namespace bouton
