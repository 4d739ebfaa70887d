// How far a run that hands out stripes has come, in a file, so that another one goes on with it.
//
// The file is one of records (engine/kept/record_file.h). Record 1 has four numbers, u64 little-endian: the positions that have
// been handed out; the bytes of the output that hold them; the PlacedChecksum of these bytes; and what the writer of the output
// counts, positions written or the greatest value. Record 2 is the kernel's state.
// The file is replaced as a whole, after the bytes of the output that it speaks of are on the disk.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

#include "engine/base/budget.h"
#include "engine/kept/work.h"
#include "engine/values/resumable_run.h"

namespace bouton {

struct StripeFile {
  ResumableRun::Begun begun;
  std::uint64_t bytes = 0;
  std::uint64_t checksum = 0;
  std::uint64_t counted = 0;
};

/// Throws OutputError, Interrupted.
void write_stripe_file(const std::filesystem::path& path, const Work& work, const StripeFile& file, const Budget& budget);
/// Nothing if there is no such file. Throws RequestError if it is damaged, and what read_records throws.
std::optional<StripeFile> read_stripe_file(const std::filesystem::path& path, const Work& work, const Budget& budget);

}  // namespace bouton
