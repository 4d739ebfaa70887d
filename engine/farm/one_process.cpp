// Where a process cannot be copied, as on Windows: this one does all of the work.
#include "engine/farm/farm.h"

namespace bouton {
namespace {

class OneProcess final : public Farm {
 public:
  void run(const Items& items, const Work& work, const Done& done, const Budget& budget) override {
    work_here(items, work, done, budget);
  }
};

}  // namespace

std::unique_ptr<Farm> process_farm(unsigned /*workers*/) { return std::make_unique<OneProcess>(); }

}  // namespace bouton
