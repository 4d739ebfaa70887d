#include "engine/base/checksum.h"

#include <gtest/gtest.h>

#include <string>

namespace bouton {
namespace {

TEST(Checksum, DependsOnEveryByteAndNotOnThePieces) {
  const std::string text = "take and break";
  Checksum whole;
  whole.add(text);
  for (std::size_t cut = 0; cut <= text.size(); ++cut) {
    Checksum parts;
    parts.add(text.substr(0, cut));
    parts.add(text.substr(cut));
    EXPECT_EQ(parts.value(), whole.value());
    Checksum shorter;
    shorter.add(text.substr(0, cut));
    EXPECT_EQ(shorter.value() == whole.value(), cut == text.size());
  }
}

}  // namespace
}  // namespace bouton
