#include "engine/heap/files/tail_certificate.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <atomic>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/errors.h"
#include "engine/heap/heap_sequence.h"
#include "engine/heap/tail/tail_search.h"
#include "engine/system/certificate_text.h"

namespace bouton {
namespace {

TailCertificate certificate_of(const std::string& code, std::uint64_t heaps) {
  HeapSequence sequence(TakeAndBreak::parse(code));
  sequence.extend(heaps - 1, Budget());
  const Result<TailRules> rules = TailRules::fit(sequence.game(), sequence.values());
  TailSearch search(*rules, sequence.values(), TailSearch::begin(*rules, sequence.values()));
  return {sequence.game(), rules->classes(), rules->reach(), *search.run(1'000'000'000, Budget())};
}

const TailCertificate& kayles() {
  static const TailCertificate certificate = certificate_of("0.77", 1 << 17);
  return certificate;
}
/// Whose period of 149459 begins at 105351.
const TailCertificate& long_one() {
  static const TailCertificate certificate = certificate_of("0.16", 1 << 17);
  return certificate;
}

TEST(TailCertificate, IsReadBackAndHolds) {
  for (const TailCertificate* certificate : {&kayles(), &long_one()}) {
    const std::string text = to_text(*certificate);
    EXPECT_TRUE(is_tail_certificate(text));
    const TailCertificate read = parse_tail_certificate(text, "file");
    EXPECT_EQ(to_text(read), text);
    Budget two;
    two.threads = 2;
    EXPECT_EQ(check_certificate(read, Budget()), "");
    EXPECT_EQ(check_certificate(read, two), "");
  }
  EXPECT_EQ(long_one().recurrence.preperiod, 105'351U);
  EXPECT_EQ(long_one().recurrence.period, 149'459U);
  const Period period = period_of(long_one().recurrence);
  EXPECT_TRUE(period.proved);
  EXPECT_EQ(period.theorem, "finite state");
}

TEST(TailCertificate, DamagedTextIsRefused) {
  const std::string text = to_text(kayles());
  for (std::size_t at = 0; at < text.size(); at += at < 300 ? 1 : 997) {
    std::string damaged = text;
    damaged[at] = static_cast<char>(damaged[at] ^ 1);
    EXPECT_THROW(parse_tail_certificate(damaged, "file"), RequestError) << at;
    EXPECT_THROW(parse_tail_certificate(text.substr(0, at), "file"), RequestError) << at;
  }
}

/// The certificate with a change, which is not a proof any more.
void expect_refused(const TailCertificate& right, const std::function<void(TailCertificate&)>& change, const char* what) {
  TailCertificate wrong = right;
  change(wrong);
  EXPECT_NE(check_certificate(wrong, Budget()), "") << what;
}

TEST(TailCertificate, FalseOnesAreRefused) {
  const TailCertificate& right = long_one();
  const std::size_t repeated =
      static_cast<std::size_t>(std::ranges::find(right.recurrence.windows, right.recurrence.repeated, &TailWindow::heap) -
                               right.recurrence.windows.begin());
  expect_refused(
      right, [](auto& c) { --c.recurrence.preperiod; }, "preperiod");
  expect_refused(
      right, [](auto& c) { c.recurrence.preperiod = 0; }, "no preperiod");
  for (const std::uint64_t period : {0, 1, 2, 149'458, 149'460, 298'917})
    expect_refused(
        right, [&](auto& c) { c.recurrence.period = period; }, "period");
  expect_refused(
      right, [](auto& c) { --c.recurrence.repeated; }, "repeated");
  expect_refused(
      right, [](auto& c) { c.recurrence.windows.clear(); }, "no windows");
  expect_refused(
      right, [](auto& c) { c.game = TakeAndBreak::parse("0.106"); }, "game");
  expect_refused(
      right, [](auto& c) { c.game = TakeAndBreak::parse("all-but {1,2}"); }, "all-but");
  expect_refused(
      right, [](auto& c) { c.classes.mask = 0; }, "mask");
  expect_refused(
      right, [](auto& c) { c.classes.mask ^= 4; }, "another mask");
  expect_refused(
      right, [](auto& c) { c.reach = 0; }, "reach");
  for (const std::size_t window : {std::size_t{0}, repeated})
    for (const std::size_t at : {std::size_t{0}, right.recurrence.windows[window].values.size() - 1})
      expect_refused(
          right, [&](auto& c) { c.recurrence.windows[window].values[at] ^= 3; }, "value");
  expect_refused(
      right, [&](auto& c) { c.recurrence.windows[repeated].heap += 1, c.recurrence.repeated += 1; }, "moved");
  expect_refused(
      right, [](auto& c) { c.recurrence.windows[0].heap = 0; }, "heap 0");
  // A multiple of the period is one.
  TailCertificate twice = right;
  twice.recurrence.period *= 2;
  EXPECT_EQ(check_certificate(twice, Budget()), "");
}

/// Whoever asks for much work writes many windows: a short file that names a far heap is refused before the first step.
TEST(TailCertificate, OnesThatAskForMoreThanTheyPayForAreRefused) {
  std::atomic<std::int64_t> looks = 100'000;
  Budget counted;
  counted.polls_left = &looks;
  constexpr std::uint64_t kFar = std::uint64_t{1} << 60;
  TailCertificate period = kayles(), window = kayles();
  period.recurrence.period = kFar;
  window.recurrence.windows.resize(1);
  window.recurrence.windows[0].heap = window.recurrence.repeated = kFar;
  for (const TailCertificate* const asking : {&period, &window})
    EXPECT_NE(check_certificate(*asking, counted).find("more work"), std::string::npos);
}

// Whatever is changed: what is accepted is true.
RC_GTEST_PROP(TailCertificate, WhatIsAcceptedIsTrueSlow, ()) {
  TailCertificate certificate = kayles();
  Recurrence& recurrence = certificate.recurrence;
  const int changes = *rc::gen::inRange(1, 3);
  for (int i = 0; i < changes; ++i) {
    TailWindow& window =
        recurrence.windows[static_cast<std::size_t>(*rc::gen::inRange<int>(0, static_cast<int>(recurrence.windows.size())))];
    switch (*rc::gen::inRange(0, 7)) {
      case 0: recurrence.preperiod = *rc::gen::inRange<std::uint64_t>(0, 200); break;
      case 1: recurrence.period = *rc::gen::inRange<std::uint64_t>(1, 200); break;
      case 2: recurrence.repeated = *rc::gen::inRange<std::uint64_t>(0, 200'000); break;
      case 3: certificate.classes.mask = *rc::gen::inRange<Grundy>(0, 32); break;
      case 4: window.heap += *rc::gen::inRange<std::uint64_t>(0, 30); break;
      case 5:
        window.values[*rc::gen::inRange<std::size_t>(0, window.values.size())] = *rc::gen::inRange<std::uint8_t>(0, 16);
        break;
      case 6: certificate.classes.with_size = !certificate.classes.with_size; break;
    }
  }
  const bool accepted = check_certificate(certificate, Budget()).empty();
  RC_CLASSIFY(accepted);
  if (accepted) RC_ASSERT(recurrence.period % 12 == 0 && recurrence.preperiod >= 71);
}

}  // namespace
}  // namespace bouton
