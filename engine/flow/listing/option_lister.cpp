#include "engine/flow/listing/option_lister.h"

#include <algorithm>
#include <span>

#include "engine/program/made_name.h"

namespace bouton {
namespace {

/// Interpreted rounds and options that take about as long as making machine code.
constexpr std::int64_t kWorthCompiling = std::int64_t{1} << 17;

/// Options, and arrays of states, that there is room for at first.
constexpr std::size_t kFewOptions = 256;

/// Of an option behind its head.
std::size_t most_words(const FlowProgram& program) {
  std::size_t most = program.dimensions;
  for (const FlowOption& option : program.options) most = std::max(most, option.to.size() + option.label_arguments.size());
  return most;
}

/// The coordinates that the domain holds; those beyond 2^61 are left to others.
FlowBox box_of(const Domain& domain, std::size_t dimensions) {
  constexpr std::int64_t kFar = std::int64_t{1} << 61;
  FlowBox box;
  box.dimensions = dimensions;
  for (std::size_t i = 0; i < dimensions; ++i) {
    const Axis& axis = domain.axis(i);
    box.low[i] = std::max(axis.least, -kFar);
    box.length[i] = std::max(std::min(axis.greatest, kFar) - box.low[i] + 1, Coordinate{0});
  }
  return box;
}
bool is_inside(const FlowBox& box, std::size_t i, Coordinate coordinate) {
  return static_cast<std::uint64_t>(coordinate) - static_cast<std::uint64_t>(box.low[i]) <
         static_cast<std::uint64_t>(box.length[i]);
}

}  // namespace

OptionLister::OptionLister(const FlowProgram& program, bool may_compile, const Domain* domain, const LabelNumbers* labels)
    : program_(program),
      domain_(domain),
      labels_(labels),
      dimensions_(program.dimensions),
      most_words_(most_words(program) + 1),
      code_(lay_out(program)),
      remembered_(program),
      interpreter_(code_, FlowSink::list),
      may_compile_(may_compile),
      keeps_length_(bouton::keeps_length(program)),
      has_rows_(keeps_length_ && program.cells == 0 && !has_splits(program) && !makes_labels(program)),
      box_(domain != nullptr && has_rows_ ? box_of(*domain, dimensions_) : FlowBox{}),
      words_(has_rows_ ? 0 : most_words_ * kFewOptions),
      states_(program.cells == 0 ? 0 : kFewOptions * static_cast<std::size_t>(states_of_array(program.cells))) {
  remembered_.show(row_);
}

void OptionLister::make_code() {
  may_compile_ = false;
  Result<NativeRow> compiled = NativeRow::compile(program_, FlowSink::list, box_);
  if (compiled) native_ = *std::move(compiled);
}

/// Lets the row stand at the position; false where that is outside of the box.
bool OptionLister::show(PositionView position) {
  if (program_.cells == 0) {
    for (std::size_t i = 0; i < dimensions_; ++i) row_.coordinates[i] = position[i];
    for (std::size_t i = 0; i < box_.dimensions; ++i)
      if (!is_inside(box_, i, position[i])) return false;
    return true;
  }
  const std::int64_t array = states_of_array(program_.cells);
  std::ranges::transform(position, states_.begin(), [](Coordinate state) { return static_cast<std::uint8_t>(state); });
  row_.states = states_.data();
  row_.states_used = array;
  row_.states_end = static_cast<std::int64_t>(states_.size()) - array;
  return true;
}

FlowStatus OptionLister::list(PositionView position, Options& out, std::int64_t ticks, std::size_t bytes) {
  if (native_ && has_rows_)
    if (const FlowStatus status = list_natively(position, out, ticks); status != FlowStatus::waiting) return status;
  if (may_compile_ && interpreted_ > kWorthCompiling) make_code();
  const FlowStatus status = list_in_any_room(position, out, ticks, bytes);
  if (native_ && box_.dimensions > 0) return status;
  return status == FlowStatus::done && !are_inside(out) ? FlowStatus::trapped : status;
}

/// What nearly all positions take: machine code writes a few options into the list. Waiting, with nothing listed, where they
/// are more.
FlowStatus OptionLister::list_natively(PositionView position, Options& out, std::int64_t ticks) {
  const std::span<std::int64_t> room = out.room_for_rows(dimensions_, kFewOptions);
  if (!show(position)) return FlowStatus::trapped;
  row_.ticks = ticks;
  row_.out = room.data();
  row_.out_end = room.data() + (room.size() - dimensions_);
  const FlowStatus status = native_->run(row_);
  if (status == FlowStatus::waiting) return status;
  ticks_ = ticks - row_.ticks;
  count_rows(room, out);
  return status;
}

/// Says how many rows were written. Of two coordinates, as most games have, by a division that takes little.
void OptionLister::count_rows(std::span<const std::int64_t> room, Options& out) const {
  const auto words = static_cast<std::size_t>(row_.out - room.data());
  out.set_rows(dimensions_, dimensions_ == 2 ? words / 3 : words / (dimensions_ + 1));
}

FlowStatus OptionLister::list_in_any_room(PositionView position, Options& out, std::int64_t ticks, std::size_t bytes) {
  for (std::size_t rows = kFewOptions;;) {
    const std::span<std::int64_t> room = has_rows_ ? out.room_for_rows(dimensions_, rows) : std::span(words_);
    if (!show(position)) return FlowStatus::trapped;
    row_.left = 1;
    row_.index = row_.depth = 0;
    row_.ticks = ticks;
    row_.out = room.data();
    row_.out_end = room.data() + (room.size() - (most_words_ - 1));
    const FlowStatus status = native_ ? native_->run(row_) : interpreter_.run(row_);
    ticks_ = ticks - row_.ticks;
    if (has_rows_) count_rows(room, out);
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

/// Whether what was listed is in the domain, as far as that is to be looked at.
bool OptionLister::are_inside(const Options& options) const {
  if (domain_ == nullptr) return true;
  for (std::size_t part = 0; part < options.part_count(); ++part)
    if (!domain_->contains(options.part(part))) return false;
  return true;
}

/// The label of an option in words_; nothing where its name cannot be.
std::optional<Label> OptionLister::made_label(const std::int64_t* option) const {
  const std::int64_t head = *option;
  if (label_arguments_of_head(head) == 0) return static_cast<Label>(head);
  if (labels_ == nullptr) return kNoLabel;
  const std::int64_t* const values = option + 1 + coordinates_of_head(head);
  return (*labels_)(
      made_name(program_.label_patterns[static_cast<Label>(head)], [&](std::size_t i) { return std::to_string(values[i]); }));
}

/// Adds what was written to words_; false, with some of it, where an option of a program with cells is not an array of those in
/// use, or a name cannot be.
bool OptionLister::add_words(Options& out) const {
  const std::int64_t last = row_.states_used - states_of_array(program_.cells);
  std::size_t words = 0;
  for (const std::int64_t* at = words_.data(); at < row_.out; at += 1 + words) {
    const std::size_t coordinates = coordinates_of_head(*at);
    words = coordinates + label_arguments_of_head(*at);
    const std::optional<Label> label = made_label(at);
    if (!label) return false;
    const FlowPart part = part_of_head(*at);
    if (part != FlowPart::whole) {
      if (part != FlowPart::none) out.add_part({at + 1, coordinates});
      if (part != FlowPart::more) out.end_split(*label);
      continue;
    }
    if (program_.cells == 0) {
      out.add({at + 1, coordinates}, *label);
      continue;
    }
    if (at[1] < 0 || at[1] > last) return false;
    std::copy_n(states_.data() + at[1], program_.cells, out.add_many(1, program_.cells, *label));
  }
  return true;
}

}  // namespace bouton
