#include "bindings/lua/host/state.h"

#include <cstdlib>
#include <cstring>
#include <utility>

#include <fmt/format.h>

#include "bindings/lua/host/trampoline.h"
#include "bindings/lua/host/watchdog.h"
#include "engine/base/budget.h"
#include "engine/base/errors.h"
#include "engine/base/signals.h"
#include "engine/rules/step_limited_rules.h"

namespace bouton::lua {
namespace {

using Clock = std::chrono::steady_clock;

char state_key;  // registry: the State

/// How often a hook looks at the clock: every 10 to 50 microseconds.
constexpr int kInstructionsPerTick = 2000;
/// One instruction can take as long as it takes to read all that Lua holds: a comparison of two long texts. Where it holds
/// more than this, the hook looks more often.
constexpr std::size_t kMemoryOfFullTick = std::size_t{4} << 20;
/// What may be allocated between two looks at the clock.
constexpr std::size_t kBytesPerLook = std::size_t{1} << 20;
/// How often a hook counts the instructions of a State::StepLimit.
constexpr int kInstructionsPerCount = 1000;
/// A stack that has grown larger than this, in bytes, is one of calls without end: some 100,000 lie on it. Lua itself would
/// allow half a million, and installing a hook takes a look at each.
constexpr std::size_t kLargestStack = std::size_t{8} << 20;
/// What C functions may do between two checks: see State::spend.
constexpr std::size_t kWorkPerCheck = std::size_t{1} << 16;

/// When a call that starts now and may take `limit` (0: any time) must have ended.
Clock::time_point deadline(Seconds limit, ReadClock clock) {
  constexpr Seconds kForEver(1e9);
  if (limit <= Seconds(0) || limit > kForEver) return Clock::time_point::max();
  return clock() + std::chrono::duration_cast<Clock::duration>(limit);
}

int enter_in_registry(lua_State* L) {
  lua_pushvalue(L, 1);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &state_key);
  return 0;
}

/// The length of the file's name in a `message` that begins with "file:line: "; npos where it does not.
std::size_t file_in(std::string_view message) {
  std::size_t colon = message.find(':');
  while (colon != std::string_view::npos) {
    const std::size_t end = message.find_first_not_of("0123456789", colon + 1);
    if (end == std::string_view::npos) break;
    if (end > colon + 1 && message[end] == ':') return colon;
    colon = message.find(':', colon + 1);
  }
  return std::string_view::npos;
}

bool has_position(std::string_view message) { return file_in(message) != std::string_view::npos; }

/// "file:line: ", if `message` begins with that.
std::string position_in(std::string_view message) {
  const std::size_t file = file_in(message);
  if (file == std::string_view::npos) return "";
  return std::string(message.substr(0, message.find(':', file + 1))) + ": ";
}

/// Whether Lua raised this since calls of functions in C nest too deeply, or those in Lua where it has the depth of its own.
bool is_stack_overflow(std::string_view message) {
  for (const std::string_view words : {"C stack overflow", "stack overflow"})
    if (message == words || message.ends_with(fmt::format(": {}", words))) return true;
  return false;
}

/// The Lua functions that run, the innermost first, a line each; empty where there is one only. Of a script's state, in which
/// an error of Lua's is an exception.
std::string running_calls(lua_State* L) {
  constexpr int kMost = 20;
  std::string calls;
  int count = 0;
  lua_Debug record;
  for (int level = 0; count <= kMost && lua_getstack(L, level, &record) != 0; ++level) {
    lua_getinfo(L, "Sln", &record);
    if (record.currentline <= 0) continue;
    if (++count > kMost) break;
    const std::string function = record.name != nullptr ? fmt::format("in function '{}'", record.name) : "in the chunk";
    calls += fmt::format("{}  {}:{}: {}", calls.empty() ? "" : "\n", record.short_src, record.currentline, function);
  }
  if (count > kMost) calls += "\n  ...";
  return count > 1 ? calls : "";
}

}  // namespace

