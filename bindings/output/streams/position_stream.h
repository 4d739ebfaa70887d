// P-positions that are written as they are found: text, csv, bfile, npy.
#pragma once

#include <optional>
#include <string>

#include "bindings/output/formats/format.h"
#include "bindings/output/sink/output.h"
#include "bindings/output/streams/continued.h"
#include "engine/position/domain.h"
#include "engine/system/whole_file.h"
#include "engine/values/resumable_run.h"

namespace bouton {

class PositionStream final : public ResumableRun {
 public:
  /// `domain` must outlive this object, `continued` may be null. `provenance`: what a b-file says of where it comes from
  /// (Values::provenance). Throws RequestError where a b-file cannot hold the positions.
  PositionStream(Output& out, Format format, const Domain& domain, const Box& box, Continued* continued,
                 std::string provenance = {});

  Begun begun() const override { return continued_ != nullptr ? continued_->begun() : Begun{}; }
  bool may_be_continued() const override { return continued_ != nullptr; }
  void reached(std::uint64_t done, const std::function<std::string()>& state) override;
  void write(PositionView position);
  /// After the last position.
  void finish();

 private:
  std::string npy_head(std::uint64_t count) const;
  void write_head();

  Output& out_;
  Format format_;
  const Domain& domain_;
  Box box_;
  Continued* continued_;
  std::size_t free_ = 0;     ///< of a b-file: the coordinate that varies
  std::uint64_t count_ = 0;  ///< positions written
  bool has_head_ = false;
  std::optional<WholeFile> spool_;  ///< of npy, where the output cannot be read again; it is never finished
  std::string piece_;               ///< of the spool, not written yet
  std::string provenance_;
};

}  // namespace bouton
