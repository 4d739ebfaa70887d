#include "engine/heap/files/certificate.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include <fmt/format.h>

#include "engine/heap/heap_sequence.h"
#include "engine/heap/period/all_but_state.h"
#include "engine/system/certificate_text.h"

namespace bouton {
namespace {

constexpr std::string_view kTitle = "bouton period certificate 1";
constexpr std::size_t kValuesInLine = 32;

void read_values(CertificateText& text, Certificate& certificate) {
  const std::uint64_t last = certificate.period.checked_to;
  if (last >= text.size()) text.fail("the file is damaged: values are missing");
  std::vector<Grundy> values;
  while (certificate.values.size() <= last) {
    values.clear();
    const std::string_view line = text.line();
    const char* const end = line.data() + line.size();
    for (const char* at = line.data(); at != end;) {
      const auto [next, error] = std::from_chars(at, end, values.emplace_back());
      if (error != std::errc() || (next != end && *next != ' ')) text.fail(fmt::format("'{}' is not a line of values", line));
      at = next == end ? end : next + 1;
    }
    if (values.empty() || values.size() > last + 1 - certificate.values.size())
      text.fail("it does not have as many values as it says");
    certificate.values.append(values);
  }
}

/// Whether the values that the theorem names repeat, by its own words.
std::string check_condition(const Certificate& certificate, const PeriodTheorem& theorem) {
  const Period& period = certificate.period;
  const GrundyValues& values = certificate.values;
  if (theorem.kind == PeriodTheorem::Kind::all_but) {
    const std::optional<std::uint64_t> recurrence =
        values.visit([&](auto list) { return all_but_recurrence(certificate.game, list, period); });
    if (!recurrence) return "what decides the values does not recur";
    for (std::uint64_t n = period.preperiod; n < *recurrence; ++n)
      if (values[n + period.period] != values[n] + period.saltus)
        return fmt::format("G({}) is not G({}) + {}", n + period.period, n, period.saltus);
    return "";
  }
  if (period.saltus != 0) return "the theorem is about periods without saltus";
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
  return with_checksum(std::move(text));
}

Certificate parse_certificate(std::string_view lines, std::string_view name) {
  CertificateText text(lines, name);
  text.title(kTitle);
  Certificate certificate;
  certificate.game = TakeAndBreak::parse(text.field("game"));
  certificate.period.theorem = text.field("theorem");
  certificate.period.preperiod = text.number<std::uint64_t>("preperiod");
  certificate.period.period = text.number<std::uint64_t>("period");
  certificate.period.saltus = text.number<std::int64_t>("saltus");
  certificate.period.checked_to = text.number<std::uint64_t>("last");
  certificate.period.proved = true;
  if (text.line() != "values") text.fail("'values' is missing");
  read_values(text, certificate);
  text.end();
  return certificate;
}

std::string check_certificate(const Certificate& certificate, const Budget& budget) {
  const Period& period = certificate.period;
  const std::optional<PeriodTheorem> theorem = period_theorem(certificate.game);
  if (!theorem) return fmt::format("no theorem proves a period of {}", certificate.game.code());
  if (period.theorem != theorem->name())
    return fmt::format("the theorem that fits {} is {}, not {}", certificate.game.code(), theorem->name(), period.theorem);
  if (period.period == 0) return "a period must be at least 1";
  const std::uint64_t last = certificate.values.size();
  if (period.preperiod >= last || period.period >= last) return "the values do not reach a period beyond the preperiod";
  if (std::string wrong = check_condition(certificate, *theorem); !wrong.empty()) return wrong;
  HeapSequence sequence(certificate.game);
  sequence.use_periods(false);  // this is where a period is proved
  // Twice as far each time: values that are made up are seen before the work on what follows them.
  constexpr std::uint64_t kFirst = 4096;
  for (std::uint64_t n = 0, known = 0; known < last;) {
    known = std::min(last, std::max(kFirst, 2 * known));
    sequence.extend(known - 1, budget);
    for (; n < known; ++n)
      if (sequence.values()[n] != certificate.values[n])
        return fmt::format("G({}) is {}, not {}", n, sequence.values()[n], certificate.values[n]);
  }
  return "";
}

}  // namespace bouton
