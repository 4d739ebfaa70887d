// Tables that are written as they are solved, stripe by stripe: the same bytes as write_values writes.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bindings/output/formats/format.h"
#include "bindings/output/sink/output.h"
#include "bindings/output/streams/continued.h"
#include "engine/rules/game.h"
#include "engine/values/value_sink.h"

namespace bouton {

/// What is written, and how.
struct TableForm {
  const Game& game;  ///< must outlive the stream
  Box box;
  ValueKind kind = ValueKind::grundy;
  Format format = Format::npy;
  bool packed = false;          ///< a bit for each outcome, as npy
  std::string provenance = {};  ///< what a b-file says of where it comes from: Values::provenance
};

/// Whether tables are written stripe by stripe in this form: npy, csv, bfile.
bool is_streamed(Format format);

class TableStream : public ValueSink {
 public:
  /// `continued` may be null.
  TableStream(Output& out, TableForm form, Continued* continued);

  Begun begun() const final { return continued_ != nullptr ? continued_->begun() : Begun{}; }
  bool may_be_continued() const final { return continued_ != nullptr; }
  void begin(std::uint32_t greatest) final;
  void take(std::uint64_t first, std::span<const std::uint32_t> cells) override;
  void take_narrow(std::uint64_t first, std::span<const std::uint16_t> cells) override;
  void reached(std::uint64_t done, const std::function<std::string()>& state) final;
  /// After the last stripe.
  virtual void finish() {}

 protected:
  /// What comes before the values; `greatest` bounds them.
  virtual void write_head(std::uint32_t greatest) = 0;
  virtual void write_cells(std::span<const std::uint32_t> cells) = 0;
  /// Written as cells unless the form knows better.
  virtual void write_narrow(std::span<const std::uint16_t> cells);
  /// Whether all that was taken is written, so that another run can begin behind it.
  virtual bool is_between_bytes() const { return true; }
  /// Of an earlier run that is gone on with, after write_head was not called: the first `done` positions are written.
  virtual void go_on(std::uint32_t /*greatest*/, std::uint64_t /*done*/) {}

  Output& out() { return out_; }
  const TableForm& form() const { return form_; }
  /// The greatest value that was taken.
  std::uint32_t greatest() const { return greatest_; }

 private:
  Output& out_;
  TableForm form_;
  Continued* continued_;
  std::uint32_t greatest_ = 0;
};

/// Throws RequestError for what cannot be written so: packed values that are not outcomes.
std::unique_ptr<TableStream> make_table_stream(Output& out, const TableForm& form, Continued* continued = nullptr);

/// The packed form of a table that has been solved: an array of unsigned bytes, shaped as the table but for its last
/// axis, along which 8 positions share a byte: the first has the highest bit, 1 for an N-position and 0 for P, as the numbers
/// of outcomes are, and bits behind the end of a row are 0. So numpy.unpackbits(array, axis=-1, count=COLUMNS) is what npy
/// holds without. Throws RequestError for positions that are not valid, and draws.
void write_packed(Sink& out, const Table& table);

}  // namespace bouton
