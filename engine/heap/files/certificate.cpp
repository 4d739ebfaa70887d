#include "engine/heap/files/certificate.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include <fmt/format.h>

#include "engine/base/checksum.h"
#include "engine/base/errors.h"
#include "engine/heap/heap_sequence.h"
#include "engine/heap/period/all_but_state.h"
#include "engine/system/whole_file.h"

namespace bouton {
namespace {

constexpr std::string_view kTitle = "bouton period certificate 1";
constexpr std::string_view kChecksum = "checksum ";
constexpr std::size_t kValuesInLine = 32;

class CertificateReader {
 public:
  CertificateReader(std::string_view text, std::string_view name) : text_(text), name_(name) {}

  Certificate read() {
    if (line() != kTitle) fail(fmt::format("the first line is not '{}'", kTitle));
    Certificate certificate;
    certificate.game = TakeAndBreak::parse(field("game "));
    certificate.period.theorem = field("theorem ");
    certificate.period.preperiod = number<std::uint64_t>("preperiod ");
    certificate.period.period = number<std::uint64_t>("period ");
    certificate.period.saltus = number<std::int64_t>("saltus ");
    certificate.period.checked_to = number<std::uint64_t>("last ");
    certificate.period.proved = true;
    if (line() != "values") fail("'values' is missing");
    read_values(certificate);
    const std::string expected = checksum(text_.substr(0, at_));
    if (field(kChecksum) != expected || at_ != text_.size()) fail("the file is damaged");
    return certificate;
  }

  static std::string checksum(std::string_view text) {
    Checksum checksum;
    checksum.add(text);
    return fmt::format("{:016x}", checksum.value());
  }

 private:
  [[noreturn]] void fail(std::string_view what) const { throw RequestError(fmt::format("certificate {}: {}", name_, what)); }
  std::string_view line() {
    const std::size_t end = text_.find('\n', at_);
    if (end == std::string_view::npos) fail("the file is damaged: it ends in the middle of a line");
    const std::string_view line = text_.substr(at_, end - at_);
    at_ = end + 1;
    return line;
  }
  std::string_view field(std::string_view name) {
    const std::string_view text = line();
    if (!text.starts_with(name)) fail(fmt::format("'{}' is missing", name.substr(0, name.size() - 1)));
    return text.substr(name.size());
  }
  template <class T>
  T number(std::string_view name) {
    const std::string_view text = field(name);
    T value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) fail(fmt::format("'{}{}' is not a number", name, text));
    return value;
  }
  void read_values(Certificate& certificate) {
    const std::uint64_t last = certificate.period.checked_to;
    if (last >= text_.size()) fail("the file is damaged: values are missing");
    std::vector<Grundy> values;
    while (certificate.values.size() <= last) {
      values.clear();
      const std::string_view text = line();
      const char* const end = text.data() + text.size();
      for (const char* at = text.data(); at != end;) {
        const auto [next, error] = std::from_chars(at, end, values.emplace_back());
        if (error != std::errc() || (next != end && *next != ' ')) fail(fmt::format("'{}' is not a line of values", text));
        at = next == end ? end : next + 1;
      }
      if (values.empty() || values.size() > last + 1 - certificate.values.size())
        fail("there are not as many values as it says");
      certificate.values.append(values);
    }
  }

  std::string_view text_;
  std::string_view name_;
  std::size_t at_ = 0;
};

/// Whether the values that the theorem names repeat, by its own words.
std::string check_condition(const Certificate& certificate, const PeriodTheorem& theorem) {
  const Period& period = certificate.period;
  const GrundyValues& values = certificate.values;
  if (theorem.kind == PeriodTheorem::Kind::all_but) {
    const std::optional<std::uint64_t> recurrence =
        values.visit([&](auto list) { return all_but_recurrence(certificate.game, list, period); });
    if (!recurrence) return "what decides the values does not come round";
    for (std::uint64_t n = period.preperiod; n < *recurrence; ++n)
      if (values[n + period.period] != values[n] + period.saltus)
        return fmt::format("G({}) is not G({}) + {}", n + period.period, n, period.saltus);
    return "";
  }
  if (period.saltus != 0) return "the theorem is of periods without saltus";
  const std::uint64_t needed = theorem.last_needed(period.preperiod, period.period);
  if (needed >= values.size()) return fmt::format("the theorem needs the values up to heap {}", needed);
  for (std::uint64_t n = period.preperiod; n + period.period <= needed; ++n)
    if (values[n + period.period] != values[n])
      return fmt::format("G({}) is {}, but G({}) is {}", n, values[n], n + period.period, values[n + period.period]);
  return "";
}

}  // namespace

Certificate certify(const TakeAndBreak& game, const GrundyValues& values, const Period& period) {
  Certificate certificate{game, period, values};
  certificate.period.checked_to = last_needed(game, values, period);
  certificate.values.truncate(certificate.period.checked_to + 1);
  return certificate;
}

std::string to_text(const Certificate& certificate) {
  const Period& period = certificate.period;
  std::string text =
      fmt::format("{}\ngame {}\ntheorem {}\npreperiod {}\nperiod {}\nsaltus {}\nlast {}\nvalues\n", kTitle,
                  certificate.game.code(), period.theorem, period.preperiod, period.period, period.saltus, period.checked_to);
  for (std::uint64_t n = 0; n < certificate.values.size(); ++n) {
    const bool ends_line = (n + 1) % kValuesInLine == 0 || n + 1 == certificate.values.size();
    fmt::format_to(std::back_inserter(text), "{}{}", certificate.values[n], ends_line ? '\n' : ' ');
  }
  const std::string checksum = CertificateReader::checksum(text);
  return fmt::format("{}{}{}\n", text, kChecksum, checksum);
}

Certificate parse_certificate(std::string_view text, std::string_view name) { return CertificateReader(text, name).read(); }

Certificate read_certificate(const std::filesystem::path& path, const Budget& budget) {
  const std::optional<std::string> text = read_whole_file(path, budget);
  if (!text) throw RequestError(fmt::format("certificate {}: there is no such file", path.native()));
  return parse_certificate(*text, path.native());
}

std::string check_certificate(const Certificate& certificate, const Budget& budget) {
  const Period& period = certificate.period;
  const std::optional<PeriodTheorem> theorem = period_theorem(certificate.game);
  if (!theorem) return fmt::format("no theorem proves a period of {}", certificate.game.code());
  if (period.theorem != theorem->name())
    return fmt::format("the theorem that fits {} is {}, not {}", certificate.game.code(), theorem->name(), period.theorem);
  if (period.period == 0) return "a period is at least 1";
  const std::uint64_t last = certificate.values.size();
  if (period.preperiod >= last || period.period >= last) return "the values do not reach a period beyond the preperiod";
  if (std::string wrong = check_condition(certificate, *theorem); !wrong.empty()) return wrong;
  HeapSequence sequence(certificate.game);
  sequence.use_periods(false);  // this is where a period is proved
  sequence.extend(last - 1, budget);
  for (std::uint64_t n = 0; n < last; ++n)
    if (sequence.values()[n] != certificate.values[n])
      return fmt::format("G({}) is {}, not {}", n, sequence.values()[n], certificate.values[n]);
  return "";
}

}  // namespace bouton
