#include "engine/position/options.h"

#include <algorithm>
#include <unordered_set>

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

Options Options::unique() const {
  const auto hash_at = [this](std::size_t i) { return static_cast<std::size_t>(hash_of((*this)[i])); };
  const auto same_at = [this](std::size_t i, std::size_t j) { return same((*this)[i], (*this)[j]); };
  const std::shared_ptr<MemoryAccount> account = words_.get_allocator().account();
  std::unordered_set<std::size_t, decltype(hash_at), decltype(same_at), ChargedAllocator<std::size_t>> seen(
      2 * size() + 1, hash_at, same_at, account);
  Options result(account);
  for (std::size_t i = 0; i < size(); ++i) {
    if (!seen.insert(i).second) continue;
    const Option option = (*this)[i];
    for (std::size_t part = 0; part < option.size(); ++part) result.add_part(option[part]);
    result.end_split(option.label());
  }
  return result;
}

}  // namespace bouton
