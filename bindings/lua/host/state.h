// A Lua state with limits: memory through its allocator, time and interruption through a hook.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <lua.hpp>

#include "bindings/lua/host/alarm.h"
#include "bindings/lua/host/node_arrays.h"
#include "engine/base/errors.h"
#include "engine/system/thread_alarm.h"

namespace bouton {
class Random;
}

namespace bouton::lua {

using Seconds = std::chrono::duration<double>;

/// Functions of a rule call each other without an end, or a hundred thousand calls deep. To find that out takes a thousand
/// times as long as other errors of a rule.
class NestingError : public RuleError {
 public:
  using RuleError::RuleError;
};

/// Takes lines that a rule file prints; must not throw.
using Print = std::function<void(std::string_view)>;

/// What tells the time for Alarm::hook.
using ReadClock = std::chrono::steady_clock::time_point (*)();

/// What a State may use, and whom it listens to.
struct StateLimits {
  std::size_t memory = std::size_t{512} << 20;  ///< bytes that Lua may hold
  const std::atomic<bool>* stop = nullptr;      ///< true: stop what runs, by Interrupted
  Alarm alarm = kUsualAlarm;
  ReadClock clock = &std::chrono::steady_clock::now;
  Remedy remedy = nullptr;  ///< ends the messages of limits that Lua code sees; null: nothing does
  Print print = {};         ///< takes what rule files print; empty: nobody does
};

/// Owns a lua_State. One thread at a time. Calls may nest: Lua may call C++ that calls Lua again.
class State {
 public:
  /// No library is open. Throws LimitError if even an empty state does not fit.
  explicit State(const StateLimits& limits);
  /// Wraps a state that somebody else owns, of which `host` is the main thread or a coroutine. It must not be closed before
  /// this object is destroyed; its memory is not limited. May raise (memory): to be called under protection.
  explicit State(lua_State* host);
  ~State();
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  /// The coroutine that runs; the main one unless an Entered says otherwise.
  lua_State* get() const { return current_; }
  static State& of(lua_State* L) { return *find(L); }
  /// The same, or null where there is none.
  static State* find(lua_State* L);

  /// Must be alive while a C++ function that `L` called may enter Lua again through this state.
  class Entered {
   public:
    /// Throws RequestError where there is no state any more: the interpreter ends, and a finalizer asks.
    explicit Entered(lua_State* L);
    ~Entered() { state_.current_ = before_; }
    Entered(const Entered&) = delete;
    Entered& operator=(const Entered&) = delete;

   private:
    State& state_;
    lua_State* before_;
  };

  /// A phrase that begins the message of a limit: "rules/my_nim.lua: moves (line 7)". Must outlive its use.
  void set_doing(const std::string* doing) { doing_ = doing; }

  /// Calls the function under the `arguments` topmost values, as lua_call does; `limit`, which counts as the limit `which`, is
  /// its time (0: any), of which what belongs together has taken `spent` already. Throws RuleError for a Lua error (the message
  /// begins with file and line; NestingError where calls nest too deeply), LimitError past a limit, Interrupted, and whatever a
  /// trampoline kept. On an exception the stack is as it was below the function.
  void call(int arguments, int results, Seconds limit, Limit which, Seconds spent = Seconds(0));

  /// While one of these lives, Lua may carry out so many instructions, all calls together; past that calls throw
  /// StepLimitReached. A bound of work that is the same on every machine, for what nobody has asked for. Does nothing in a
  /// state that somebody else owns.
  class StepLimit {
   public:
    StepLimit(State& state, std::uint64_t instructions);
    ~StepLimit();
    StepLimit(const StepLimit&) = delete;
    StepLimit& operator=(const StepLimit&) = delete;

   private:
    State& state_;
  };

  /// While one of these lives, a StepLimit counts nothing: for what is found once and kept, and has bounds of its own.
  class StepsUncounted {
   public:
    explicit StepsUncounted(State& state);
    ~StepsUncounted();
    StepsUncounted(const StepsUncounted&) = delete;
    StepsUncounted& operator=(const StepsUncounted&) = delete;

   private:
    State& state_;
    std::optional<std::uint64_t> left_;
  };

  /// The instructions that are left of a StepLimit; as many as one likes where there is none.
  std::uint64_t steps_left() const { return steps_left_.value_or(~std::uint64_t{0}); }
  /// Takes from the StepLimit, if there is one, what was done natively in the place of Lua. Throws StepLimitReached when it has
  /// been reached.
  void count_steps(std::uint64_t steps) {
    if (steps_left_ && use_steps(steps)) throw_step_limit_reached();
  }

  /// Runs `body(L)`, which may call any Lua function, with `pointer` as its only argument (a light userdata), under
  /// protection and without a limit of time. It leaves its results on the stack.
  void protect(lua_CFunction body, void* pointer, int results);

  /// For a function that caught an error, with what lua_pcall returned and the error on top of the stack: whether a limit or
  /// an interruption ended the run, so that nothing in Lua may go on, and the error is to be raised again. What a rule
  /// answers must not depend on where a limit lies, be it of time, of memory or of the depth of calls.
  bool must_pass_on(lua_State* L, int status);
  /// A file that Lua knows as `name`, which errors that a rule sees begin with, is `shown` in messages: what a rule answers
  /// must not depend on where it lies.
  void name_source(std::string_view name, std::string shown) {
    shown_names_.insert_or_assign(std::string(name), std::move(shown));
  }
  /// What messages call the file that Lua knows as `name`.
  std::string shown_source(std::string_view name) const;
  /// A message that begins with a file and a line, as people read it.
  std::string shown(std::string message) const;
  /// The message that a trampoline raises for a limit.
  std::string message_of(const LimitError& error) const { return message_with(limits_.remedy, error); }
  /// Keeps the exception that a trampoline is about to raise as `message`. It counts only while that very message is being
  /// raised: Lua code that catches it and raises something else has an error of its own. `ends_call`: no rule may catch it.
  void keep(std::exception_ptr error, std::string message, bool ends_call = false);
  void forget_kept() { keep(nullptr, {}); }

