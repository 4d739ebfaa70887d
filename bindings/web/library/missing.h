// What the C++ library of the web's compiler (libc++ 13) lacks, under the names of the standard: every file of that build
// begins with this header, and no other build sees it. The algorithms on ranges are those of range-v3, from which the
// standard's were made; where the two differ in what they return, a few lines make up for it. Threads are not to be had there:
// a program asks for one at a time, and what starts others meets std::system_error.
#pragma once

#include <algorithm>
#include <array>
#include <compare>
#include <cstddef>
#include <functional>
#include <iterator>
#include <ranges>
#include <thread>
#include <utility>

#include <range/v3/algorithm.hpp>
#include <range/v3/functional/comparisons.hpp>
#include <range/v3/functional/identity.hpp>
#include <range/v3/iterator/operations.hpp>
#include <range/v3/range/access.hpp>
#include <range/v3/view/reverse.hpp>
#include <range/v3/view/subrange.hpp>
#include <range/v3/view/take.hpp>

namespace std {
namespace ranges {

using ::ranges::adjacent_find;
using ::ranges::all_of;
using ::ranges::any_of;
using ::ranges::binary_search;
using ::ranges::copy;
using ::ranges::copy_if;
using ::ranges::count;
using ::ranges::count_if;
using ::ranges::equal;
using ::ranges::equal_range;
using ::ranges::fill;
using ::ranges::find;
using ::ranges::find_if;
using ::ranges::find_if_not;
using ::ranges::for_each;
using ::ranges::includes;
using ::ranges::is_sorted;
using ::ranges::lexicographical_compare;
using ::ranges::lower_bound;
using ::ranges::max;
using ::ranges::max_element;
using ::ranges::merge;
using ::ranges::min;
using ::ranges::min_element;
using ::ranges::mismatch;
using ::ranges::move;
using ::ranges::none_of;
using ::ranges::replace;
using ::ranges::reverse;
using ::ranges::rotate;
using ::ranges::search;
using ::ranges::sort;
using ::ranges::stable_partition;
using ::ranges::stable_sort;
using ::ranges::transform;
using ::ranges::upper_bound;

struct UniqueFunction {
  template <class Range, class Equal = ::ranges::equal_to>
  auto operator()(Range& range, Equal equal = {}) const {
    const auto rest = ::ranges::unique(range, std::move(equal));
    return ::ranges::make_subrange(rest, ::ranges::end(range));
  }
};
inline constexpr UniqueFunction unique;

struct NextPermutationFunction {
  struct Result {
    bool found;
  };
  template <class Iterator>
  Result operator()(Iterator first, Iterator last) const {
    return {std::next_permutation(first, last)};
  }
  template <class Range>
  Result operator()(Range& range) const {
    return (*this)(range.begin(), range.end());
  }
};
inline constexpr NextPermutationFunction next_permutation;

}  // namespace ranges

namespace views {
using ::ranges::views::reverse;
using ::ranges::views::take;
}  // namespace views

template <class First, class Second>
constexpr auto lexicographical_compare_three_way(First first, First first_end, Second second, Second second_end)
    -> strong_ordering {
  for (; first != first_end && second != second_end; ++first, ++second)
    if (const auto order = *first <=> *second; order != 0) return order;
  return first != first_end ? strong_ordering::greater : second != second_end ? strong_ordering::less : strong_ordering::equal;
}

template <class Value, size_t size>
constexpr auto operator<=>(const array<Value, size>& a, const array<Value, size>& b) {
  return std::lexicographical_compare_three_way(a.begin(), a.end(), b.begin(), b.end());
}

template <class To, class From>
constexpr To bit_cast(const From& from) noexcept {
  return __builtin_bit_cast(To, from);
}

/// A thread that is waited for where its life ends.
class jthread : public thread {
 public:
  using thread::thread;
  jthread(jthread&&) noexcept = default;
  jthread& operator=(jthread&&) noexcept = default;
  ~jthread() {
    if (joinable()) join();
  }
};

}  // namespace std
