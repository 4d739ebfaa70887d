// Where results go: standard output, or a file that appears whole or not at all.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "engine/base/errors.h"

namespace bouton {

/// Takes text or bytes, in order. Collects them and hands them on in large pieces.
class Sink {
 public:
  Sink() = default;
  virtual ~Sink() = default;
  Sink(const Sink&) = delete;
  Sink& operator=(const Sink&) = delete;

  void write(std::string_view bytes) {
    if (bytes.size() >= kPiece) {
      flush();
      put(bytes);
      return;
    }
    buffer_.append(bytes);
    if (buffer_.size() >= kPiece) flush();
  }
  template <typename... Arguments>
  void print(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    fmt::format_to(std::back_inserter(buffer_), format, std::forward<Arguments>(arguments)...);
    if (buffer_.size() >= kPiece) flush();
  }
  /// Hands on what was collected.
  void flush() {
    std::string piece;
    piece.swap(buffer_);
    if (!piece.empty()) put(piece);
    piece.clear();
    buffer_.swap(piece);
  }

 protected:
  /// What a destination does with the next bytes.
  virtual void put(std::string_view bytes) = 0;

 private:
  static constexpr std::size_t kPiece = std::size_t{1} << 16;
  std::string buffer_;
};

/// Keeps what it is given.
class TextSink : public Sink {
 public:
  /// Everything so far.
  const std::string& text() {
    flush();
    return text_;
  }

 protected:
  void put(std::string_view bytes) override { text_.append(bytes); }

 private:
  std::string text_;
};

/// What was written so far, where it can be read and changed again.
class Written {
 public:
  virtual ~Written() = default;
  /// Bytes.
  virtual std::uint64_t size() = 0;
  virtual void read(std::uint64_t offset, std::span<char> bytes) = 0;
  virtual void replace(std::uint64_t offset, std::string_view bytes) = 0;
  /// What is written from here on takes the place of all so far, which can be read until the output is finished, but no longer
  /// be changed. Once.
  virtual void begin_again() = 0;

  // Of outputs that several runs write (open_part_output).
  /// Whether there is a part that an earlier run wrote, or somebody else; nothing may be written before one of the next two.
  virtual bool has_part() const { return false; }
  /// Begins at the beginning. Throws RequestError where there is a part, since nothing says what it is.
  virtual void begin() {}
  /// Goes on behind the first `size` bytes of the part; false where they do not have that checksum (PlacedChecksum). What is
  /// behind them is dropped. With `checked` false they are not looked at.
  virtual bool go_on(std::uint64_t /*size*/, std::uint64_t /*checksum*/, bool /*checked*/ = true) { return false; }
  /// Of all bytes so far.
  virtual std::uint64_t checksum() { return 0; }
  /// Returns when all is on the disk, where it stays.
  virtual void keep() {}
  /// Gives the part its name, once something says what it is.
  virtual void show() {}
};

/// A sink that must be finished: what it was given counts only after finish().
class Output : public Sink {
 public:
  /// Makes the output complete. Throws OutputError, ReaderGone or Interrupted, as does every write.
  virtual void finish() = 0;
  /// Null where what was written is gone.
  virtual Written* written() { return nullptr; }
};

/// Standard output, or with `file` a WholeFile. Throws OutputError where nothing could be written. `before_printing` is called
/// each time before something goes to standard output.
std::unique_ptr<Output> open_output(const std::optional<std::filesystem::path>& file,
                                    std::function<void()> before_printing = {});
/// A file that several runs write (engine/system/part_file.h); when it is finished, `checkpoint` is deleted, if it says how far
/// they have come (engine/kept/record_file.h).
std::unique_ptr<Output> open_part_output(const std::filesystem::path& file, const std::filesystem::path& checkpoint);
/// The same for a file that must not exist yet. Throws OutputError if it does, at the latest from finish().
std::unique_ptr<Output> create_output(const std::filesystem::path& file);

/// Hands on what C's own stdout holds back, as what Lua's print writes. Throws OutputError if not all of it, ever, could be
/// written; ReaderGone.
void flush_stdout();

}  // namespace bouton
