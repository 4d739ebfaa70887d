#include "engine/position/options.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "engine/position/hash.h"

namespace bouton {
namespace {

std::uint64_t hash_of(const Options::Option& option) {
  auto hash = static_cast<std::uint64_t>(option.kind());
  for (std::size_t part = 0; part < option.size(); ++part) hash = mix(hash ^ bouton::hash(option[part]));
  return hash;
}

bool same(const Options::Option& a, const Options::Option& b) {
  if (a.size() != b.size() || a.kind() != b.kind()) return false;
  for (std::size_t part = 0; part < a.size(); ++part)
    if (!std::ranges::equal(a[part], b[part])) return false;
  return true;
}

}  // namespace

void Options::copy_rows() {
  const std::size_t size = std::exchange(row_size_, 0) - 1, count = std::exchange(count_, 0);
  const std::int64_t* row = rows_.data();
  for (std::size_t i = 0; i < count; ++i, row += size + 1) add({row + 1, size}, static_cast<Label>(*row));
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
  if (repeated.empty() && row_size_ == 0) return *this;
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
