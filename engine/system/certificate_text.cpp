#include "engine/system/certificate_text.h"

#include <optional>
#include <utility>

#include "engine/base/checksum.h"
#include "engine/base/errors.h"

namespace bouton {
namespace {

constexpr std::string_view kChecksum = "checksum";

std::string checksum_of(std::string_view text) {
  Checksum checksum;
  checksum.add(text);
  return fmt::format("{:016x}", checksum.value());
}

}  // namespace

void CertificateText::fail(std::string_view what) const { throw RequestError(fmt::format("certificate {}: {}", name_, what)); }

std::string_view CertificateText::line() {
  const std::size_t end = text_.find('\n', at_);
  if (end == std::string_view::npos) fail("the file is damaged: it ends in the middle of a line");
  const std::string_view line = text_.substr(at_, end - at_);
  at_ = end + 1;
  return line;
}

void CertificateText::title(std::string_view title) {
  if (line() != title) fail(fmt::format("the first line is not '{}'", title));
}

std::string_view CertificateText::field(std::string_view name) {
  const std::string_view text = line();
  if (!text.starts_with(name) || text.size() <= name.size() || text[name.size()] != ' ')
    fail(fmt::format("'{}' is missing", name));
  return text.substr(name.size() + 1);
}

CertificateSettings CertificateText::settings() {
  constexpr std::size_t kMostSettings = 1000;
  const auto count = number<std::size_t>("settings");
  if (count > kMostSettings) fail("there are too many settings");
  CertificateSettings settings;
  for (std::size_t i = 0; i < count; ++i) {
    std::string parameter(field("parameter"));
    settings.emplace_back(std::move(parameter), field("value"));
  }
  return settings;
}

std::uint64_t CertificateText::hexadecimal(std::string_view name) {
  const std::string_view text = field(name);
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, 16);
  if (error != std::errc() || end != text.data() + text.size()) fail(fmt::format("'{} {}' is not a number", name, text));
  return value;
}

void CertificateText::end() {
  const std::string expected = checksum_of(text_.substr(0, at_));
  if (field(kChecksum) != expected || at_ != text_.size()) fail("the file is damaged");
}

std::string certificate_head(std::string_view title, std::string_view game, const CertificateSettings& settings) {
  std::string text = fmt::format("{}\ngame {}\nsettings {}\n", title, game, settings.size());
  for (const auto& [name, value] : settings) text += fmt::format("parameter {}\nvalue {}\n", name, value);
  return text;
}

std::string with_checksum(std::string lines) {
  const std::string checksum = checksum_of(lines);
  return std::move(lines) + fmt::format("{} {}\n", kChecksum, checksum);
}

std::string read_certificate_text(const std::filesystem::path& path, const Budget& budget, Pipes pipes) {
  std::optional<std::string> text = read_whole_file(path, budget, pipes);
  if (!text) throw RequestError(fmt::format("certificate {}: there is no such file", path.string()));
  return *std::move(text);
}

}  // namespace bouton
