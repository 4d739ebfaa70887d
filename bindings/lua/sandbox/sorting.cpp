#include "bindings/lua/sandbox/sorting.h"

#include <algorithm>
#include <utility>

#include "bindings/lua/host/state.h"

namespace bouton::lua {
namespace {

/// Merges neighbouring runs.
struct Merge {
  lua_State* L;
  ComesBefore before;
  int context;
  int from, to;  ///< tables
  lua_Integer count;

  bool less(lua_Integer i, lua_Integer j) const {
    State::spend(L, 16);
    lua_rawgeti(L, from, i);
    lua_rawgeti(L, from, j);
    const int top = lua_gettop(L);
    const bool answer = before(L, top - 1, top, context);
    lua_settop(L, top - 2);
    return answer;
  }

  void copy(lua_Integer i, lua_Integer k) const {
    lua_rawgeti(L, from, i);
    lua_rawseti(L, to, k);
  }

  /// Runs of `width` become runs of twice that, in `to`.
  void pass(lua_Integer width) const {
    for (lua_Integer start = 1; start <= count; start += 2 * width) {
      const lua_Integer middle = std::min(start + width, count + 1);
      const lua_Integer end = std::min(start + 2 * width, count + 1);
      lua_Integer left = start;
      lua_Integer right = middle;
      for (lua_Integer k = start; k < end; ++k) {
        const bool from_right = left >= middle || (right < end && less(right, left));
        copy(from_right ? right++ : left++, k);
      }
      State::spend(L, static_cast<std::size_t>(end - start));
    }
  }

  bool is_sorted() const {
    for (lua_Integer i = 2; i <= count; ++i)
      if (less(i, i - 1)) return false;
    return true;
  }
};

}  // namespace

void sort_list(lua_State* L, int list, lua_Integer count, ComesBefore before, int context) {
  constexpr lua_Integer kReserved = 1 << 20;  // a table that does not fit is refused while it grows
  luaL_checkstack(L, 8, "sort");
  Merge merge{L, before, context, list, 0, count};
  if (merge.is_sorted()) return;
  lua_createtable(L, static_cast<int>(std::min(count, kReserved)), 0);
  merge.to = lua_gettop(L);
  for (lua_Integer width = 1; width < count; width *= 2) {
    merge.pass(width);
    std::swap(merge.from, merge.to);
  }
  if (merge.from != list)
    for (lua_Integer i = 1; i <= count; ++i) merge.copy(i, i);
  lua_settop(L, std::max(merge.from, merge.to) - 1);
}

}  // namespace bouton::lua
