#include "engine/closed_form/nimrod.h"

#include <array>

namespace bouton {
namespace {

/// The sectors k = least_k, least_k + 1, ... of one kind: low_k k + low <= p <= high_k k + high, each factor linear in r.
struct Bounds {
  Integer low_k, low, high_k, high;
  int least_k;
};

/// Whether p lies in one of them. Both bounds grow with k where a sector is not empty, so the last sector to begin at
/// or below p is the only one that p can be in.
bool contains(const Bounds& bounds, const Integer& p) {
  if (bounds.high_k <= 0 || p < bounds.low) return false;
  const Integer k = (p - bounds.low) / bounds.low_k;
  return k >= bounds.least_k && p <= bounds.high_k * k + bounds.high;
}

class NimrodForm final : public ClosedForm {
 public:
  NimrodForm() : ClosedForm(Domain::fixed({{.name = "p"}, {.name = "r", .least = 1}})) {}

  std::string theorem() const override { return "Henle and Schlatter: the sectors outside the core, about p < r^2/2"; }

 private:
  static Refusal core() { return {"the position is in the core, about p > r^2/2, for which no formula is known"}; }

  Result<Outcome> find_outcome(const BigPosition& at) override {
    const std::optional<NimrodSector> sector = nimrod_sector(at[0], at[1]);
    if (!sector) return core();
    return sector->step ? Outcome::N : Outcome::P;
  }

  Result<WinningMoves> find_winning_moves(const BigPosition& at, std::size_t at_most) override {
    static constexpr std::array<std::string_view, 3> kLabels = {"fewer", "same", "more"};
    const Integer& p = at[0];
    if (!nimrod_sector(p, at[1])) return core();
    WinningMoveList list(at_most);
    bool all_known = true;
    for (int step = -1; step <= 1; ++step) {
      const Integer take = at[1] + step;
      if (take < 1 || take > p) continue;
      const std::optional<NimrodSector> to = nimrod_sector(p - take, take);
      if (!to) all_known = false;
      if (to && !to->step) list.add(kLabels[static_cast<std::size_t>(step + 1)], {p - take, take});
    }
    WinningMoves result = list.take();
    result.complete = result.complete && all_known;
    return result;
  }
};

}  // namespace

std::optional<NimrodSector> nimrod_sector(const Integer& p, const Integer& r) {
  if (contains({2 * r - 1, -r, 2 * r - 3, -1, 1}, p)) return NimrodSector{'A', -1};
  if (contains({2 * r + 1, -r - 1, 2 * r - 1, -1, 1}, p)) return NimrodSector{'B', 0};
  if (contains({2 * r + 3, -r - 2, 2 * r + 1, -1, 1}, p)) return NimrodSector{'C', 1};
  if (contains({2 * r + 1, 0, 2 * r - 1, r - 2, 0}, p)) return NimrodSector{'D', std::nullopt};
  return std::nullopt;
}

std::unique_ptr<ClosedForm> nimrod_form() { return std::make_unique<NimrodForm>(); }

}  // namespace bouton
