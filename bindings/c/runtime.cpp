#include <cstring>

#include <fmt/format.h>

#include "bindings/c/copies.h"
#include "bindings/c/handles.h"
#include "engine/system/kept_folder.h"

namespace bouton::c {

Core::Core(const bouton_limits& l) : limits(l) { note(*this); }
Core::~Core() { forget(*this); }

lua::LoaderOptions Core::loader(const Gate& gate) const {
  lua::LoaderOptions options = directories_and_sources;
  options.limits.load = lua::Limits().load.zero() + std::chrono::duration<double>(limits.load_seconds);
  options.limits.call = std::chrono::duration<double>(limits.call_seconds);
  options.limits.memory = limits.lua_memory;
  options.limits.options = lua::options_within(limits.memory);
  options.lift = limits.no_lift == 0;
  options.native_code = limits.no_native == 0;
  options.stop = &gate.stop();
  options.alarm = lua::Alarm::hook;
  return options;
}

Budget Core::budget() {
  Budget budget;
  budget.memory = limits.memory;
  budget.threads = std::max(1U, limits.threads);
  budget.stop = &questions.stop();
  budget.native_code = limits.no_native == 0;
  budget.progress = [this](const Progress& progress) { report(progress); };
  return budget;
}

void Core::report(const Progress& progress) {
  bouton_progress listener = nullptr;
  void* listener_user = nullptr;
  const std::uint64_t known_total = progress.is_step ? 0 : progress.total;  // where a step ends there is more to do
  {
    const std::scoped_lock lock(progress_mutex);
    reported = true;
    done = progress.done;
    total = known_total;
    listener = callback;
    listener_user = user;
  }
  if (listener == nullptr) return;
  const CallingBack calling;
  if (listener(listener_user, std::string(progress.doing).c_str(), progress.done, known_total) != 0) questions.stop_now();
}

namespace {

/// The limits that the caller gave, as far as its version of the struct goes.
bouton_limits complete_limits(const bouton_limits* given_limits) {
  bouton_limits limits;
  bouton_limits_init(&limits);
  if (given_limits == nullptr) return limits;
  if (given_limits->size < offsetof(bouton_limits, memory) + sizeof(limits.memory))
    throw Misuse("bouton_limits.size is wrong; call bouton_limits_init first");
  std::memcpy(&limits, given_limits, std::min(given_limits->size, sizeof(limits)));
  limits.size = sizeof(limits);
  if (!(limits.load_seconds > 0) || !(limits.call_seconds > 0))
    throw RequestError("bouton_limits.load_seconds and call_seconds must be more than 0");
  constexpr std::uint32_t kMostThreads = 4096;
  if (limits.threads > kMostThreads)
    throw RequestError(fmt::format("bouton_limits.threads is {}; there are at most {}", limits.threads, kMostThreads));
  limits.memory = std::min<std::uint64_t>(limits.memory, SIZE_MAX / 2);
  limits.lua_memory = std::min<std::uint64_t>(limits.lua_memory, SIZE_MAX / 2);
  return limits;
}

}  // namespace
}  // namespace bouton::c

using namespace bouton::c;  // NOLINT: the interface is in no namespace

const char* bouton_version(void) { return BOUTON_VERSION; }
int32_t bouton_abi(void) { return BOUTON_ABI; }

bouton_status bouton_keep_theorems(const char* folder) {
  return guarded([&] {
    bouton::set_kept_folder(bouton::Kept::theorems, folder == nullptr ? "" : folder);
    return BOUTON_OK;
  });
}

const char* bouton_error_message(void) { return last_message().c_str(); }
const char* bouton_error_file(void) { return last_file().c_str(); }
int32_t bouton_error_line(void) { return last_line(); }

const char* bouton_status_name(bouton_status status) {
  switch (status) {
    case BOUTON_OK: return "ok";
    case BOUTON_NOT_YET: return "not yet";
    case BOUTON_UNKNOWN: return "unknown";
    case BOUTON_ERROR_REQUEST: return "request";
    case BOUTON_ERROR_RULE: return "rule";
    case BOUTON_ERROR_LIMIT: return "limit";
    case BOUTON_ERROR_CANCELLED: return "cancelled";
    case BOUTON_ERROR_MEMORY: return "memory";
    case BOUTON_ERROR_SPACE: return "space";
    case BOUTON_ERROR_MISUSE: return "misuse";
    case BOUTON_ERROR_INTERNAL: return "internal";
    default: return "no status";
  }
}

