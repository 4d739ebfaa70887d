#include "engine/table/row_periods/row_certificate.h"

#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "engine/base/errors.h"
#include "engine/system/certificate_text.h"

namespace bouton {
namespace {

const RowCertificate kCertificate{"wythoff", {{"k", "2"}, {"far", "yes, very"}}, {1, 3, 0xABCDEF, {16, 6, 6}, {8, 6, 6}}};

TEST(RowCertificate, IsReadAsItWasWritten) {
  const std::string text = to_text(kCertificate);
  EXPECT_TRUE(is_row_certificate(text));
  EXPECT_FALSE(is_row_certificate("bouton period certificate 1\n"));
  const RowCertificate read = parse_row_certificate(text, "file");
  EXPECT_EQ(read.game, kCertificate.game);
  EXPECT_EQ(read.settings, kCertificate.settings);
  EXPECT_EQ(read.proof.axis, 1U);
  EXPECT_EQ(read.proof.row, 3);
  EXPECT_EQ(read.proof.moves, 0xABCDEFU);
  EXPECT_EQ(read.proof.recurrence, kCertificate.proof.recurrence);
  EXPECT_EQ(read.proof.period, kCertificate.proof.period);
}

TEST(RowCertificate, IsRefusedWhereItIsDamaged) {
  const std::string text = to_text(kCertificate);
  for (std::size_t length = 0; length < text.size(); ++length)
    EXPECT_THROW(parse_row_certificate(std::string_view(text).substr(0, length), "file"), RequestError) << length;
  for (std::size_t at = 0; at + 1 < text.size(); ++at) {
    std::string other = text;
    other[at] = other[at] == '7' ? '8' : '7';
    EXPECT_THROW(parse_row_certificate(other, "file"), RequestError) << at;
  }
}

}  // namespace
}  // namespace bouton
