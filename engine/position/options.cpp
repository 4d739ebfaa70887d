#include "engine/position/options.h"

#include <algorithm>
#include <bit>
#include <type_traits>

#include "engine/position/hash.h"

namespace bouton {
namespace {

std::uint64_t hash_of(const Options::Option& option) {
  std::uint64_t hash = 0;
  for (std::size_t part = 0; part < option.size(); ++part) hash = mix(hash ^ bouton::hash(option[part]));
  return hash;
}

bool same(const Options::Option& a, const Options::Option& b) {
  if (a.size() != b.size()) return false;
  for (std::size_t part = 0; part < a.size(); ++part)
    if (!std::ranges::equal(a[part], b[part])) return false;
  return true;
}

}  // namespace

void Options::add_rows(const std::int64_t* rows, std::size_t count, std::size_t size) {
  Coordinate* to = add_many(count, size, kNoLabel);
  Entry* entry = entries_.data() + (entries_.size() - count);
  const auto copy = [&](auto coordinates) {
    for (std::size_t i = 0; i < count; ++i, ++entry) {
      entry->label = static_cast<Label>(*rows++);
      for (std::size_t k = 0; k < coordinates; ++k) *to++ = *rows++;
    }
  };
  // Of few coordinates each is copied by an instruction of its own.
  switch (size) {
    case 1: return copy(std::integral_constant<std::size_t, 1>());
    case 2: return copy(std::integral_constant<std::size_t, 2>());
    case 3: return copy(std::integral_constant<std::size_t, 3>());
    default: return copy(size);
  }
}

Options Options::unique() const {
  const std::shared_ptr<MemoryAccount> account = words_.get_allocator().account();
  // The options that were seen, each at the first free place from that of its hash on; half of the places stay free.
  const std::size_t places = std::bit_ceil(2 * size() + 1), none = size();
  ChargedVector<std::size_t> seen(places, none, account), repeated(account);
  for (std::size_t i = 0; i < size(); ++i) {
    std::size_t place = hash_of((*this)[i]) & (places - 1);
    while (seen[place] != none && !same((*this)[seen[place]], (*this)[i])) place = (place + 1) & (places - 1);
    if (seen[place] == none) seen[place] = i;
    else repeated.push_back(i);
  }
  if (repeated.empty()) return *this;
  Options result(account);
  auto left_out = repeated.begin();
  for (std::size_t i = 0; i < size(); ++i) {
    if (left_out != repeated.end() && *left_out == i) {
      ++left_out;
      continue;
    }
    const Option option = (*this)[i];
    for (std::size_t part = 0; part < option.size(); ++part) result.add_part(option[part]);
    result.end_split(option.label());
  }
  return result;
}

}  // namespace bouton
