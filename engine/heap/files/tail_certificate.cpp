#include "engine/heap/files/tail_certificate.h"

#include <algorithm>
#include <atomic>
#include <charconv>
#include <exception>
#include <mutex>
#include <numeric>
#include <optional>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "engine/heap/heap_sequence.h"
#include "engine/heap/tail/tail_run.h"
#include "engine/system/certificate_text.h"

namespace bouton {
namespace {

constexpr std::string_view kTailTitle = "bouton finite state certificate 1";
constexpr std::size_t kBytesInLine = 64;
constexpr std::uint64_t kMostWindows = 4096;
/// Heaps between two reports of progress.
constexpr std::uint64_t kReportedSteps = std::uint64_t{1} << 21;
/// Heaps that are computed at most for each value of a window: whoever asks for much writes much. Windows that were written of
/// the longest periods known lie less than a quarter of it apart.
constexpr std::uint64_t kHeapsOfValue = std::uint64_t{1} << 23;

std::string_view parity_of(const ValueClasses& classes) {
  return !classes.with_size ? "none" : classes.odd_removal ? "odd" : "even";
}

ValueClasses read_classes(CertificateText& text) {
  ValueClasses classes;
  classes.mask = text.number<Grundy>("mask");
  const std::string_view parity = text.field("parity");
  if (parity != "none" && parity != "even" && parity != "odd") text.fail(fmt::format("'{}' is not a parity", parity));
  classes.with_size = parity != "none";
  classes.odd_removal = parity == "odd";
  return classes;
}

TailWindow read_window(CertificateText& text, std::uint64_t size) {
  TailWindow window{text.number<std::uint64_t>("window"), {}};
  if (size > text.size()) text.fail("the file is damaged: values are missing");
  while (window.values.size() < size) {
    const std::string_view line = text.line();
    const std::size_t count = std::min<std::uint64_t>(kBytesInLine, size - window.values.size());
    if (line.size() != 2 * count) text.fail("a line of a window has the wrong number of values");
    for (std::size_t i = 0; i < count; ++i) {
      const char* const digits = line.data() + 2 * i;
      std::uint8_t value = 0;
      const auto [end, error] = std::from_chars(digits, digits + 2, value, 16);
      if (error != std::errc() || end != digits + 2) text.fail(fmt::format("'{}' is not a line of values", line));
      window.values.push_back(value);
    }
  }
  return window;
}

/// A run from one window to another, by the windows' numbers.
class Segments {
 public:
  Segments(const TailRules& rules, const Recurrence& recurrence, std::size_t repeated, const Budget& budget)
      : rules_(rules), recurrence_(recurrence), repeated_(repeated), budget_(budget) {}

  /// Runs all of them; what is wrong with the first that does not lead where it should, or empty.
  std::string check() {
    std::vector<std::jthread> others;
    for (unsigned i = 1; i < std::min<std::size_t>(budget_.threads, recurrence_.windows.size()); ++i)
      others.emplace_back([this] { work(false); });
    work(true);
    others.clear();
    if (thrown_) std::rethrow_exception(thrown_);
    return wrong_;
  }

 private:
  void work(bool asked) {
    try {
      for (std::size_t i = next_++; i < recurrence_.windows.size(); i = next_++) run(i, asked);
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!thrown_) thrown_ = std::current_exception();
      next_ = recurrence_.windows.size();
    }
  }

  void run(std::size_t i, bool asked) {
    const bool last = i + 1 == recurrence_.windows.size();
    TailWindow aim = recurrence_.windows[last ? repeated_ : i + 1];
    if (last) aim.heap += recurrence_.period;
    TailRun run(rules_, recurrence_.windows[i]);
    std::uint64_t told = run.end();
    while (run.end() < aim.heap && !run.stuck()) {
      budget_.check_stop();
      run.advance();
      if (run.end() < told + kReportedSteps) continue;
      done_ += run.end() - told;
      told = run.end();
      if (asked) budget_.report("heaps", recurrence_.windows[0].heap + done_, recurrence_.repeated + recurrence_.period);
    }
    done_ += run.end() - told;
    if (run.end() < aim.heap) fail(i, fmt::format("G({}) does not follow from the window before it", run.end()));
    else if (run.window(aim.heap).values != aim.values)
      fail(i, fmt::format("the window before heap {} does not lead to that before heap {}", recurrence_.windows[i].heap,
                          aim.heap));
  }

  void fail(std::size_t i, std::string wrong) {
    const std::lock_guard lock(mutex_);
    if (i >= wrong_at_) return;
    wrong_at_ = i;
    wrong_ = std::move(wrong);
  }

  const TailRules& rules_;
  const Recurrence& recurrence_;
  const std::size_t repeated_;
  const Budget& budget_;
  std::atomic<std::size_t> next_ = 0;
  std::atomic<std::uint64_t> done_ = 0;
  std::mutex mutex_;
  std::string wrong_;
  std::size_t wrong_at_ = ~std::size_t{0};
  std::exception_ptr thrown_;
};

/// Whether G(n + p) = G(n) for the heaps from the preperiod on that the repeated window does not have. The values are those
/// before the first window, which is the repeated one if there are such heaps.
std::string check_before_window(const TailRules& rules, const Recurrence& recurrence, const GrundyValues& values,
                                const Budget& budget) {
  const std::uint64_t covered = recurrence.repeated - rules.window_size();
  if (covered <= recurrence.preperiod) return "";
  if (recurrence.repeated != recurrence.windows[0].heap) return "the repeated window does not reach back to the preperiod";
  TailRun run(rules, recurrence.windows[0]);
  for (std::uint64_t heap = recurrence.preperiod; heap < covered; ++heap) {
    const std::uint64_t later = heap + recurrence.period;
    while (run.end() <= later && !run.stuck()) {
      budget.check_stop();
      run.advance();
    }
    if (later >= values.size() && run.end() <= later) return fmt::format("G({}) does not follow", later);
    if ((later < values.size() ? values[later] : run.value(later)) != values[heap])
      return fmt::format("G({}) is not G({})", later, heap);
  }
  return "";
}

}  // namespace

