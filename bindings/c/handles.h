// What stands behind the handles of the C interface.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bindings/c/background.h"
#include "bindings/c/errors.h"
#include "bindings/c/gate.h"
#include "bindings/c/include/bouton.h"
#include "bindings/lua/load/loader.h"
#include "engine/base/budget.h"
#include "engine/plan/solver.h"
#include "engine/rules/game.h"

namespace bouton::c {

/// The inside of a runtime, which lives as long as anything that was made of it.
struct Core {
  explicit Core(const bouton_limits& limits);
  ~Core();
  Core(const Core&) = delete;
  Core& operator=(const Core&) = delete;

  /// How games are loaded: for `gate`, which stops them.
  lua::LoaderOptions loader(const Gate& gate) const;
  Budget budget();
  void report(const Progress& progress);

  /// Before the process is copied (fork): nobody else changes anything until let_go() is called here, and become_copy() in the
  /// copy.
  void hold();
  void let_go();
  void become_copy();
  /// Whether this is a copy in which what another thread worked at was left half done. What belongs to it is not destroyed.
  bool abandoned() const { return rules.abandoned() || questions.abandoned(); }

  Gate rules;      ///< for loading, listing and looking; holds the copies of the games that are asked for moves
  Gate questions;  ///< for solvers, and the copies of the games that these ask
  std::unique_ptr<Background> background = std::make_unique<Background>();  ///< a copy of the process has one of its own
  std::atomic<double> time_budget{-1};

  bouton_limits limits;
  lua::LoaderOptions directories_and_sources;  ///< under `rules`
  std::uint64_t rule_files_added = 0;          ///< directories and sources so far, under `rules`

  std::mutex progress_mutex;
  bouton_progress callback = nullptr;
  void* user = nullptr;
  bool reported = false;
  std::uint64_t done = 0, total = 0;

  std::mutex editions_mutex;  ///< for which edition of a game is the current one
};

/// One loading of a game's rules: twice, so that its moves can be listed while it is being solved.
struct Edition {
  std::shared_ptr<const Game> shown;    ///< under Core::rules
  std::shared_ptr<const Game> solved;   ///< under Core::questions
  std::uint64_t number = new_number();  ///< that no other edition ever has: answers are kept longer than editions

  static std::uint64_t new_number();
};

/// Games that positions of a sum belong to, and what is known of them.
struct Games {
  Games(std::shared_ptr<Core> core, std::vector<std::shared_ptr<const Edition>> editions);

  std::vector<std::shared_ptr<const Rules>> shown_rules() const;

  std::shared_ptr<Core> core;
  std::vector<std::shared_ptr<const Edition>> editions;
  std::shared_ptr<Solver> solver;  ///< under Core::questions
  /// Those of the same rules on other boards or graphs that were asked for; under Core::rules.
  mutable std::vector<std::shared_ptr<const Games>> on_other_shapes = {};
};

/// The name of a question, for Background: what is asked, of which games.
std::string question_key(const Games& games, std::string_view question);

/// The answer to a question that is named by `key`, now or within the time budget; null: not yet. `Answer` is a value. Others
/// who ask the same may hold the same answer: nobody may change it, as its type says.
template <class Answer>
std::shared_ptr<const Answer> ask_core(const std::shared_ptr<Core>& core, const std::string& key,
                                       std::function<Answer()> question) {
  const double budget = core->time_budget.load();
  const std::uint64_t epoch = core->questions.epoch();
  const auto work = [core, epoch, question = std::move(question)] {
    return core->questions.run(epoch, [&] {
      struct Done {
        Core& core;
        ~Done() {
          const std::scoped_lock lock(core.progress_mutex);
          core.reported = false;
        }
      } const done{*core};
      return std::make_shared<const Answer>(question());
    });
  };
  if (budget < 0) return work();
  return std::static_pointer_cast<const Answer>(core->background->ask(key, work, Background::Seconds(budget)));
}

/// The same of a question about games.
template <class Answer>
std::shared_ptr<const Answer> ask(const std::shared_ptr<const Games>& games, const std::string& key,
                                  std::function<Answer(const Games&)> question) {
  return ask_core<Answer>(games->core, key, [games, question = std::move(question)] { return question(*games); });
}

/// Copies `value` to the caller's memory.
bouton_status give_text(std::string_view value, char* text, std::size_t capacity, std::size_t* length);

/// Destroys a handle, unless what it holds was left half changed in this copy of a process.
template <class Handle>
void destroy(Handle* handle, const Core& core) {
  if (!core.abandoned()) delete handle;
}

/// The games as they are shown.
bouton::Games shown_games(const Games& games);

/// A position of the game of that number as it is typed: its coordinates joined by commas; where positions are terms, the text
/// that the game has for it. May call the rule's functions, at its turn.
std::string typed_text(const Games& games, std::size_t number, const BigPosition& position);

}  // namespace bouton::c

struct bouton_runtime {
  std::shared_ptr<bouton::c::Core> core;
};

struct bouton_list {
  std::vector<std::string> texts;
};

struct bouton_game {
  std::shared_ptr<bouton::c::Core> core;
  std::string asked_for;  ///< the name or path that it was loaded by
  bouton::lua::Settings settings;
  std::optional<bouton::Play> play;  ///< as it was set
  std::vector<std::string> coordinates;

  /// The current edition, which loading the game again replaces.
  std::shared_ptr<const bouton::c::Games> current() const {
    const std::scoped_lock lock(core->editions_mutex);
    return games;
  }
  std::shared_ptr<const bouton::c::Games> games;
};

struct bouton_position {
  std::shared_ptr<const bouton::c::Games> games;
  bouton::Sum sum;
};

struct bouton_moves {
  std::shared_ptr<const bouton::c::Games> games;
  bouton::Sum from;
  std::vector<bouton::Move> moves;
  std::vector<bouton::Value> values;  ///< one for each move, or none
  bool complete = true;
};
