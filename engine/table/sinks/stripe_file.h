// How far a run that hands out stripes has come, in a file, so that another one goes on with it.
//
// The file, integers little-endian:
//   8 bytes  "BoutonST"
//   u32      1, the version of this format
//   u64      length of the title, and the title: what is computed and how it is written
//   u64      positions that have been handed out
//   u64      bytes of the output that hold them
//   u64      what the writer of the output counts: positions written, the greatest value
//   u64      length of the kernel's state, and the state
//   u64      Checksum of all bytes before
// It is replaced as a whole, after the bytes of the output that it speaks of are on the disk.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "engine/base/budget.h"
#include "engine/values/course.h"

namespace bouton {

struct StripeFile {
  std::string title;
  Course::Begun begun;
  std::uint64_t bytes = 0;
  std::uint64_t counted = 0;
};

/// Whether the file begins as such a file does.
bool is_stripe_file(const std::filesystem::path& path);
/// Throws OutputError, Interrupted.
void write_stripe_file(const std::filesystem::path& path, const StripeFile& file, const Budget& budget);
/// Nothing if there is no such file. Throws RequestError, naming the file, if it is damaged, no such file or of another title;
/// LimitError, Interrupted.
std::optional<StripeFile> read_stripe_file(const std::filesystem::path& path, const std::string& title, const Budget& budget);

}  // namespace bouton
