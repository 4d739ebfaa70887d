#include "engine/closed_form/heaps/nimrod.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "engine/closed_form/wording.h"

namespace bouton {
namespace {

/// The sectors k = least_k, least_k + 1, ... of one kind: low_k k + low <= p <= high_k k + high, each factor linear in r.
struct Bounds {
  Integer low_k, low, high_k, high;
  int least_k;
};

/// The sector of them that p lies in. Both bounds grow with k where a sector is not empty, so the last sector to begin at
/// or below p is the only one that p can be in.
std::optional<NimrodSector> containing(const Bounds& bounds, const Integer& p, char name, std::optional<int> step) {
  if (bounds.high_k <= 0 || p < bounds.low) return std::nullopt;
  const Integer k = (p - bounds.low) / bounds.low_k;
  const Integer high = bounds.high_k * k + bounds.high;
  if (k < bounds.least_k || p > high) return std::nullopt;
  return NimrodSector{name, step, k, bounds.low_k * k + bounds.low, high};
}

/// "sector B_2, where p is from 20 to 25"
std::string described(const NimrodSector& sector, const std::string& p) {
  return fmt::format("sector {}_{}, where {} is from {} to {}", sector.name, brief(sector.k), p,
                     brief(std::max(sector.low, Integer(0))), brief(sector.high));
}

class NimrodForm final : public ClosedForm {
 public:
  NimrodForm() : ClosedForm(Domain::fixed({{.name = "p"}, {.name = "r", .least = 1}})) {}

  std::string theorem() const override { return "Henle and Schlatter: the sectors outside the core, about p < r^2/2"; }

  Evidence evidence(const BigPosition& at, const Domain& domain) override {
    Evidence evidence;
    const std::optional<NimrodSector> sector = nimrod_sector(at[0], at[1]);
    if (!sector) return evidence;
    const std::string p = domain.coordinate_name(0), r = domain.coordinate_name(1);
    evidence.sentences.push_back(fmt::format("For {} = {} the position lies in {}.", r, brief(at[1]), described(*sector, p)));
    if (!sector->step) {
      evidence.sentences.push_back(
          sector->k == 0
              ? fmt::format("There {} is at most {} - 2, so not even {} - 1 can be taken: no move is left.", p, r, r)
              : fmt::format("From there taking {0} - 1 leads into C_{1}, {0} into B_{1}, {0} + 1 into A_{1}, and from "
                            "each of these the answer leads into D_{2}, where the game is lost again.",
                            r, brief(sector->k), brief(sector->k - 1)));
      return evidence;
    }
    const Integer take = at[1] + *sector->step;
    const Integer left = at[0] - take;
    const std::string named = *sector->step == 0 ? r : fmt::format("{} {} 1", r, *sector->step < 0 ? "-" : "+");
    evidence.sentences.push_back(fmt::format(
        "There {0} wins: take {1}. What is left, {2}, lies in {3} for {4} = {1}, and whoever has to move there loses.", named,
        brief(take), brief(left), described(*nimrod_sector(left, take), p), r));
    evidence.move = WinningMove{std::string(label(*sector->step)), {left, take}};
    return evidence;
  }

 private:
  static std::string_view label(int step) {
    static constexpr std::array<std::string_view, 3> kLabels = {"fewer", "same", "more"};
    return kLabels[static_cast<std::size_t>(step + 1)];
  }

  static Refusal core() { return {"the position is in the core, about p > r^2/2, for which no formula is known"}; }

  Result<Outcome> find_outcome(const BigPosition& at) override {
    const std::optional<NimrodSector> sector = nimrod_sector(at[0], at[1]);
    if (!sector) return core();
    return sector->step ? Outcome::N : Outcome::P;
  }

  Result<WinningMoves> find_winning_moves(const BigPosition& at, std::size_t at_most) override {
    const Integer& p = at[0];
    if (!nimrod_sector(p, at[1])) return core();
    WinningMoveList list(at_most);
    bool all_known = true;
    for (int step = -1; step <= 1; ++step) {
      const Integer take = at[1] + step;
      if (take < 1 || take > p) continue;
      const std::optional<NimrodSector> to = nimrod_sector(p - take, take);
      if (!to) all_known = false;
      if (to && !to->step) list.add(label(step), {p - take, take});
    }
    WinningMoves result = list.take();
    result.complete = result.complete && all_known;
    return result;
  }
};

}  // namespace

std::optional<NimrodSector> nimrod_sector(const Integer& p, const Integer& r) {
  if (auto found = containing({2 * r - 1, -r, 2 * r - 3, -1, 1}, p, 'A', -1)) return found;
  if (auto found = containing({2 * r + 1, -r - 1, 2 * r - 1, -1, 1}, p, 'B', 0)) return found;
  if (auto found = containing({2 * r + 3, -r - 2, 2 * r + 1, -1, 1}, p, 'C', 1)) return found;
  return containing({2 * r + 1, 0, 2 * r - 1, r - 2, 0}, p, 'D', std::nullopt);
}

std::unique_ptr<ClosedForm> nimrod_form() { return std::make_unique<NimrodForm>(); }

}  // namespace bouton
