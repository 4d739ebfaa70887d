// What the texts of certificates have in common: lines, most of a name and a value, the last with a checksum of all before it.
#pragma once

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "engine/system/read_file.h"

namespace bouton {

/// Parameters of a game, and the values that they were set to.
using CertificateSettings = std::vector<std::pair<std::string, std::string>>;

/// Reads such a text line by line. Whatever is wrong with it is a RequestError that names it.
class CertificateText {
 public:
  /// `text` and `name`, which messages call it by, must outlive this object.
  CertificateText(std::string_view text, std::string_view name) : text_(text), name_(name) {}

  std::string_view line();
  /// The first line, which has to be this one.
  void title(std::string_view title);
  /// The value of the next line, which has to have this name.
  std::string_view field(std::string_view name);
  /// The number of settings, and two lines for each.
  CertificateSettings settings();
  /// A number in base 16.
  std::uint64_t hexadecimal(std::string_view name);
  template <class T>
  T number(std::string_view name) {
    const std::string_view text = field(name);
    T value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) fail(fmt::format("'{} {}' is not a number", name, text));
    return value;
  }
  /// The last line: the checksum of the lines so far.
  void end();
  /// How long the text is: no number of lines in it can be larger.
  std::size_t size() const { return text_.size(); }
  [[noreturn]] void fail(std::string_view what) const;

 private:
  std::string_view text_;
  std::string_view name_;
  std::size_t at_ = 0;
};

/// The first lines of a certificate about a game.
std::string certificate_head(std::string_view title, std::string_view game, const CertificateSettings& settings);
/// The lines with the last one behind them.
std::string with_checksum(std::string lines);

/// The whole file, read once. Throws RequestError if there is none or it cannot be read, LimitError for one beyond the memory
/// of the budget, Interrupted.
std::string read_certificate_text(const std::filesystem::path& path, const Budget& budget, Pipes pipes);

}  // namespace bouton
