#include "engine/heap/values/grundy_values.h"

#include <algorithm>
#include <limits>

namespace bouton {

void GrundyValues::grow(Grundy value) {
  greatest_ = value;
  if (value > std::numeric_limits<std::uint16_t>::max() && width() < sizeof(std::uint32_t)) widen<std::uint32_t>();
  if (value > std::numeric_limits<std::uint8_t>::max() && width() < sizeof(std::uint16_t)) widen<std::uint16_t>();
}

template <class Wider>
void GrundyValues::widen() {
  std::vector<Wider> wide;
  wide.reserve(std::visit([](const auto& values) { return values.capacity(); }, values_));
  visit([&](auto values) { wide.insert(wide.end(), values.begin(), values.end()); });
  values_ = std::move(wide);
}

void GrundyValues::truncate(std::size_t size) {
  std::visit(
      [&](auto& list) {
        const auto rest = list.begin() + static_cast<std::ptrdiff_t>(size);
        const bool greatest_goes = std::find(rest, list.end(), greatest_) != list.end();
        list.erase(rest, list.end());
        if (greatest_goes) greatest_ = list.empty() ? 0 : *std::ranges::max_element(list);
      },
      values_);
}

void GrundyValues::append(std::span<const Grundy> values) {
  if (values.empty()) return;
  if (const Grundy greatest = *std::ranges::max_element(values); greatest > greatest_) grow(greatest);
  std::visit(
      [&](auto& list) {
        using T = typename std::decay_t<decltype(list)>::value_type;
        const std::size_t old_size = list.size();
        list.resize(old_size + values.size());
        std::ranges::transform(values, list.begin() + static_cast<std::ptrdiff_t>(old_size),
                               [](Grundy value) { return static_cast<T>(value); });
      },
      values_);
}

}  // namespace bouton
