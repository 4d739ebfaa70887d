#include "engine/flow/listing/option_lister.h"

#include <algorithm>

namespace bouton {
namespace {

/// Interpreted rounds and options that take about as long as making machine code.
constexpr std::int64_t kWorthCompiling = std::int64_t{1} << 17;

}  // namespace

OptionLister::OptionLister(const FlowProgram& program, bool may_compile)
    : program_(program),
      dimensions_(program.dimensions),
      code_(lay_out(program)),
      remembered_(program),
      interpreter_(code_, FlowSink::list),
      may_compile_(may_compile),
      words_((dimensions_ + 1) * 256) {}

FlowStatus OptionLister::list(PositionView position, std::int64_t ticks, std::size_t bytes) {
  if (may_compile_ && interpreted_ > kWorthCompiling) {
    may_compile_ = false;
    Result<NativeRow> compiled = NativeRow::compile(program_, FlowSink::list);
    if (compiled) native_ = *std::move(compiled);
  }
  for (;;) {
    FlowRow row;
    std::copy(position.begin(), position.end(), row.coordinates.begin());
    row.ticks = ticks;
    remembered_.show(row);
    row.out = words_.data();
    row.out_end = words_.data() + (words_.size() - dimensions_);
    const FlowStatus status = native_ ? native_->run(row) : interpreter_.run(row);
    ticks_ = ticks - row.ticks;
    count_ = static_cast<std::size_t>(row.out - words_.data()) / (dimensions_ + 1);
    interpreted_ += ticks_ + static_cast<std::int64_t>(count_);
    if (status != FlowStatus::waiting || 2 * words_.size() > bytes / sizeof(std::int64_t)) return status;
    words_.resize(2 * words_.size());
  }
}

}  // namespace bouton
