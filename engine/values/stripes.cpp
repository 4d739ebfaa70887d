#include "engine/values/stripes.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "engine/base/errors.h"
#include "engine/values/outcome.h"

namespace bouton {
namespace {

[[noreturn]] void refuse_state() { throw RequestError("what a run was to go on from is not of this table"); }

}  // namespace

void Course::reached(std::uint64_t, const std::function<std::string()>&) {}

void visit_outcome_cells(const std::uint64_t* bits, std::uint64_t first, std::uint64_t count,
                         const std::function<void(std::span<const std::uint32_t>)>& visit) {
  constexpr std::size_t kAtOnce = 4096;
  std::array<std::uint32_t, kAtOnce> cells;
  for (std::uint64_t done = 0; done < count;) {
    const auto now = static_cast<std::size_t>(std::min<std::uint64_t>(kAtOnce, count - done));
    for (std::size_t i = 0; i < now; ++i) {
      const std::uint64_t at = first + done + i;
      cells[i] = static_cast<std::uint32_t>((bits[at / 64] >> (at % 64) & 1U) != 0 ? Outcome::P : Outcome::N);
    }
    visit(std::span<const std::uint32_t>(cells.data(), now));
    done += now;
  }
}

void StripeSink::take_outcomes(const std::uint64_t* bits, std::uint64_t first, std::uint64_t count) {
  visit_outcome_cells(bits, first, count, [&](std::span<const std::uint32_t> cells) { take(cells); });
}

void StripeSink::read(std::uint64_t, std::span<std::uint32_t>) { refuse_state(); }

void StateReader::get_bytes(char* to, std::size_t count) {
  if (count > bytes_.size()) refuse_state();
  if (count > 0) std::memcpy(to, bytes_.data(), count);
  bytes_.remove_prefix(count);
}

void StateReader::finish() const {
  if (!bytes_.empty()) refuse_state();
}

}  // namespace bouton