Period period_of(const Recurrence& recurrence) {
  return {.preperiod = recurrence.preperiod,
          .period = recurrence.period,
          .saltus = 0,
          .proved = true,
          .theorem = std::string(kFiniteState),
          .checked_to = recurrence.repeated + recurrence.period - 1};
}

std::string to_text(const TailCertificate& certificate) {
  const Recurrence& recurrence = certificate.recurrence;
  std::string text =
      fmt::format("{}\ngame {}\npreperiod {}\nperiod {}\nmask {}\nparity {}\nreach {}\nrepeated {}\nwindows {}\n", kTailTitle,
                  certificate.game.code(), recurrence.preperiod, recurrence.period, certificate.classes.mask,
                  parity_of(certificate.classes), certificate.reach, recurrence.repeated, recurrence.windows.size());
  for (const TailWindow& window : recurrence.windows) {
    fmt::format_to(std::back_inserter(text), "window {}\n", window.heap);
    for (std::size_t i = 0; i < window.values.size(); ++i) {
      const bool ends_line = (i + 1) % kBytesInLine == 0 || i + 1 == window.values.size();
      fmt::format_to(std::back_inserter(text), "{:02x}{}", window.values[i], ends_line ? "\n" : "");
    }
  }
  return with_checksum(std::move(text));
}

bool is_tail_certificate(std::string_view text) { return text.starts_with(kTailTitle); }

TailCertificate parse_tail_certificate(std::string_view lines, std::string_view name) {
  CertificateText text(lines, name);
  text.title(kTailTitle);
  TailCertificate certificate;
  Recurrence& recurrence = certificate.recurrence;
  certificate.game = TakeAndBreak::parse(text.field("game"));
  recurrence.preperiod = text.number<std::uint64_t>("preperiod");
  recurrence.period = text.number<std::uint64_t>("period");
  certificate.classes = read_classes(text);
  certificate.reach = text.number<std::uint64_t>("reach");
  recurrence.repeated = text.number<std::uint64_t>("repeated");
  const auto windows = text.number<std::uint64_t>("windows");
  if (windows > kMostWindows || certificate.reach > TailRules::kMostReach) text.fail("the file is damaged");
  const std::uint64_t size = certificate.reach + certificate.game.most_removed().value_or(0);
  for (std::uint64_t i = 0; i < windows; ++i) recurrence.windows.push_back(read_window(text, size));
  text.end();
  return certificate;
}

std::string check_certificate(const TailCertificate& certificate, const Budget& budget) {
  const Recurrence& recurrence = certificate.recurrence;
  const std::vector<TailWindow>& windows = recurrence.windows;
  constexpr std::uint64_t kMost = std::uint64_t{1} << 62;  // sums of two are numbers still
  if (windows.empty()) return "there is no window";
  if (recurrence.period == 0) return "a period must be at least 1";
  if (recurrence.period > kMost || recurrence.repeated > kMost || recurrence.preperiod > kMost)
    return "the numbers are too large";
  if (!std::ranges::is_sorted(windows, std::ranges::less_equal(), &TailWindow::heap)) return "the windows do not ascend";
  const auto repeated = std::ranges::find(windows, recurrence.repeated, &TailWindow::heap);
  if (repeated == windows.end()) return "the repeated window is missing";
  if (windows.back().heap >= recurrence.repeated + recurrence.period) return "there are windows beyond the recurrence";
  if (certificate.classes.with_size && recurrence.period % 2 != 0) return "the parity of the heap does not recur";
  if (windows[0].heap <= certificate.reach) return "the first window does not lie beyond the reach";
  const std::uint64_t values =
      std::accumulate(windows.begin(), windows.end(), std::uint64_t{0},
                      [](std::uint64_t sum, const TailWindow& window) { return sum + window.values.size(); });
  if ((recurrence.repeated + recurrence.period) / kHeapsOfValue > values)
    return "its windows are too few for so many heaps: these take more work than a file of its length may ask for";
  HeapSequence sequence(certificate.game);
  sequence.use_periods(false);  // this is where a period is proved
  sequence.extend(windows[0].heap - 1, budget);
  const Result<TailRules> rules = TailRules::of(certificate.game, sequence.values(), certificate.classes, certificate.reach);
  if (!rules) return rules.reason();
  const auto wrong = std::ranges::find_if_not(windows, [&](const TailWindow& window) { return rules->is_window(window); });
  if (wrong != windows.end()) return fmt::format("the window before heap {} is not one of common values", wrong->heap);
  if (windows[0] != rules->window(sequence.values(), windows[0].heap))
    return fmt::format("the values before heap {} are different", windows[0].heap);
  if (std::string before = check_before_window(*rules, recurrence, sequence.values(), budget); !before.empty()) return before;
  return Segments(*rules, recurrence, static_cast<std::size_t>(repeated - windows.begin()), budget).check();
}

}  // namespace bouton
