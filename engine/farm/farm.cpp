#include "engine/farm/farm.h"

#include <fmt/format.h>

namespace bouton {

void work_here(const Farm::Items& items, const Farm::Work& work, const Farm::Done& done, const Budget& budget) {
  for (std::size_t i = 0; i < items.size(); ++i) {
    budget.report("items", i, items.size());
    std::string result;
    try {
      result = work(items[i]);
    } catch (const Interrupted&) {
      throw;
    } catch (const std::exception& error) {
      throw item_error(items[i], error.what());
    }
    done(items[i], result);
  }
}

Error item_error(std::uint64_t item, std::string_view message) { return Error(fmt::format("item {}: {}", item + 1, message)); }

}  // namespace bouton
