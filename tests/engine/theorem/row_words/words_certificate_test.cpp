#include "engine/theorem/row_words/words_certificate.h"

#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "engine/base/errors.h"
#include "engine/system/certificate_text.h"

namespace bouton {
namespace {

WordsCertificate certificate() {
  WordArgument cases{.kind = WordArgument::Kind::cases, .row = 3, .column = -4, .cases = {{}, {}}};
  cases.cases[1] = {.kind = WordArgument::Kind::known_word, .word = 1, .column = 5, .cases = {}};
  WordArgument descent{.kind = WordArgument::Kind::descent, .column = -2, .cases = {}};
  return {"nimrod",
          {{"k", "2"}},
          0xABCDEF,
          Play::misere,
          {1, 1, 7, {{"PP", 20, 9, {}}, {"PNPNP", 30, 12, descent}, {"NN", 3, 4, cases}}}};
}

TEST(WordsCertificate, IsReadAsItWasWritten) {
  const std::string text = to_text(certificate());
  EXPECT_TRUE(is_words_certificate(text));
  const WordsCertificate read = parse_words_certificate(text, "file");
  EXPECT_EQ(to_text(read), text);
  EXPECT_EQ(read.play, Play::misere);
  ASSERT_EQ(read.proof.words.size(), 3U);
  EXPECT_EQ(read.proof.words[1].argument.column, -2);
  ASSERT_EQ(read.proof.words[2].argument.cases.size(), 2U);
  EXPECT_EQ(read.proof.words[2].argument.cases[1].word, 1U);
}

TEST(WordsCertificate, IsRefusedWhereItIsDamaged) {
  const std::string text = to_text(certificate());
  for (std::size_t length = 0; length < text.size(); ++length)
    EXPECT_THROW(parse_words_certificate(std::string_view(text).substr(0, length), "file"), RequestError) << length;
  for (std::size_t at = 0; at + 1 < text.size(); ++at) {
    std::string other = text;
    other[at] = other[at] == '7' ? '8' : '7';
    EXPECT_THROW(parse_words_certificate(other, "file"), RequestError) << at;
  }
}

/// With a right checksum.
TEST(WordsCertificate, IsRefusedWhereAnArgumentIsNone) {
  const std::string text = to_text(certificate());
  const std::string lines = text.substr(0, text.rfind("checksum"));
  const auto with = [&](const std::string& from, const std::string& to) {
    std::string other = lines;
    return with_checksum(other.replace(other.find(from), from.size(), to));
  };
  EXPECT_EQ(with("descent -2", "descent -2"), text);
  std::string deep;
  for (int i = 0; i < 100; ++i) deep += "cases 0 0 ";
  for (const std::string& other : {std::string("descent"), std::string("descent x"), std::string("descent -2 1"),
                                   std::string(""), std::string("cases 1 2 contradiction"), std::string("magic"), deep})
    EXPECT_THROW(parse_words_certificate(with("descent -2", other), "file"), RequestError) << other;
  EXPECT_THROW(parse_words_certificate(with("play 1", "play 2"), "file"), RequestError);
}

/// One number is enough to ask for much work: no window is wider than the file is long.
TEST(WordsCertificate, IsRefusedWhereItAsksForMoreThanItPaysFor) {
  const std::string text = to_text(certificate());
  const std::string lines = text.substr(0, text.rfind("checksum"));
  for (const char* const number : {"1000", "100000", "100001", "1000000000", "9000000000000000000"})
    for (const std::string field : {"left 30", "right 12", "rows 7"}) {
      std::string other = lines;
      other.replace(other.find(field), field.size(), field.substr(0, field.find(' ') + 1) + number);
      EXPECT_THROW(parse_words_certificate(with_checksum(std::move(other)), "file"), RequestError) << field << " " << number;
    }
  // As wide as it may be, in as many rows, and with many cases.
  std::string wide = lines, cases;
  for (int i = 0; i < 20; ++i) cases += "cases 0 0 contradiction ";
  const auto change = [&](const std::string& from, const std::string& to) { wide.replace(wide.find(from), from.size(), to); };
  change("descent -2", cases + "contradiction");
  change("left 30", fmt::format("left {}", lines.size()));
  change("rows 7", fmt::format("rows {}", lines.size()));
  EXPECT_THROW(parse_words_certificate(with_checksum(std::move(wide)), "file"), RequestError);
}

}  // namespace
}  // namespace bouton