  /// For C functions called from Lua, where no hook runs: raises the end of the call that runs if it has passed its limit or
  /// was asked to stop. Costs some nanoseconds (with Alarm::hook, those of reading the clock).
  static void check(lua_State* L);
  /// The same now and then: once `work`, in steps of a few nanoseconds, has added up to a fraction of a millisecond.
  static void spend(lua_State* L, std::size_t work);
  /// The random numbers of the player whose turn it is. Null while anything else runs: rule functions have no chance in them.
  Random* random() const { return random_; }
  void set_random(Random* random) { random_ = random; }
  /// Hands a text on to StateLimits::print, up to a limit for all of them together.
  void print(std::string_view text);
  std::size_t memory_limit() const { return limits_.memory; }
  /// Whether what runs is a script of the user's own, with finalizers perhaps, and not a rule file.
  bool runs_scripts() const { return limits_.memory >= SIZE_MAX / 2; }
  const std::atomic<bool>* stop() const { return limits_.stop; }
  /// Of scripts: the calls that led to the last error, the innermost first, a line each; empty where it was not a call in a
  /// call.
  const std::string& calls_of_error() const { return calls_; }
  void forget_calls() { calls_.clear(); }

 private:
  friend class Watchdog;
  /// Why nothing in Lua may go on.
  enum class Ending {
    none,
    alarm,      ///< the time is up, or somebody asked to stop
    memory,     ///< there was none left
    keys,       ///< too many of a table collide
    depth,      ///< of calls
    exception,  ///< a trampoline keeps it
  };
  struct Request {
    void* block = nullptr;
    std::size_t old_size = 0, new_size = 0;
    bool operator==(const Request&) const = default;
  };

  static int handle_message(lua_State* L);
  static void* allocate(void* state, void* block, std::size_t old_size, std::size_t new_size);
  static void on_hook(lua_State* L, lua_Debug* record);
  static void on_tick(lua_State* L, lua_Debug* record);
  static void on_counted_instructions(lua_State* L, lua_Debug* record);
  bool use_steps(std::uint64_t work);
  [[noreturn]] void throw_step_limit_reached() const;
  void set_alarm();
  bool must_end();
  bool aborting() const { return ending_ != Ending::none; }
  void end(Ending ending);
  bool refuses(const Request& request, bool nodes);
  void find_stack();
  void move_stack(void* to, std::size_t size, std::size_t before);
  void set_ticks();
  void look_at_clock_after(std::size_t allocated);
  [[noreturn]] void throw_error(lua_State* L, int status, Seconds limit, Limit which);

  StateLimits limits_;
  std::size_t memory_ = 0;
  NodeArrays node_arrays_;
  bool keys_collide_ = false;   ///< whether that is why an allocation was refused last
  bool refused_ = false;        ///< whether one was since the call began
  Request last_refused_;        ///< Lua asks again once it has looked for garbage
  void* stack_ = nullptr;       ///< of the main thread
  bool finding_stack_ = false;  ///< what is allocated now is that
  void* newest_ = nullptr;      ///< the block that was allocated last
  std::size_t newest_size_ = 0;
  bool owned_ = true;
  lua_State* main_ = nullptr;
  lua_State* current_ = nullptr;
  int depth_ = 0;  ///< how many calls are nested
  const std::string* doing_ = nullptr;
  std::exception_ptr kept_;
  std::string kept_message_;
  std::map<std::string, std::string, std::less<>> shown_names_;  ///< by the names that Lua knows
  std::string calls_;
  std::size_t printed_ = 0;                  ///< bytes
  std::size_t spent_ = 0;                    ///< work since the last check
  std::size_t allocated_ = 0;                ///< bytes since the last look at the clock, for Alarm::hook
  std::size_t tick_memory_ = 0;              ///< what Lua held when the distance of the ticks was set, for Alarm::hook
  std::optional<std::uint64_t> steps_left_;  ///< the instructions that are left, where there is a StepLimit
  std::uint64_t most_steps_ = 0;             ///< those of the last StepLimit
  Ending ending_ = Ending::none;
  bool stopped_ = false;  ///< must_end() saw the flag, which may be down again when the error is made
  std::chrono::steady_clock::time_point deadline_ = std::chrono::steady_clock::time_point::max();  ///< for Alarm::hook
  Random* random_ = nullptr;

  // Shared with the watchdog.
  std::atomic<std::uint64_t> call_number_{0};  ///< odd while a call runs; another number for each, nested ones included
  std::atomic<double> call_limit_{0};          ///< seconds; 0 for none
  std::atomic<std::uint64_t> abort_call_{0};   ///< the call that must end
  std::atomic<ThreadName> thread_{};           ///< the one that runs the call
};

/// Pushes "file:line: " of the innermost Lua function that is running, or "" where there is none.
void push_where(lua_State* L);

}  // namespace bouton::lua