/// Turns whatever was raised into a message that begins with file and line.
int State::handle_message(lua_State* L) {
  State* const state = find(L);
  if (state != nullptr && state->owned_ && state->runs_scripts()) state->calls_ = running_calls(L);
  const char* message = lua_tostring(L, 1);
  if (message == nullptr && luaL_getmetafield(L, 1, "__tostring") != LUA_TNIL) message = luaL_tolstring(L, 1, nullptr);
  if (message == nullptr) message = lua_pushfstring(L, "an error that is a %s", luaL_typename(L, 1));
  if (has_position(message)) {
    lua_pushstring(L, message);
    return 1;
  }
  push_where(L);
  lua_pushstring(L, message);
  lua_concat(L, 2);
  return 1;
}

void push_where(lua_State* L) {
  lua_Debug record;
  for (int level = 0; lua_getstack(L, level, &record) != 0; ++level) {
    lua_getinfo(L, "Sl", &record);
    if (record.currentline > 0) {
      lua_pushfstring(L, "%s:%d: ", record.short_src, record.currentline);
      return;
    }
  }
  lua_pushliteral(L, "");
}

void keep_exception(lua_State* L, const std::exception& error, std::span<char> message) {
  State* const state = State::find(L);
  const auto* const limit = dynamic_cast<const LimitError*>(&error);
  const std::string text = state != nullptr && limit != nullptr ? state->message_of(*limit) : error.what();
  *std::copy_n(text.data(), std::min(text.size(), message.size() - 1), message.data()) = '\0';
  const bool may_be_caught =
      dynamic_cast<const RuleError*>(&error) != nullptr || dynamic_cast<const RequestError*>(&error) != nullptr;
  if (state != nullptr) state->keep(std::current_exception(), message.data(), !may_be_caught);
}

void raise(lua_State* L, const char* message) {
  if (has_position(message)) {
    lua_pushstring(L, message);
  } else {
    push_where(L);
    lua_pushstring(L, message);
    lua_concat(L, 2);
  }
  lua_error(L);
  std::abort();  // lua_error does not return
}

State::State(const StateLimits& limits) : limits_(limits) {
  main_ = current_ = lua_newstate(&State::allocate, this);
  if (main_ == nullptr)
    throw LimitError(fmt::format("Lua needs more than {} of memory", format_bytes(limits.memory)), Limit::rule_memory);
  lua_pushcfunction(main_, &enter_in_registry);
  lua_pushlightuserdata(main_, this);
  if (lua_pcall(main_, 1, 0, 0) != LUA_OK) {
    lua_close(main_);
    throw LimitError(fmt::format("Lua needs more than {} of memory", format_bytes(limits.memory)), Limit::rule_memory);
  }
  if (!runs_scripts()) find_stack();
  set_alarm();
  if (limits_.alarm == Alarm::signal) Watchdog::get().watch(*this);
}

State::State(lua_State* host) : limits_{.memory = SIZE_MAX / 2, .stop = nullptr, .alarm = Alarm::none}, owned_(false) {
  lua_rawgeti(host, LUA_REGISTRYINDEX, LUA_RIDX_MAINTHREAD);
  main_ = current_ = lua_tothread(host, -1);
  lua_pop(host, 1);
  lua_pushlightuserdata(host, this);
  lua_rawsetp(host, LUA_REGISTRYINDEX, &state_key);
}

State::~State() {
  if (limits_.alarm == Alarm::signal) Watchdog::get().forget(*this);
  limits_.memory = SIZE_MAX;  // closing must not fail
  stack_ = nullptr;
  if (owned_) lua_close(main_);
}

State* State::find(lua_State* L) {
  lua_rawgetp(L, LUA_REGISTRYINDEX, &state_key);
  auto* const state = static_cast<State*>(lua_touserdata(L, -1));
  lua_pop(L, 1);
  return state;
}

State::Entered::Entered(lua_State* L) : state_(of(L)), before_(state_.current_) { state_.current_ = L; }

void State::keep(std::exception_ptr error, std::string message, bool ends_call) {
  kept_ = std::move(error);
  kept_message_ = std::move(message);
  if (ends_call && !runs_scripts()) end(Ending::exception);
}

void State::end(Ending ending) {
  if (ending_ == Ending::none) ending_ = ending;
}

bool State::must_pass_on(lua_State* L, int status) {
  if (status == LUA_ERRMEM && refused_) end(keys_collide_ ? Ending::keys : Ending::memory);
  const char* const message = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : "";
  if (status == LUA_ERRERR || is_stack_overflow(message)) end(Ending::depth);
  return aborting();
}

