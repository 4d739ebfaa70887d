// Files from which later runs go on: one form for all of them.
//
// The file:
//   Bouton kept file 2 1.3.0          the version of this form, and of the Bouton that wrote the file
//   record 0 LENGTH CHECKSUM          then so many bytes and a line feed: the text of the work (engine/kept/work.h)
//   record NUMBER LENGTH CHECKSUM     and so on, as many as there are; what they hold, who keeps the file says
//   ...
// Numbers are decimal, checksums hexadecimal. The checksum of a record is of the text of the work, of its number and of its
// bytes, so that no record is taken for one of other work or of another number. A file may be written at once, or grow record
// by record. What is damaged costs no more than the records in which it is: behind them the next one is looked for.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

#include "engine/base/budget.h"
#include "engine/kept/work.h"
#include "engine/system/whole_file.h"

namespace bouton {

/// What a file of the work begins with.
std::string head_of_records(const Work& work);
/// A record; `number` is at least 1.
std::string record_of(const Work& work, std::uint64_t number, std::string_view bytes);

/// Whether the file says how far an output has come, whose format its work names ("format"), so that it is of no use once the
/// output is whole. Not checked for damage.
bool is_file_of_output(const std::filesystem::path& path);

/// Calls `visit` with each record that is whole, in the order of the file. Returns how many bytes there are up to the end of
/// the last of them; 0 if there is no such file, or one that ends within what it begins with. Throws RequestError, which names
/// the file, if it is none of these, another version of Bouton wrote it, it belongs to other work (then what differs), or what
/// it begins with is damaged; LimitError, Interrupted, and what `visit` throws.
std::uint64_t read_records(const std::filesystem::path& path, const Work& work, const Budget& budget,
                           const std::function<void(std::uint64_t number, std::string_view bytes)>& visit);

/// Of a file that is written whole or not at all: its bytes in pieces, one record each, and a last record without bytes. What
/// is damaged or missing makes all of it worthless.
class PieceFile {
 public:
  /// Throws OutputError, as do the others.
  PieceFile(const std::filesystem::path& path, const Work& work);
  /// A piece of its own, of one byte or more; some megabytes are a good length.
  void write(std::string_view piece);
  /// Bytes for a piece that ends when it has a megabyte. What is added at once stays together.
  void add(std::string_view bytes);
  void finish();

 private:
  void end_piece();

  WholeFile file_;
  Work work_;
  std::uint64_t pieces_ = 0;
  std::string begun_;  ///< the piece that bytes are added to
};

/// Calls `visit` with each piece, in their order. False where there is no such file. Throws as read_records does, and
/// RequestError where not all of the file is there and as it was written; pieces before that have been visited then.
bool read_pieces(const std::filesystem::path& path, const Work& work, const Budget& budget,
                 const std::function<void(std::string_view piece)>& visit);

/// The first piece of a file of the work, of at most so many bytes, without a look at the others; empty where there is none.
std::string first_piece(const std::filesystem::path& path, const Work& work, std::size_t most_bytes);

/// What a kept file, as the text of its work has it, says under `name`; empty where it is no such file, or says nothing of it
/// near its beginning. Not checked for damage.
std::string fact_of_kept_file(const std::filesystem::path& path, std::string_view name);

/// The file is damaged, or is not there: throws RequestError, which names it.
[[noreturn]] void refuse_damaged_file(const std::filesystem::path& path);
[[noreturn]] void refuse_missing_file(const std::filesystem::path& path);

}  // namespace bouton
