#include "engine/heap/period/period.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cstdlib>
#include <string>
#include <string_view>
#include <tuple>

#include <fmt/format.h>

#include "engine/base/errors.h"
#include "engine/heap/files/certificate.h"
#include "engine/heap/sequence_period.h"
#include "engine/system/certificate_text.h"
#include "tests/engine/heap/reference.h"

namespace bouton {
namespace {

/// The first `size` of the values.
GrundyValues prefix(const GrundyValues& values, std::uint64_t size) {
  GrundyValues cut = values;
  cut.truncate(size);
  return cut;
}

/// The heaps below the preperiod whose values are not what the period, carried on below it, would make them.
std::vector<std::uint64_t> exceptions(const Period& period, const GrundyValues& values) {
  std::vector<std::uint64_t> heaps;
  for (std::uint64_t heap = 0; heap < period.preperiod; ++heap) {
    const std::uint64_t periods = (period.preperiod - heap + period.period - 1) / period.period;
    const auto expected =
        static_cast<std::int64_t>(values[heap + periods * period.period]) - static_cast<std::int64_t>(periods) * period.saltus;
    if (static_cast<std::int64_t>(values[heap]) != expected) heaps.push_back(heap);
  }
  return heaps;
}

struct Known {
  const char* code;
  std::uint64_t period;
  std::uint64_t preperiod;
};

// Periods and last exceptional values as in Winning Ways, ch. 4, tables 6 and 7; A. Flammenkamp's list of octal games;
// of several codes that stand for one game up to a shift, each by itself.
constexpr Known kKnown[] = {
    {"0.77", 12, 71},    {"0.07", 34, 53},     {"0.137", 34, 52},    {"0.165", 1550, 5181}, {"0.156", 349, 3479},
    {"0.055", 148, 259}, {"0.644", 442, 3256}, {"0.356", 142, 7315}, {"0.45", 20, 498},     {"0.044", 36, 214},
    {"0.045", 32, 189},  {"0.44", 24, 143},    {"0.074", 24, 142},   {"0.116", 96, 139},    {"0.134", 62, 60},
    {"0.124", 62, 122},  {"0.017", 60, 15},    {"0.041", 60, 16},    {"0.051", 48, 48},     {"0.117", 48, 47},
    {"0.152", 48, 2},    {"0.173", 40, 21},    {"0.412", 40, 22},    {"0.17", 34, 33},      {"0.41", 34, 34},
    {"0.40", 34, 54},    {"0.524", 52, 1},     {"0.602", 28, 3},     {"0.373", 28, 2},      {"0.375", 18, 37},
    {"0.115", 14, 1},    {"0.153", 14, 16},    {"0.316", 12, 4},     {"0.141", 11, 14},     {"0.154", 11, 4},
    {"0.171", 11, 12},   {"0.15", 10, 1},      {"0.144", 10, 4},     {"0.53", 9, 11},       {"0.145", 9, 3},
    {"0.34", 8, 7},      {"0.147", 8, 3},      {"0.176", 8, 24},     {"0.351", 8, 1},       {"0.54", 7, 3},
    {"0.35", 6, 1},      {"0.157", 6, 1},      {"0.226", 5, 21},     {"0.536", 5, 1},       {"0.26", 4, 1},
    {"0.52", 4, 4},      {"0.72", 4, 1},       {"0.75", 2, 1},       {"0.71", 2, 3},        {"0.51", 1, 1},
};

TEST(Period, OfKnownOctalGamesIsProvedByTheLeastValuesThatDo) {
  static_assert(std::size(kKnown) >= 38);
  for (const auto& [code, length, preperiod] : kKnown) {
    HeapSequence sequence(TakeAndBreak::parse(code));
    const std::optional<Period> period = find_period(sequence, 20'000, Budget());
    ASSERT_TRUE(period.has_value()) << code;
    EXPECT_TRUE(period->proved) << code;
    EXPECT_EQ(period->period, length) << code;
    EXPECT_EQ(period->preperiod, preperiod) << code;
    EXPECT_EQ(period->saltus, 0) << code;
    const std::uint64_t needed = last_needed(sequence.game(), sequence.values(), *period);
    EXPECT_EQ(period->checked_to, needed) << code;
    // Guy and Smith: 2 n0 + 2 p + k - 1, where n0 >= 1 if no heap may be left empty.
    EXPECT_LE(needed, 2 * (std::max<std::uint64_t>(preperiod, 1) + length) + *sequence.game().most_removed() - 1) << code;
    EXPECT_TRUE(find_period(sequence.game(), prefix(sequence.values(), needed + 1))->proved) << code;
    const std::optional<Period> shorter = find_period(sequence.game(), prefix(sequence.values(), needed));
    EXPECT_FALSE(shorter && shorter->proved) << code;
    // The proof costs little more than the values it needs.
    EXPECT_LE(sequence.size(), std::max<std::uint64_t>(65, needed + needed / 16 + 2)) << code;

    const Certificate certificate = certify(sequence.game(), sequence.values(), *period);
    EXPECT_EQ(certificate.values.size(), needed + 1);
    EXPECT_EQ(check_certificate(parse_certificate(to_text(certificate), "test"), Budget()), "") << code;
  }
}

TEST(Period, Of016IsProvedSlow) {
  HeapSequence sequence(TakeAndBreak::parse("0.16"));
  const std::optional<Period> period = find_period(sequence, 1'000'000, Budget());
  ASSERT_TRUE(period && period->proved);
  EXPECT_EQ(period->period, 149'459U);
  EXPECT_EQ(period->preperiod, 105'351U);
  EXPECT_EQ(period->checked_to, 509'621U);
  const Certificate certificate = certify(sequence.game(), sequence.values(), *period);
  EXPECT_EQ(check_certificate(certificate, Budget()), "");
}

TEST(Period, IsNotClaimedWhereNoneIsKnownSlow) {
  for (const char* code : {"0.007", "0.6", "4.0 unequal", "0.06", "0.14", "0.36", "0.64", "0.74", "0.76"}) {
    HeapSequence sequence(TakeAndBreak::parse(code));
    const std::optional<Period> period = find_period(sequence, 20'000, Budget());
    EXPECT_FALSE(period && period->proved) << code;
    EXPECT_EQ(sequence.size(), 20'001U);
  }
}

// A prefix that happens to repeat proves nothing: whatever is proved from few values must hold far beyond.
TEST(Period, ProvedFromAnyPrefixIsTrueSlow) {
  const char* const codes[] = {
      "0.77",           "0.007",        "0.6",          "4.0 unequal", "0.156",       "0.45",
      "0.0444 unequal", "0.8",          "0.0A",         "0.F",         "0.{2,3}",     "0.00A",
      "0.0C3",          "{3}.1",        "0.A5",         "0.95",        "0.{1,4}",     "0.333",
      "0.30103",        "0.2",          "0.1",          "0.0",         "all-but {1}", "all-but {2,3,7}",
      "0.3...",         "0.{3+}",       "0.{2+}",       "0.{1,3+}",    "0.8...",      "4.3...",
      "0.(37)",         "0.02",         "4.04 unequal", "0.02...",     "0.00302...",  "0.010231...",
      "0.7 unequal",    "0.17 unequal", "0.37 unequal", "0.F unequal"};
  for (const char* code : codes) {
    const TakeAndBreak game = TakeAndBreak::parse(code);
    const bool wide = !game.most_heaps() || *game.most_heaps() > 2;
    HeapSequence sequence(game);
    sequence.extend(wide ? 300 : 3000, Budget());
    const std::uint64_t tries = sequence.size() / 2;
    for (std::uint64_t size = 1; size <= tries; size += 1 + size / 16) {
      const std::optional<Period> period = find_period(game, prefix(sequence.values(), size));
      if (!period) continue;
      EXPECT_TRUE(!period->proved || period_theorem(game)) << code;
      if (!period->proved) continue;
      for (std::uint64_t n = period->preperiod; n + period->period < sequence.size(); ++n)
        ASSERT_EQ(sequence.values()[n + period->period], sequence.values()[n] + period->saltus)
            << code << " from " << size << " at " << n;
    }
  }
}

RC_GTEST_PROP(Period, ProvedForRandomCodesIsTrueSlow, ()) {
  const std::size_t size = *rc::gen::inRange<std::size_t>(1, 5);
  std::vector<HeapCounts> digits(1);
  if (*rc::gen::inRange(0, 4) == 0) digits[0] = HeapCounts::of_bits(*rc::gen::element(4ULL, 8ULL, 12ULL));
  for (std::size_t k = 1; k < size; ++k)
    digits.push_back(
        HeapCounts::of_bits(*rc::gen::weightedOneOf<std::uint64_t>({{2, rc::gen::inRange<std::uint64_t>(0, 4)},
                                                                    {2, rc::gen::inRange<std::uint64_t>(0, 8)},
                                                                    {1, rc::gen::inRange<std::uint64_t>(0, 32)}})));
  std::size_t repeat = 0;
  if (*rc::gen::inRange(0, 3) == 0) {
    digits.push_back(HeapCounts::of_bits(*rc::gen::element(2ULL, 3ULL)));
    repeat = 1;
  }
  const auto constraint = *rc::gen::weightedElement<HeapConstraint>({{3, HeapConstraint::none},
                                                                     {2, HeapConstraint::unequal},
                                                                     {1, HeapConstraint::not_all_equal},
                                                                     {1, HeapConstraint::all_equal}});
  const TakeAndBreak game(digits, repeat, constraint);
  RC_LOG() << game.code() << "\n";
  const bool wide = game.most_heaps().value_or(9) > 2;
  HeapSequence sequence(game);
  sequence.extend(wide ? 150 : 800, Budget());
  for (std::uint64_t length = 1; length < sequence.size(); length += 1 + length / 4) {
    const std::optional<Period> period = find_period(game, prefix(sequence.values(), length));
    if (!period || !period->proved) continue;
    for (std::uint64_t n = period->preperiod; n + period->period < sequence.size(); ++n)
      RC_ASSERT(sequence.values()[n + period->period] == sequence.values()[n] + period->saltus);
    const Certificate certificate = certify(game, sequence.values(), *period);
    RC_ASSERT(certificate.period.checked_to < length);
    RC_ASSERT(check_certificate(certificate, Budget()) == "");
  }
}

TEST(Period, ArithmeticOnesAreFoundWithTheirSaltus) {
  const std::tuple<const char*, std::uint64_t, std::uint64_t, std::int64_t, bool> cases[] = {
      {"0.3...", 1, 0, 1, true},  // Nim
      {"all-but {1}", 2, 0, 1, true}, {"all-but {1,2}", 3, 0, 1, true},
      {"all-but {2}", 4, 0, 2, true}, {"4.3...", 4, 1, 4, false},  // Lasker's Nim
      {"0.8", 3, 1, 1, false},        {"0.{3+}", 3, 1, 1, false},
  };
  for (const auto& [code, length, preperiod, saltus, proved] : cases) {
    HeapSequence sequence(TakeAndBreak::parse(code));
    const std::optional<Period> period = find_period(sequence, 300, Budget());
    ASSERT_TRUE(period.has_value()) << code;
    EXPECT_EQ(period->period, length) << code;
    EXPECT_EQ(period->preperiod, preperiod) << code;
    EXPECT_EQ(period->saltus, saltus) << code;
    EXPECT_EQ(period->proved, proved) << code;
  }
}

TEST(Period, OfSubtractionSetsNeedsOnlyAWindow) {
  // Winning Ways, ch. 4: {1,2,3} has period 4, {1,4,7} has 0101202013..., {2,5} 0011022...
  const std::tuple<const char*, std::uint64_t, std::uint64_t> cases[] = {
      {"subtraction {1,2,3}", 4, 0}, {"subtraction {2,5}", 7, 0}, {"subtraction {1,2}", 3, 0},
      {"subtraction {1}", 2, 0},     {"subtraction {3,5}", 8, 0}, {"subtraction {2,4,7}", 3, 8},
  };
  for (const auto& [code, length, preperiod] : cases) {
    HeapSequence sequence(TakeAndBreak::parse(code));
    const std::optional<Period> period = find_period(sequence, 2000, Budget());
    ASSERT_TRUE(period && period->proved) << code;
    EXPECT_EQ(period->theorem, "finite window");
    EXPECT_EQ(period->period, length) << code;
    EXPECT_EQ(period->preperiod, preperiod) << code;
    EXPECT_EQ(period->checked_to, std::max<std::uint64_t>(preperiod, 0) + length + *sequence.game().most_removed() - 1) << code;
  }
}

TEST(Period, ExceptionsOfKayles) {
  HeapSequence sequence(TakeAndBreak::parse("0.77"));
  const std::optional<Period> period = find_period(sequence, 1000, Budget());
  ASSERT_TRUE(period && period->proved);
  // Winning Ways, ch. 4, and OEIS A002186: the values that differ from the period.
  EXPECT_EQ(exceptions(*period, sequence.values()),
            (std::vector<std::uint64_t>{0, 3, 6, 9, 11, 15, 18, 21, 22, 28, 34, 39, 57, 70}));
}

TEST(Period, AnswersHeapsOfAThousandDigits) {
  const Integer huge = Integer(std::string(1000, '7'));
  HeapSequence kayles(TakeAndBreak::parse("0.77"));
  const std::optional<Period> period = find_period(kayles, 1000, Budget());
  const Integer residue = huge % 12;
  EXPECT_EQ(value_at(*period, kayles.values(), huge), Integer(kayles.values()[120 + residue.get_ui()]));
  HeapSequence nim(TakeAndBreak::parse("0.3..."));
  EXPECT_EQ(value_at(*find_period(nim, 100, Budget()), nim.values(), huge), huge);
  HeapSequence all_but(TakeAndBreak::parse("all-but {1}"));
  EXPECT_EQ(value_at(*find_period(all_but, 100, Budget()), all_but.values(), huge), huge / 2);
}

TEST(Certificate, IsTextThatIsReadBack) {
  HeapSequence sequence(TakeAndBreak::parse("subtraction {1,2}"));
  const std::optional<Period> period = find_period(sequence, 100, Budget());
  ASSERT_TRUE(period && period->proved);
  const std::string text = to_text(certify(sequence.game(), sequence.values(), *period));
  EXPECT_TRUE(
      text.starts_with("bouton period certificate 1\ngame 0.33\ntheorem finite window\npreperiod 0\nperiod 3\nsaltus 0\n"
                       "last 4\nvalues\n0 1 2 0 1\nchecksum "))
      << text;
  EXPECT_EQ(to_text(parse_certificate(text, "test")), text);
  for (std::size_t at = 0; at < text.size(); ++at) {
    std::string damaged = text;
    damaged[at] = static_cast<char>(damaged[at] ^ 1);
    EXPECT_THROW(parse_certificate(damaged, "test"), RequestError) << at;
    EXPECT_THROW(parse_certificate(text.substr(0, at), "test"), RequestError) << at;
  }
}

TEST(Certificate, IsRefusedWhereItProvesNothing) {
  HeapSequence sequence(TakeAndBreak::parse("0.77"));
  const std::optional<Period> period = find_period(sequence, 1000, Budget());
  const Certificate good = certify(sequence.game(), sequence.values(), *period);
  EXPECT_EQ(check_certificate(good, Budget()), "");
  const auto wrong = [&](auto change) {
    Certificate certificate = good;
    change(certificate);
    return check_certificate(certificate, Budget());
  };
  EXPECT_EQ(wrong([](Certificate& c) { c.game = TakeAndBreak::parse("0.07"); }), "G(1) is 0, not 1");
  EXPECT_EQ(wrong([](Certificate& c) { c.game = TakeAndBreak::parse("0.{3+}"); }), "no theorem proves a period of 0.{3+}");
  EXPECT_EQ(wrong([](Certificate& c) { c.period.theorem = "finite window"; }),
            "the theorem that fits 0.77 is Guy-Smith, not finite window");
  EXPECT_EQ(wrong([](Certificate& c) { c.period.preperiod = 70; }), "G(70) is 6, but G(82) is 2");
  EXPECT_EQ(wrong([](Certificate& c) { c.period.period = 11; }), "G(71) is 7, but G(82) is 2");
  EXPECT_EQ(wrong([](Certificate& c) { c.period.period = 0; }), "a period must be at least 1");
  EXPECT_EQ(wrong([](Certificate& c) { c.period.saltus = 1; }), "the theorem is about periods without saltus");
  EXPECT_EQ(wrong([](Certificate& c) { c.values.truncate(167); }), "the theorem needs the values up to heap 167");
  // The theorem needs the very last value, too.
  EXPECT_EQ(wrong([](Certificate& c) {
              c.values.truncate(167);
              c.values.push_back(9);
            }),
            fmt::format("G(155) is {}, but G(167) is 9", good.values[155]));
  EXPECT_EQ(wrong([](Certificate& c) { c.period.preperiod = ~std::uint64_t{0}; }),
            "the values do not reach a period beyond the preperiod");
}

/// A forger who repairs the checksum: whatever digit is changed, what is accepted is true.
TEST(Certificate, IsRefusedWhereALineIsForgedUnlessItIsTrue) {
  for (const char* const code : {"0.07", "0.137", "subtraction {2,4,7}"}) {
    HeapSequence sequence(TakeAndBreak::parse(code));
    const std::optional<Period> period = find_period(sequence, 1000, Budget());
    ASSERT_TRUE(period && period->proved) << code;
    const std::string text = to_text(certify(sequence.game(), sequence.values(), *period));
    const std::string right = text.substr(0, text.rfind("checksum"));
    ASSERT_EQ(with_checksum(right), text);
    std::size_t refused = 0;
    for (std::size_t at = right.find("\ngame "); at < right.size(); ++at)
      for (const char other : std::string_view("0137-")) {
        if (right[at] < '0' || right[at] > '9' || right[at] == other) continue;
        std::string forged = right;
        forged[at] = other;
        SCOPED_TRACE(forged.substr(forged.rfind('\n', at) + 1, 24));
        try {
          const Certificate read = parse_certificate(with_checksum(std::move(forged)), "test");
          if (!check_certificate(read, Budget()).empty()) {
            ++refused;
            continue;
          }
          HeapSequence true_one(read.game);
          true_one.extend(2000, Budget());
          for (std::uint64_t n = read.period.preperiod; n + read.period.period < true_one.size(); ++n)
            ASSERT_EQ(true_one.values()[n + read.period.period], true_one.values()[n] + read.period.saltus) << n;
        } catch (const RequestError&) {
          ++refused;
        }
      }
    EXPECT_GT(refused, 10U) << code;
  }
}

// G(n + p) = G(n) for n0 <= n < 2 n0 + 2 p + k, or < 2 n0 + p + k where heaps may be equal; with n0 >= 1 where none may be left
// empty.
TEST(Period, IsProvedByTheValuesThatTheTheoremNames) {
  EXPECT_EQ(period_theorem(TakeAndBreak::parse("0.77"))->last_needed(5, 3), 2 * 5 + 2 * 3 + 2 - 1U);
  EXPECT_EQ(period_theorem(TakeAndBreak::parse("0.77 unequal"))->last_needed(5, 3), 2 * 5 + 3 * 3 + 2 - 1U);
  EXPECT_EQ(period_theorem(TakeAndBreak::parse("0.4"))->last_needed(0, 1), 2 * 1 + 2 * 1 + 1 - 1U);
}

/// The Fibonacci word is not periodic, and no part of it occurs four times in a row (Mignosi and Pirillo 1992): however many of
/// its letters are looked at, a period that they show is said to be perhaps chance. One that is seen for long is not.
TEST(Period, SeenFewTimesMayBeChance) {
  std::vector<Grundy> word = {0, 1}, before = {0};
  int shown = 0;
  while (word.size() < 5000) {
    const std::vector<Grundy> longer = word;
    word.insert(word.end(), before.begin(), before.end());
    before = longer;
  }
  for (std::size_t length = 10; length < word.size(); length += 7) {
    const std::optional<Period> period = observe_period(std::span<const Grundy>(word).first(length));
    if (!period) continue;
    ++shown;
    EXPECT_NE(describe(*period).find(" times up to"), std::string::npos);
    EXPECT_NE(describe(*period).find("which may be chance, not proved"), std::string::npos) << describe(*period);
  }
  EXPECT_GT(shown, 0);
  EXPECT_EQ(describe({10, 7, 0, false, "", 1000}), "period 7 from 10 on, observed 141 times up to 1000, not proved");
}

}  // namespace
}  // namespace bouton
