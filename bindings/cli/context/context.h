// What a verb works with: its request, the games it names, limits, and where the result goes.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "bindings/cli/arguments/request.h"
#include "bindings/cli/terminal/progress.h"
#include "bindings/lua/load/loader.h"
#include "bindings/output/sink/output.h"
#include "engine/base/budget.h"
#include "engine/farm/farm.h"
#include "engine/plan/solver.h"
#include "engine/rules/game.h"

namespace bouton::cli {

struct Verb;

class Context {
 public:
  /// Settles the format and opens the output. Throws RequestError if they do not fit the verb, OutputError.
  /// `polls_left`: Budget::polls_left of all work, where looks are to be counted.
  Context(const Verb& verb, Request request, Farm* farm = nullptr, Display display = terminal_display(),
          std::atomic<std::int64_t>* polls_left = nullptr);
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  const Verb& verb() const { return verb_; }
  const Request& request() const { return request_; }
  /// The one game of a verb that takes one.
  const GameRequest& game_request() const { return request_.games.front(); }
  Format format() const { return format_; }
  Output& out() { return *output_; }
  /// Whether the ranks of the farm may write the output together: a part (see open_part_output), which rank 0 has as out().
  bool shares_output() const { return shared_; }
  /// Before anything is written: the output is one that several runs write from here on. Where there are -o and --checkpoint.
  void let_output_go_on();
  /// Whether the result is shown on a terminal.
  bool on_terminal() const;
  /// Throws RequestError: the verb was not called as its usage says. The message ends with the usage.
  [[noreturn]] void usage_error(std::string_view message) const;

  Budget budget();
  /// Who does work that can be spread.
  Farm& farm();
  /// Whether these are other than processes of this machine.
  bool has_ranks() const { return farm_ != nullptr && farm_ != own_farm_.get(); }
  lua::LoaderOptions loader_options() const;
  /// The game that a request names, under the play convention that was asked for. The same object for the same request.
  std::shared_ptr<const Game> load(const GameRequest& request);
  /// Loads a game once more, for another thread to use. May be called from several threads at a time.
  std::shared_ptr<const Game> load_apart(const GameRequest& request) const;
  /// The games that were loaded, each once, in their order.
  std::vector<std::shared_ptr<const Game>> games() const;
  /// The game of a verb that takes one. Throws RequestError if none was named.
  std::shared_ptr<const Game> load_only_game();
  /// Takes a progress line off the terminal; out() does so before it prints.
  void erase_progress() const { progress_.erase(); }
  /// Says a line on standard error that nobody asked for, unless --quiet was given.
  void notice(const std::string& line) const;

 private:
  std::size_t memory() const;

  struct Loaded {
    std::string name;
    lua::Settings settings;
    std::string on;
    std::shared_ptr<const Game> game;
  };

  const Verb& verb_;
  Request request_;
  Format format_ = Format::text;
  bool shared_ = false;
  std::unique_ptr<Output> output_;
  Farm* farm_;
  std::unique_ptr<Farm> own_farm_;
  mutable ProgressLine progress_;  ///< of the terminal, not of what was asked
  std::atomic<std::int64_t>* polls_left_;
  std::vector<Loaded> loaded_;
};

/// Where games that are named without a path are looked for: the directories of the environment variable
/// BOUTON_RULES, and the installed ones, or those of the source tree where none are installed; where rules are inside the
/// program (rules_inside.h), the former alone.
std::vector<std::filesystem::path> rule_directories();

}  // namespace bouton::cli
