#include "engine/study/sequence/row_proof.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "engine/base/errors.h"
#include "engine/system/certificate_text.h"
#include "tests/engine/games.h"
#include "tests/engine/table/row_periods/plain_rows.h"
#include "tests/engine/theorem/programs.h"

namespace bouton {
namespace {

std::shared_ptr<test::ProgramRules> rules_of(MoveProgram program, Play play = Play::normal) {
  return std::make_shared<test::ProgramRules>(test::two_heaps(), std::move(program), play);
}

RowCertificate certificate_of(const Rules& rules, Coordinate row) {
  const Result<PeriodicRow> found = prove_row(rules, {{0, row}}, 0, Budget());
  return {"wythoff", {}, found->proof};
}

TEST(RowProof, HasTheValuesOfTheRowAsFarAsTheyAreAskedFor) {
  const MoveProgram program = test::wythoff_program();
  const Result<PeriodicRow> found = prove_row(*rules_of(program), {{1, 4}}, 0, Budget());
  ASSERT_TRUE(found) << found.reason();
  const std::vector<std::uint32_t> plain = table_test::plain_rows(program, 1, 4, 400).back();
  EXPECT_EQ(found->table(0, 399, Budget()).cells, plain);
  EXPECT_TRUE(found->period().proved);
  EXPECT_EQ(found->period().theorem, "column state");
  Budget little;
  little.memory = 100;
  EXPECT_THROW((void)found->table(0, 399, little), LimitError);
}

TEST(RowProof, IsOfRulesThatAreKnownAsAProgramUnderNormalPlay) {
  EXPECT_EQ(prove_row(*test::wythoff(), {{0, 1}}, 0, Budget()).reason(), "the moves are not known as a program");
  EXPECT_FALSE(prove_row(*rules_of(test::wythoff_program(), Play::misere), {{0, 1}}, 0, Budget()));
  EXPECT_FALSE(prove_row(*rules_of(test::wythoff_program()), {}, 0, Budget()));
  const auto some = rules_of(test::wythoff_program());
  test::ProgramBuilder valid(2);
  valid.program.body = {valid.finish(valid.c(1))};
  some->set_valid(valid.program);
  EXPECT_EQ(prove_row(*some, {{0, 1}}, 0, Budget()).reason(), "not every position is valid");
}

TEST(RowProof, IsCheckedAgainFromTheRules) {
  const auto wythoff = rules_of(test::wythoff_program());
  for (const Coordinate row : {0, 1, 7}) {
    const RowCertificate good = certificate_of(*wythoff, row);
    EXPECT_EQ(disproved(good, wythoff, Budget()), std::nullopt);
    const RowCertificate read = parse_row_certificate(to_text(good), "file");
    EXPECT_EQ(disproved(read, wythoff, Budget()), std::nullopt);
  }
}

TEST(RowProof, IsRefusedWhereItIsForged) {
  const auto wythoff = rules_of(test::wythoff_program());
  const RowCertificate good = certificate_of(*wythoff, 7);
  const auto is_refused = [&](auto change) {
    RowCertificate forged = good;
    change(forged.proof);
    return disproved(forged, wythoff, Budget()).has_value();
  };
  EXPECT_TRUE(is_refused([](RowProof& proof) { ++proof.recurrence.distance; }));
  EXPECT_TRUE(is_refused([](RowProof& proof) { ++proof.recurrence.growth; }));
  EXPECT_TRUE(is_refused([](RowProof& proof) { proof.recurrence.first = 0; }));
  EXPECT_TRUE(is_refused([](RowProof& proof) { proof.recurrence.distance = 0; }));
  EXPECT_TRUE(is_refused([](RowProof& proof) { --proof.period.preperiod; }));
  EXPECT_TRUE(is_refused([](RowProof& proof) { --proof.period.period; }));
  EXPECT_TRUE(is_refused([](RowProof& proof) { ++proof.period.saltus; }));
  EXPECT_TRUE(is_refused([](RowProof& proof) { proof.row = 8; }));
  EXPECT_TRUE(is_refused([](RowProof& proof) { proof.row = -1; }));
  // The same recurrence of other rules.
  EXPECT_EQ(disproved(good, rules_of(test::wythoff_program(2)), Budget()), "it is about other rules");
  EXPECT_TRUE(disproved(good, rules_of(test::wythoff_program(), Play::misere), Budget()));
}

/// A forger who repairs the checksum: whatever digit is changed, what is accepted is true.
TEST(RowProof, IsRefusedWhereALineIsForgedUnlessItIsTrue) {
  constexpr Coordinate kRows = 9;
  const MoveProgram program = test::wythoff_program();
  const auto wythoff = rules_of(program);
  const std::vector<std::vector<std::uint32_t>> plain = table_test::plain_rows(program, 0, kRows, 400);
  const std::string text = to_text(certificate_of(*wythoff, 3));
  const std::string right = text.substr(0, text.rfind("checksum"));
  ASSERT_EQ(with_checksum(right), text);
  std::size_t refused = 0;
  for (std::size_t at = right.find("\ncoordinate "); at < right.size(); ++at)
    for (const char other : std::string_view("0123456789-")) {
      if (right[at] < '0' || right[at] > '9' || right[at] == other) continue;
      std::string forged = right;
      forged[at] = other;
      SCOPED_TRACE(forged.substr(at == 0 ? 0 : forged.rfind('\n', at) + 1, 24));
      try {
        const RowCertificate read = parse_row_certificate(with_checksum(std::move(forged)), "file");
        if (disproved(read, wythoff, Budget())) {
          ++refused;
          continue;
        }
        ASSERT_LE(read.proof.row, kRows);
        const std::vector<std::uint32_t>& values = plain[static_cast<std::size_t>(read.proof.row)];
        const RowPeriod& period = read.proof.period;
        for (std::uint64_t n = period.preperiod; n + period.period < values.size(); ++n)
          ASSERT_EQ(values[n + period.period], values[n] + period.saltus) << n;
      } catch (const RequestError&) {
        ++refused;
      }
    }
  EXPECT_GT(refused, 50U);
}

}  // namespace
}  // namespace bouton
