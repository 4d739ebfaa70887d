// npy, stripe by stripe.
//
// The type of the array is the smallest that holds the values, and the greatest of them is known at the end alone. So they are
// held back until one has come that needs the smallest type for the bound that the solver knows: most often one of the first
// thousands. If none does for long, or another run may go on with this one, they are written in that type, and in the end, if a
// smaller one does, once more.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "bindings/output/streams/table_stream.h"
#include "engine/system/whole_file.h"

namespace bouton {

/// Values of so many bytes each, least first.
void read_little_endian(std::string_view bytes, std::span<std::uint32_t> values);
/// All of an array of so many bytes a value, from values that `read` tells from one number on.
void write_npy(Output& out, const Box& box, std::size_t bytes,
               const std::function<void(std::uint64_t first, std::span<std::uint32_t> values)>& read);

class NpyStream final : public TableStream {
 public:
  using TableStream::TableStream;
  void read(std::uint64_t first, std::span<std::uint32_t> cells) override;
  void finish() override;

 protected:
  void write_head(std::uint32_t greatest) override;
  void write_cells(std::span<const std::uint32_t> cells) override { write_numbers(cells); }
  void write_narrow(std::span<const std::uint16_t> cells) override { write_numbers(cells); }
  void go_on(std::uint32_t greatest, std::uint64_t done) override;

 private:
  template <class Number>
  void write_numbers(std::span<const Number> numbers);
  void make_spool();
  /// Nothing is held back any longer.
  void begin_to_write();
  /// The output or the spool.
  void put(std::string_view bytes);
  /// Values from one number on as they were written.
  void read_written(std::uint64_t first, std::span<std::uint32_t> cells);

  std::size_t bytes_ = 1;           ///< of a value as it is written at first
  bool holds_ = false;              ///< whether nothing is written yet, the header neither
  std::string held_;                ///< values, of so many bytes
  std::optional<WholeFile> spool_;  ///< that holds the values, where the output cannot be read again; it is never finished
};

}  // namespace bouton
