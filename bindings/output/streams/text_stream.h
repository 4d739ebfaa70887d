// Lines of text, stripe by stripe: CSV and b-files.
#pragma once

#include "bindings/output/streams/table_stream.h"

namespace bouton {

/// A line for each position, which ends in its value. Reads them back from there.
class LineStream : public TableStream {
 public:
  LineStream(Output& out, const TableForm& form, Continued* continued)
      : TableStream(out, form, continued), position_(form.box.low()) {}
  void read(std::uint64_t first, std::span<std::uint32_t> cells) final;

 protected:
  void go_on(std::uint32_t, std::uint64_t done) final;
  /// The lines that come before the values; empty if there are none.
  virtual std::string head() const = 0;
  void write_head(std::uint32_t) final { out().write(head()); }

  Position position_;          ///< that comes next
  std::uint64_t written_ = 0;  ///< positions

 private:
  std::uint64_t read_ = 0, offset_ = 0;  ///< positions that were read, and where their bytes end
  std::string buffer_;                   ///< the bytes from there on that were read
  std::size_t at_ = 0;                   ///< in the buffer
};

class CsvStream final : public LineStream {
 public:
  using LineStream::LineStream;

 protected:
  std::string head() const override;
  void write_cells(std::span<const std::uint32_t> cells) override;
};

class BfileStream final : public LineStream {
 public:
  using LineStream::LineStream;

 protected:
  std::string head() const override;
  void write_cells(std::span<const std::uint32_t> cells) override;
};

}  // namespace bouton