void bouton_limits_init(bouton_limits* limits) {
  if (limits == nullptr) return;
  *limits = {sizeof(bouton_limits), std::uint64_t{1} << 30, std::uint64_t{256} << 20, 5, 5, 1, 0, 0};
}

bouton_status bouton_runtime_create(const bouton_limits* limits, bouton_runtime** runtime) {
  return guarded([&] {
    given(runtime, "runtime");
    *runtime = new bouton_runtime{std::make_shared<Core>(complete_limits(limits))};
    return BOUTON_OK;
  });
}

void bouton_runtime_destroy(bouton_runtime* runtime) {
  if (runtime == nullptr || calling_back()) return;
  runtime->core->time_budget = -1;
  bouton_runtime_cancel(runtime);
  runtime->core->background->close();
  destroy(runtime, *runtime->core);
}

bouton_status bouton_runtime_add_directory(bouton_runtime* runtime, const char* path) {
  return guarded([&] {
    Core& core = *given(runtime, "runtime").core;
    const std::filesystem::path directory = &given(path, "path");
    std::error_code error;
    if (!std::filesystem::is_directory(directory, error))
      throw bouton::RequestError(fmt::format("there is no directory {}", directory.string()));
    return core.rules.run([&] {
      core.directories_and_sources.rule_directories.push_back(directory);
      ++core.rule_files_added;
      return BOUTON_OK;
    });
  });
}

bouton_status bouton_runtime_add_source(bouton_runtime* runtime, const char* name, const char* text, size_t length) {
  return guarded([&] {
    Core& core = *given(runtime, "runtime").core;
    const std::string key = &given(name, "name");
    if (key.empty() || key.find('/') != std::string::npos || key.ends_with(".lua"))
      throw bouton::RequestError(
          fmt::format("'{}' is not a name for a rule file in memory; choose one without a slash and without .lua", key));
    std::string source(&given(text, "text"), length);
    return core.rules.run([&] {
      core.directories_and_sources.sources.insert_or_assign(key, std::move(source));
      ++core.rule_files_added;
      return BOUTON_OK;
    });
  });
}

bouton_status bouton_runtime_games(bouton_runtime* runtime, bouton_list** names) {
  return guarded([&] {
    Core& core = *given(runtime, "runtime").core;
    given(names, "names");
    *names = new bouton_list{core.rules.run([&] { return bouton::lua::list_games(core.directories_and_sources); })};
    return BOUTON_OK;
  });
}

bouton_status bouton_runtime_set_time_budget(bouton_runtime* runtime, double seconds) {
  return guarded([&] {
    given(runtime, "runtime").core->time_budget = seconds >= 0 ? seconds : -1;
    return BOUTON_OK;
  });
}

void bouton_runtime_cancel(bouton_runtime* runtime) {
  if (runtime == nullptr) return;
  Core& core = *runtime->core;
  core.background->drop_work();
  core.questions.cancel();
  core.rules.cancel();
}

bouton_status bouton_runtime_set_progress(bouton_runtime* runtime, bouton_progress callback, void* user) {
  return guarded([&] {
    Core& core = *given(runtime, "runtime").core;
    const std::scoped_lock lock(core.progress_mutex);
    core.callback = callback;
    core.user = user;
    return BOUTON_OK;
  });
}

bouton_status bouton_runtime_progress(bouton_runtime* runtime, uint64_t* done, uint64_t* total) {
  return guarded([&] {
    Core& core = *given(runtime, "runtime").core;
    given(done, "done");
    given(total, "total");
    const std::scoped_lock lock(core.progress_mutex);
    if (!core.reported) return static_cast<bouton_status>(BOUTON_UNKNOWN);
    *done = core.done;
    *total = core.total;
    return static_cast<bouton_status>(BOUTON_OK);
  });
}

size_t bouton_list_size(const bouton_list* list) { return list == nullptr ? 0 : list->texts.size(); }
const char* bouton_list_at(const bouton_list* list, size_t index) {
  return index < bouton_list_size(list) ? list->texts[index].c_str() : nullptr;
}
void bouton_list_destroy(bouton_list* list) { delete list; }
