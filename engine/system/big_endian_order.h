// Before everything else, where the highest byte of a number comes first: libstdc++ compares lists of whole numbers without a
// sign as bytes there, and in operator< of std::vector by as many bytes as there are numbers (seen in GCC 12). Here such
// numbers are none that bytes are ordered like, so that they are compared one by one.
#pragma once

#include <cstddef>

#if defined(_GLIBCXX_RELEASE) && _GLIBCXX_RELEASE < 15
#include <bits/cpp_type_traits.h>

namespace std {
struct NotOrderedLikeBytes {
  static constexpr bool __value = false;
};
template <>
struct __is_memcmp_ordered<unsigned short, true> : NotOrderedLikeBytes {};
template <>
struct __is_memcmp_ordered<unsigned int, true> : NotOrderedLikeBytes {};
template <>
struct __is_memcmp_ordered<unsigned long, true> : NotOrderedLikeBytes {};
template <>
struct __is_memcmp_ordered<unsigned long long, true> : NotOrderedLikeBytes {};
}  // namespace std
#endif
