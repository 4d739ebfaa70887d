// Work that is handed out to workers item by item, and whose results come back in the order of the items.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/budget.h"
#include "engine/base/errors.h"

namespace bouton {

class Peers;
class Ranks;

/// Workers of this machine or of several. All of them run the same program on the same input, so that an item's number says
/// what its work is; results are texts.
class Farm {
 public:
  using Items = std::vector<std::uint64_t>;
  using Work = std::function<std::string(std::uint64_t item)>;
  /// Told of each result as it comes, in the process that hands out the work.
  using Done = std::function<void(std::uint64_t item, const std::string& result)>;

  Farm() = default;
  virtual ~Farm() = default;
  Farm(const Farm&) = delete;
  Farm& operator=(const Farm&) = delete;

  /// Whether this process is a worker only, and another one has the results. It calls run() and share() as that one does.
  virtual bool is_only_worker() const { return false; }
  /// Does the work of the items, each once, by whichever worker is free. Throws what `work` throws, as an Error whose message
  /// begins with the number of the item counted from 1, once no worker is at work any more; Error where a worker ended without
  /// a result; Interrupted; what `done` throws.
  virtual void run(const Items& items, const Work& work, const Done& done, const Budget& budget) = 0;
  /// How many of the processes share this machine's processors, each of which does what it is asked to here.
  virtual unsigned processes_here() const { return 1; }
  /// The processes, where they can solve one table together; null where there is one only, or they share no file.
  virtual Ranks* ranks() { return nullptr; }
  /// The processes, where they search for one answer together; null where each has work of its own.
  virtual Peers* peers() { return nullptr; }
  /// What the process that hands out the work says, for all of them.
  virtual std::string share(std::string text) { return text; }
};

/// So many processes of this machine, each a copy of this one as it is when run() is called: what they change is theirs alone.
/// With one, or where the system copies no processes, the work is done here. The results of a run that ends in an error or an
/// interruption are lost, but for those that `done` was told of.
std::unique_ptr<Farm> process_farm(unsigned workers);

/// What a farm of this process alone does: the items one after the other.
void work_here(const Farm::Items& items, const Farm::Work& work, const Farm::Done& done, const Budget& budget);

/// The error of an item's work: "item 3: ...".
Error item_error(std::uint64_t item, std::string_view message);

}  // namespace bouton
