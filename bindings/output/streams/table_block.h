// Tables that several processes write into one file, npy or packed, each its own block of positions.
//
// The file has its place and size for every value from the beginning: the type of the array is the smallest that holds the
// bound which the solver knows. Rank 0 makes the file and finishes it; if all values fit a smaller type it writes them once
// more.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "bindings/output/streams/table_stream.h"
#include "engine/farm/ranks.h"
#include "engine/kept/placed_checksum.h"
#include "engine/kept/work.h"
#include "engine/values/value_sink.h"

namespace bouton {

/// One rank's block. Every rank makes one, begins, takes and finishes it.
class TableBlock final : public BlockSink {
 public:
  /// `path` is the file that is wanted, whose part (see open_part_output) rank 0 has as `out`; the others give null. The form
  /// is npy. With `checkpoint`, a run that was ended goes on, if `work` and the number of ranks are the same. Throws as
  /// Continued, and what Ranks throws.
  TableBlock(Ranks& ranks, TableForm form, const std::filesystem::path& path, Output* out,
             std::optional<std::filesystem::path> checkpoint, Work work, const Budget& budget);

  void begin(std::uint32_t greatest) override;
  void take(std::uint64_t first, std::span<const std::uint32_t> cells) override;
  void take_outcomes(std::uint64_t first, const OutcomeBits& outcomes) override;
  bool goes_on() const override { return checkpoint_.has_value(); }
  ResumableRun::Begun begun() const override { return begun_; }
  void go_on(std::string_view kept) override;
  void read(std::uint64_t first, std::span<std::uint32_t> cells) override;
  std::string keep() override;
  void keep_states(std::uint64_t rows, std::string states) override;
  /// After the last value: returns when every rank has come here, and on rank 0 when the output has all of them; it is then to
  /// be finished.
  void finish();

 private:
  void take_packed(std::uint64_t first, std::span<const std::uint32_t> cells);
  /// Rank 0 opens the part, and the checkpoint where there is one; returns where the ranks begin.
  ResumableRun::Begun open_part();
  /// Of a run that goes on: rank 0 compares the part with what all ranks had written; the others wait for it. Throws
  /// RequestError on rank 0.
  void check_part();
  void write(std::uint64_t place, std::uint64_t positions);
  /// Where the value of a position, or the byte that holds it, is in the file.
  std::uint64_t place_of(std::uint64_t position) const;

  Ranks& ranks_;
  TableForm form_;
  std::filesystem::path part_;
  Output* out_;
  std::optional<std::filesystem::path> checkpoint_;
  Work work_;
  const Budget& budget_;
  ResumableRun::Begun begun_;
  std::unique_ptr<SharedFile> file_;
  std::uint64_t columns_;
  std::size_t bytes_ = 1;  ///< of a value
  std::string header_;
  std::uint32_t greatest_ = 0;  ///< that was taken
  std::uint64_t taken_ = 0;     ///< positions
  PlacedChecksum checksum_;     ///< of what this rank has written
  std::string piece_;           ///< that is to be written
  unsigned char pending_ = 0;   ///< the bits of a byte that is not full
};

}  // namespace bouton