std::string State::shown_source(std::string_view name) const {
  const auto found = shown_names_.find(name);
  return found == shown_names_.end() ? std::string(name) : found->second;
}

std::string State::shown(std::string message) const {
  constexpr std::size_t kMostDigits = 10;  // of the number of a line: with more it is the rule's own text
  const std::size_t file = file_in(message);
  if (file == std::string::npos || message.find(':', file + 1) > file + 1 + kMostDigits) return message;
  message.replace(0, file, shown_source(message.substr(0, file)));
  return message;
}

State::StepLimit::StepLimit(State& state, std::uint64_t instructions) : state_(state) {
  if (!state.owned_) return;
  state.steps_left_ = state.most_steps_ = instructions;
  state.set_alarm();
}

State::StepLimit::~StepLimit() {
  if (!state_.owned_) return;
  state_.steps_left_.reset();
  state_.set_alarm();
}

State::StepsUncounted::StepsUncounted(State& state) : state_(state), left_(std::exchange(state.steps_left_, std::nullopt)) {
  if (left_) state_.set_alarm();
}

State::StepsUncounted::~StepsUncounted() {
  if (!left_) return;
  state_.steps_left_ = left_;
  state_.set_alarm();
}

/// Whether the limit, if there is one, has been reached.
bool State::use_steps(std::uint64_t work) {
  if (!steps_left_) return false;
  *steps_left_ -= std::min(*steps_left_, work);
  return *steps_left_ == 0;
}

void State::throw_step_limit_reached() const {
  throw StepLimitReached((doing_ != nullptr ? *doing_ + ": " : "") +
                         fmt::format("takes more than {} steps, the most of a look at it", most_steps_));
}

bool State::must_end() {
  if (aborting() || steps_left_ == std::uint64_t{0}) return true;
  switch (limits_.alarm) {
    case Alarm::signal:
      return depth_ > 0 && abort_call_.load(std::memory_order_acquire) == call_number_.load(std::memory_order_relaxed);
    case Alarm::hook:
      look_for_signals();
      stopped_ = limits_.stop != nullptr && limits_.stop->load(std::memory_order_relaxed);
      return stopped_ || (deadline_ != Clock::time_point::max() && limits_.clock() >= deadline_);
    case Alarm::none: break;
  }
  return false;
}

void State::check(lua_State* L) {
  State* const self = find(L);
  if (self == nullptr || !self->must_end()) return;
  self->end(Ending::alarm);
  raise(L, "");
}

void State::spend(lua_State* L, std::size_t work) {
  State* const self = find(L);
  if (self == nullptr) return;
  self->spent_ += work;
  if (!self->use_steps(work) && self->spent_ < kWorkPerCheck) return;
  self->spent_ = 0;
  check(L);
}

/// What is allocated in large pieces passes time without many instructions: past the deadline, the very next one is a tick.
void State::look_at_clock_after(std::size_t allocated) {
  allocated_ += allocated;
  if (memory_ > 2 * tick_memory_) set_ticks();
  if (allocated_ < kBytesPerLook) return;
  allocated_ = 0;
  if (must_end()) lua_sethook(current_, &State::on_tick, LUA_MASKCOUNT, 1);
}

/// The distance of the ticks that fits what Lua holds.
void State::set_ticks() {
  tick_memory_ = std::max(memory_, kMemoryOfFullTick);
  const std::size_t instructions = std::max<std::size_t>(kInstructionsPerTick / (tick_memory_ / kMemoryOfFullTick), 8);
  lua_sethook(current_, &State::on_tick, LUA_MASKCOUNT, static_cast<int>(instructions));
}

