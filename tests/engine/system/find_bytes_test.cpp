#include "engine/system/find_bytes.h"

#include <gtest/gtest.h>

#include <rapidcheck/gtest.h>

#include <string>

namespace bouton {
namespace {

TEST(FindBytes, Examples) {
  EXPECT_EQ(find_bytes("", ""), 0u);
  EXPECT_EQ(find_bytes("abc", ""), 0u);
  EXPECT_EQ(find_bytes("", "a"), std::string_view::npos);
  EXPECT_EQ(find_bytes("ababac", "abac"), 2u);
  EXPECT_EQ(find_bytes({"a\0b\0c", 5}, {"\0c", 2}), 3u);
}

// Of two letters, so that much of what is wanted comes again and again.
RC_GTEST_PROP(FindBytes, FindsWhatTheStandardLibraryFinds, ()) {
  const auto letters = rc::gen::container<std::string>(rc::gen::element('a', 'b'));
  const std::string text = *letters;
  const std::string wanted = *rc::gen::resize(6, letters);
  RC_ASSERT(find_bytes(text, wanted) == text.find(wanted));
}

}  // namespace
}  // namespace bouton
