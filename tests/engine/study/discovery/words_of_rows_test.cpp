#include "engine/study/discovery/words_of_rows.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "engine/base/errors.h"
#include "engine/system/certificate_text.h"
#include "tests/engine/theorem/row_words/shift_rules.h"

namespace bouton {
namespace {

std::shared_ptr<const Rules> nimrod() { return std::shared_ptr<const Rules>(new test::ProgramRules(test::nimrod_rules())); }

/// The first words of Nimrod's row 1: NNN, PP, PNPNP, PNNPNNPNNP.
WordsCertificate nimrod_certificate(const std::shared_ptr<const Rules>& rules) {
  const Result<RowShiftRules> shifts = row_shift_rules(*rules);
  RowWordsProof proof = find_row_words(*shifts, 1, test::nimrod_rows(1, 400)[1], Budget())->proof;
  proof.words.resize(4);
  return {"nimrod", {}, shifts->checksum, Play::normal, std::move(proof)};
}

TEST(WordsOfRows, CertificatesAreReadAndFollowedAgain) {
  const std::shared_ptr<const Rules> rules = nimrod();
  const WordsCertificate right = nimrod_certificate(rules);
  EXPECT_EQ(disproved(parse_words_certificate(to_text(right), "file"), rules, Budget()), std::nullopt);
  const std::shared_ptr<const Rules> others(new test::ProgramRules(test::shift_rules(2, {{0, 1, 1}, {1, 0, 2}})));
  EXPECT_EQ(disproved(right, others, Budget()), "it is about other rules");
  WordsCertificate misere = right;
  misere.play = Play::misere;
  EXPECT_EQ(disproved(misere, rules, Budget()), "it is about another convention of play");
}

/// A forger who repairs the checksum: whatever character is changed, what is accepted is true.
TEST(WordsOfRows, ForgedCertificatesAreRefusedUnlessTheyAreTrue) {
  constexpr std::size_t kRows = 12, kLength = 1000;
  const std::vector<std::string> rows = test::nimrod_rows(kRows, kLength);
  const std::shared_ptr<const Rules> rules = nimrod();
  const std::string text = to_text(nimrod_certificate(rules));
  const std::string right = text.substr(0, text.rfind("checksum"));
  ASSERT_EQ(with_checksum(right), text);
  std::size_t refused = 0, accepted = 0;
  for (std::size_t at = right.find("\nplay ") + 6; at < right.size(); ++at) {
    const std::string_view others = right[at] == 'P' || right[at] == 'N' ? "PN" : "0279-";
    const bool may_change = right[at] == 'P' || right[at] == 'N' || right[at] == '-' || (right[at] >= '0' && right[at] <= '9');
    for (const char other : others) {
      if (!may_change || other == right[at]) continue;
      std::string forged = right;
      forged[at] = other;
      SCOPED_TRACE(forged.substr(forged.rfind('\n', at) + 1, forged.find('\n', at) - forged.rfind('\n', at) - 1));
      try {
        const WordsCertificate read = parse_words_certificate(with_checksum(std::move(forged)), "file");
        if (disproved(read, rules, Budget())) {
          ++refused;
          continue;
        }
        ++accepted;
        const auto row = static_cast<std::size_t>(read.proof.row);
        ASSERT_LE(row, kRows);
        for (const ImpossibleWord& word : read.proof.words)
          EXPECT_EQ(rows[row].find(word.letters), std::string::npos) << word.letters;
      } catch (const RequestError&) {
        ++refused;
      }
    }
  }
  EXPECT_GT(refused, 50U);
  EXPECT_GT(accepted, 0U);
}

/// The row is one number of the file: what its outcomes take is counted, and refused where it is much.
TEST(WordsOfRows, AProofInAFarRowIsRefusedWithinCountedWork) {
  const std::shared_ptr<const Rules> rules = nimrod();
  const WordsCertificate right = nimrod_certificate(rules);
  for (const Coordinate row : {Coordinate{1} << 20, Coordinate{1} << 40}) {
    WordsCertificate far = right;
    far.proof.row += row;
    far.proof.first += row;
    EXPECT_TRUE(disproved(far, rules, Budget()));
  }
}

}  // namespace
}  // namespace bouton