void* State::allocate(void* state, void* block, std::size_t old_size, std::size_t new_size) {
  State& self = *static_cast<State*>(state);
  const std::size_t held = block == nullptr ? 0 : old_size;
  if (NodeArrays::is_one(nullptr, 0, held)) self.node_arrays_.remove(block);
  if (new_size == 0) {
    std::free(block);
    self.memory_ -= held;
    if (block != nullptr && block == self.stack_) self.move_stack(self.newest_, self.newest_size_, held);
    return nullptr;
  }
  const bool nodes = NodeArrays::is_one(block, old_size, new_size);
  if (self.refuses({block, held, new_size}, nodes)) return nullptr;
  void* const moved = std::realloc(block, new_size);
  if (moved == nullptr) return nullptr;
  if (block == nullptr) {
    self.newest_ = moved;
    self.newest_size_ = new_size;
  }
  if (self.finding_stack_ || (block != nullptr && block == self.stack_)) self.move_stack(moved, new_size, held);
  if (nodes) self.node_arrays_.add(moved, new_size);
  self.memory_ += new_size - held;
  if (new_size > held && self.limits_.alarm == Alarm::hook && self.current_ != nullptr)
    self.look_at_clock_after(new_size - held);
  return moved;
}

/// Whether Lua does not get what it asks for. A request that is refused a second time, after a collection, fails for good: a
/// function of a library may have another way then (table.unpack says that there are too many values), the rule has not.
bool State::refuses(const Request& request, bool nodes) {
  const std::size_t more = request.new_size > request.old_size ? request.new_size - request.old_size : 0;
  const bool collide = nodes && node_arrays_.collide_in(request.new_size);
  if (!collide && more <= limits_.memory - std::min(memory_, limits_.memory)) return false;
  keys_collide_ = collide;
  refused_ = true;
  if (request == last_refused_) end(collide ? Ending::keys : Ending::memory);
  last_refused_ = request;
  return true;
}

/// Notes which block is the stack: Lua moves it, and nothing else, where it is asked for room on it. From then on it is what
/// that block is reallocated as, or what was allocated last before it was freed; versions of Lua do the one or the other.
void State::find_stack() {
  constexpr int kMoreThanThereIs = 1000;
  finding_stack_ = true;
  lua_checkstack(main_, kMoreThanThereIs);
  finding_stack_ = false;
}

/// Where the stack has become too large, the next instruction is the last.
void State::move_stack(void* to, std::size_t size, std::size_t before) {
  stack_ = to;
  if (size <= before || size <= kLargestStack) return;
  end(Ending::depth);
  lua_sethook(main_, limits_.alarm == Alarm::hook ? &State::on_tick : &State::on_hook, LUA_MASKCOUNT, 1);
}

void State::on_hook(lua_State* L, lua_Debug* /*record*/) {
  State& self = of(L);
  if (!self.aborting() &&
      self.abort_call_.load(std::memory_order_acquire) != self.call_number_.load(std::memory_order_relaxed)) {
    self.set_alarm();  // meant for a call that has ended
    return;
  }
  self.end(Ending::alarm);
  raise(L, "");
}

void State::on_counted_instructions(lua_State* L, lua_Debug* /*record*/) {
  State& self = of(L);
  if (!self.use_steps(kInstructionsPerCount)) return;
  self.end(Ending::alarm);
  raise(L, "");
}

void State::on_tick(lua_State* L, lua_Debug* /*record*/) {
  State& self = of(L);
  self.use_steps(static_cast<std::uint64_t>(lua_gethookcount(L)));
  if (!self.must_end()) {
    const bool too_often =
        lua_gethookcount(L) == 1 || (self.memory_ < self.tick_memory_ / 2 && self.tick_memory_ > kMemoryOfFullTick);
    if (too_often) self.set_ticks();
    return;
  }
  self.end(Ending::alarm);
  raise(L, "");
}

/// What stands in place of a hook that ended a call.
void State::set_alarm() {
  if (limits_.alarm == Alarm::hook) set_ticks();
  if (limits_.alarm != Alarm::signal) return;
  if (steps_left_) lua_sethook(current_, &State::on_counted_instructions, LUA_MASKCOUNT, kInstructionsPerCount);
  else lua_sethook(current_, nullptr, 0, 0);
}

