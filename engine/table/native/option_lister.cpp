#include "engine/table/native/option_lister.h"

#include <algorithm>

namespace bouton {

OptionLister::OptionLister(const FlowCode& code, const Remembered& remembered)
    : dimensions_(code.dimensions),
      interpreter_(code, FlowSink::list),
      remembered_(remembered),
      words_((dimensions_ + 1) * 4096) {}

FlowStatus OptionLister::list(PositionView position, std::int64_t ticks) {
  for (;;) {
    FlowRow row;
    std::copy(position.begin(), position.end(), row.coordinates.begin());
    row.ticks = ticks;
    remembered_.show(row);
    row.out = words_.data();
    row.out_end = words_.data() + (words_.size() - dimensions_);
    const FlowStatus status = interpreter_.run(row);
    ticks_ = ticks - row.ticks;
    count_ = static_cast<std::size_t>(row.out - words_.data()) / (dimensions_ + 1);
    if (status != FlowStatus::waiting) return status;
    words_.resize(2 * words_.size());
  }
}

}  // namespace bouton
