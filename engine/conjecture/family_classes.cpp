#include "engine/conjecture/family_classes.h"

#include <algorithm>
#include <bit>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "engine/conjecture/sequence_words.h"

namespace bouton {
namespace {

constexpr std::int64_t kGreatestClassModulus = 64;

template <class Holds>
FamilyClass class_where(std::string where, const std::vector<std::int64_t>& numbers, Holds holds) {
  FamilyClass members{std::move(where), {}, false};
  for (std::size_t i = 0; i < numbers.size(); ++i)
    if (holds(numbers[i])) members.members.push_back(i);
  return members;
}

}  // namespace

int exponent_of_two(std::int64_t number) { return std::countr_zero(static_cast<std::uint64_t>(number)); }

std::vector<FamilyClass> family_classes(const std::string& parameter, const std::vector<std::int64_t>& numbers,
                                        std::size_t fewest) {
  std::vector<FamilyClass> all = {class_where("", numbers, [](std::int64_t) { return true; })};
  for (std::int64_t modulus = 2; modulus <= kGreatestClassModulus; ++modulus)
    for (std::int64_t rest = 0; rest < modulus; ++rest)
      all.push_back(class_where(fmt::format("{} = {} mod {}", parameter, rest, modulus), numbers,
                                [&](std::int64_t number) { return ((number - rest) % modulus) == 0; }));
  for (const std::int64_t shift : {0, 1, -1, 2, -2})
    for (const int parity : {0, 1}) {
      all.push_back(class_where(
          fmt::format("the exponent of 2 in {} is {}", shifted_name(parameter, shift), parity == 0 ? "even" : "odd"), numbers,
          [&](std::int64_t number) { return number + shift != 0 && exponent_of_two(number + shift) % 2 == parity; }));
      all.back().by_exponent = true;
    }
  std::ranges::stable_sort(all, std::ranges::greater(), [](const FamilyClass& one) { return one.members.size(); });
  std::set<std::vector<std::size_t>> seen;
  std::erase_if(all, [&](const FamilyClass& one) { return one.members.size() < fewest || !seen.insert(one.members).second; });
  return all;
}

}  // namespace bouton