void State::call(int arguments, int results, Seconds limit, Limit which, Seconds spent) {
  constexpr Seconds kLeast(1e-6);  // 0 would be for ever
  const Seconds left = limit > Seconds(0) ? std::max(limit - spent, kLeast) : Seconds(0);
  lua_State* const L = current_;
  const int base = lua_gettop(L) - arguments - 1;
  lua_checkstack(L, LUA_MINSTACK);
  lua_pushcfunction(L, &State::handle_message);
  lua_insert(L, base + 1);

  const double outer_limit = call_limit_.load(std::memory_order_relaxed);
  const Clock::time_point outer_deadline = deadline_;
  if (limits_.alarm == Alarm::hook) deadline_ = deadline(left, limits_.clock);
  call_limit_.store(left.count(), std::memory_order_relaxed);
  thread_.store(this_thread_name(), std::memory_order_relaxed);
  State* const outer_state = limits_.alarm == Alarm::signal ? Watchdog::set_running(this) : nullptr;
  const bool nested = depth_++ > 0;
  if (!nested) {
    ending_ = Ending::none;
    refused_ = false;
  }
  call_number_.fetch_add(nested ? 2 : 1, std::memory_order_release);

  const int status = lua_pcall(L, arguments, results, base + 1);

  --depth_;
  call_number_.fetch_add(nested ? 2 : 1, std::memory_order_release);
  if (limits_.alarm == Alarm::signal) Watchdog::set_running(outer_state);
  deadline_ = outer_deadline;
  call_limit_.store(outer_limit, std::memory_order_relaxed);
  lua_remove(L, base + 1);
  if (status == LUA_OK) return;
  try {
    throw_error(L, status, limit, which);
  } catch (...) {
    set_alarm();
    ending_ = Ending::none;
    last_refused_ = {};
    stopped_ = false;
    forget_kept();
    lua_settop(L, base);
    throw;
  }
}

void State::print(std::string_view text) {
  constexpr std::size_t kMost = std::size_t{1} << 14;
  if (!limits_.print || printed_ > kMost) return;
  printed_ += text.size();
  limits_.print(printed_ > kMost ? "... (no more is shown of what the rule file prints)\n" : text);
}

void State::protect(lua_CFunction body, void* pointer, int results) {
  lua_pushcfunction(current_, body);
  lua_pushlightuserdata(current_, pointer);
  call(1, results, Seconds(0), Limit::fixed);
}

void State::throw_error(lua_State* L, int status, Seconds limit, Limit which) {
  const std::string doing = doing_ != nullptr ? *doing_ + ": " : "";
  const char* const text = status == LUA_ERRERR ? "an error while handling an error" : lua_tostring(L, -1);
  const std::string raised = text == nullptr ? "" : text;
  std::string message = shown(raised);
  const std::string position = position_in(message);
  if (ending_ == Ending::alarm) {
    if (stopped_ || (limits_.stop != nullptr && limits_.stop->load(std::memory_order_relaxed))) throw Interrupted();
    if (steps_left_ == std::uint64_t{0}) throw_step_limit_reached();
    throw LimitError(fmt::format("{}took longer than {} s", position.empty() ? doing : position, limit.count()), which);
  }
  if (ending_ == Ending::depth || (!runs_scripts() && is_stack_overflow(message)))
    throw NestingError(
        fmt::format("{}calls of functions nest too deeply (stack overflow)", position.empty() ? doing : position));
  if (status == LUA_ERRMEM && ending_ == Ending::none) end(keys_collide_ ? Ending::keys : Ending::memory);
  if (ending_ == Ending::keys)
    throw LimitError(fmt::format("{}fills a table with too many keys that fall into the same place in it", doing));
  if (ending_ == Ending::memory)
    throw LimitError(fmt::format("{}needs more than {} of Lua memory", doing, format_bytes(limits_.memory)),
                     Limit::rule_memory);
  if (position.empty()) message = doing + message;
  if (kept_ != nullptr && raised.ends_with(kept_message_)) {
    try {
      std::rethrow_exception(kept_);
    } catch (const RuleError&) {
      throw RuleError(message);  // with the line that it was raised at
    } catch (const RequestError&) {
      if (runs_scripts()) throw RequestError(message);  // whoever wrote the script asks where
      throw;
    } catch (const LimitError& error) {
      const std::string before = shown(raised.substr(0, raised.size() - kept_message_.size()));
      throw LimitError((position.empty() ? doing : "") + before + error.what(), error.limit());
    } catch (const Interrupted&) {
      throw;
    } catch (const std::exception&) {
      throw RuleError(message);
    }
  }
  throw RuleError(message);
}

}  // namespace bouton::lua
