// The period of a game of one heap alone, with as few values kept as a proof allows.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>

#include "engine/base/budget.h"
#include "engine/heap/code/take_and_break.h"
#include "engine/heap/files/certificate.h"
#include "engine/heap/files/checkpoint.h"
#include "engine/heap/files/tail_certificate.h"
#include "engine/heap/period/period.h"

namespace bouton {

/// What came of it. One of the certificates is there where the period is proved.
struct FoundPeriod {
  std::optional<Period> period;  ///< counted from heap 0
  std::uint64_t known = 0;       ///< the last heap whose value was computed
  std::optional<Certificate> certificate;
  std::optional<TailCertificate> tail_certificate;
};

/// Looks for the period by the values up to heap `last`, or a little more; all of them are kept up to some half a million
/// heaps, and from there on only where the rare heaps have not died out (tail_rules.h): else some megabytes will do, however
/// far it goes. With a file to go on from, which is read and then written now and then, when `interval` has gone by, and at the
/// end, be it Interrupted or LimitError. Throws RequestError, OutputError where the file cannot be read or written.
FoundPeriod search_period(const TakeAndBreak& game, std::uint64_t last, const std::optional<std::filesystem::path>& checkpoint,
                          const Budget& budget, std::chrono::milliseconds interval = Checkpoint::kInterval);

}  // namespace bouton
