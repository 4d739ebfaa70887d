// Outcomes as bits, stripe by stripe; see write_packed.
#pragma once

#include <cstdint>
#include <string>

#include "bindings/output/streams/table_stream.h"

namespace bouton {

/// The header of the packed outcomes of a box.
std::string packed_header(const Box& box);
/// Packs outcomes that are bits, `first` and those behind it, 1 for P, of one row; adds bytes.
void pack_outcomes(const std::uint64_t* bits, std::uint64_t first, std::uint64_t count, std::string& bytes);

class PackedStream final : public TableStream {
 public:
  PackedStream(Output& out, const TableForm& form, Continued* continued)
      : TableStream(out, form, continued), columns_(form.box.length(form.box.dimensions() - 1)) {}
  void take_outcomes(std::uint64_t first, const OutcomeBits& outcomes) override;

 protected:
  void write_head(std::uint32_t greatest) override;
  void write_cells(std::span<const std::uint32_t> cells) override;
  bool is_between_bytes() const override { return column_ % 8 == 0; }
  void go_on(std::uint32_t, std::uint64_t done) override { column_ = done % columns_; }

 private:
  std::uint64_t columns_;
  std::uint64_t column_ = 0;   ///< that comes next
  unsigned char pending_ = 0;  ///< the bits of a byte that is not full
  std::string bytes_;
};

}  // namespace bouton
