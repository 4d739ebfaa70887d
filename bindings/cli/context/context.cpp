#include "bindings/cli/context/context.h"

#include <algorithm>
#include <cstdio>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "bindings/cli/arguments/verb.h"
#include "bindings/cli/context/installed_folder.h"
#include "bindings/cli/context/named_files.h"
#include "bindings/cli/context/rules_inside.h"
#include "bindings/lua/language/rule_folders.h"
#include "bindings/lua/load/rule_directories.h"
#include "bindings/output/sink/interrupt.h"
#include "engine/base/memory_account.h"
#include "engine/base/plain_text.h"
#include "engine/base/threads.h"
#include "engine/plan/under_play.h"
#include "engine/system/environment.h"
#include "engine/system/standard_streams.h"

namespace bouton::cli {
namespace {

/// The format that was asked for, by name or by the output's ending, if the verb writes it.
Format choose_format(const Verb& verb, const Request& request) {
  std::optional<Format> format = request.format;
  if (!format && request.output) {
    format = format_of_file(request.output->string());
    if (!format)
      throw RequestError(fmt::format("{}: the ending of '{}' names no format; {} writes {} (--format)", verb.name,
                                     request.output->string(), verb.name, names(verb.formats)));
  }
  if (!format) return verb.formats.empty() ? Format::text : verb.formats.front();
  if (std::ranges::find(verb.formats, *format) != verb.formats.end()) return *format;
  throw RequestError(fmt::format("{} does not write {}{}, it writes {}", verb.name,
                                 is_picture(*format) ? "pictures, such as " : "", name(*format), names(verb.formats)));
}

/// The rules that are inside, but for those that a directory has, too.
lua::Sources sources_beside(const std::vector<std::filesystem::path>& directories) {
  lua::Sources sources = rules_inside();
  std::erase_if(sources, [&](const auto& source) { return lua::find_rule_file(directories, source.first).has_value(); });
  return sources;
}

/// Whether several ranks may write the output: a file of a verb whose outputs can be gone on with.
bool can_share_output(const Verb& verb, const Request& request, Format format, Farm* farm) {
  if (!verb.output_goes_on || !request.output || format != Format::npy || farm == nullptr || farm->ranks() == nullptr)
    return false;
  std::error_code error;
  return !std::filesystem::exists(*request.output, error) || std::filesystem::is_regular_file(*request.output, error);
}

/// What can be gone on with is a file, and what several ranks write is one. Who only works for another process writes nothing.
std::unique_ptr<Output> open_output_of(const Verb& verb, const Request& request, bool shared, Farm* farm,
                                       std::function<void()> before_printing) {
  check_files_apart(verb, request);
  if (farm != nullptr && farm->is_only_worker()) return open_output(std::nullopt, std::move(before_printing));
  if (!verb.output_goes_on || !request.checkpoint) {
    if (!shared) return open_output(request.output, std::move(before_printing));
    std::unique_ptr<Output> part = open_part_output(*request.output, {});
    part->written()->begin();
    return part;
  }
  if (!request.output)
    throw RequestError(
        fmt::format("{}: --checkpoint records how far the output file has come; name that file with -o FILE", verb.name));
  return open_part_output(*request.output, *request.checkpoint);
}

std::size_t half_of_memory() {
  const std::size_t all = physical_memory();
  return all == 0 ? Budget{}.memory : all / 2;
}

}  // namespace

Context::Context(const Verb& verb, Request request, Farm* farm, Display display, std::atomic<std::int64_t>* polls_left)
    : verb_(verb),
      request_(std::move(request)),
      format_(choose_format(verb, request_)),
      shared_(can_share_output(verb_, request_, format_, farm)),
      output_(open_output_of(verb_, request_, shared_, farm, [this] { erase_progress(); })),
      farm_(farm),
      progress_(request_.quiet ? Display() : std::move(display)),
      polls_left_(polls_left) {
  // Three bytes a pixel; how long the shorter side is, the picture says later.
  if (const auto& size = request_.style.size; size && format_ == Format::png)
    budget().check_memory(bytes_of(*size, bytes_of(*size, 3)), fmt::format("a picture of up to {0} x {0} pixels", *size));
}

Farm& Context::farm() {
  if (farm_ == nullptr) {
    own_farm_ = process_farm(budget().threads);
    farm_ = own_farm_.get();
  }
  return *farm_;
}

void Context::let_output_go_on() {
  output_.reset();  // and with it the file that would have been written at once
  output_ = open_part_output(*request_.output, *request_.checkpoint);
}

bool Context::on_terminal() const { return !request_.output && is_terminal(Stream::output); }

void Context::usage_error(std::string_view message) const {
  throw RequestError(fmt::format("{}: {} ({})", verb_.name, message, usage(verb_)));
}

std::size_t Context::memory() const { return request_.memory > 0 ? request_.memory : half_of_memory(); }

Budget Context::budget() {
  Budget budget;
  budget.memory = memory();
  const unsigned here = farm_ != nullptr ? farm_->processes_here() : 1;
  budget.threads = request_.threads > 0 ? request_.threads : std::max(1U, std::thread::hardware_concurrency() / here);
  if (!kHasThreads) budget.threads = 1;
  budget.stop = &interrupted();
  budget.polls_left = polls_left_;
  budget.progress = progress_.listener();
  budget.native_code = request_.native_code;
  budget.peers = farm_ != nullptr ? farm_->peers() : nullptr;
  return budget;
}

lua::LoaderOptions Context::loader_options() const {
  lua::LoaderOptions options;
  options.rule_directories = rule_directories();
  options.sources = sources_beside(options.rule_directories);
  options.limits = request_.limits;
  options.limits.options = lua::options_within(memory());
  options.lift = request_.lift;
  options.native_code = request_.native_code;
  options.stop = &interrupted();
  options.print = [this](std::string_view text) {
    erase_progress();
    const std::string plain = plain_lines(text);
    (void)std::fwrite(plain.data(), 1, plain.size(), stderr);
  };
  return options;
}

std::shared_ptr<const Game> Context::load(const GameRequest& request) {
  for (const Loaded& loaded : loaded_)
    if (loaded.name == request.name && loaded.settings == request.settings && loaded.on == request.on) return loaded.game;
  loaded_.push_back({request.name, request.settings, request.on, load_apart(request)});
  return loaded_.back().game;
}

void Context::notice(const std::string& line) const {
  if (request_.quiet) return;
  erase_progress();
  (void)std::fprintf(stderr, "bouton: %s\n", plain_line(line).c_str());
}

std::vector<std::shared_ptr<const Game>> Context::games() const {
  std::vector<std::shared_ptr<const Game>> games;
  for (const Loaded& loaded : loaded_)
    if (std::ranges::find(games, loaded.game) == games.end()) games.push_back(loaded.game);
  return games;
}

std::shared_ptr<const Game> Context::load_apart(const GameRequest& request) const {
  std::shared_ptr<const Game> game = lua::load_game(request.name, request.settings, loader_options());
  check_rules_apart(verb_, request_, *game);
  if (!request.on.empty()) game = game_of_position(game, request.on);
  return request_.play ? game_under_play(std::move(game), *request_.play) : game;
}

std::shared_ptr<const Game> Context::load_only_game() {
  if (request_.games.empty()) usage_error("a GAME is missing");
  return load(request_.games.front());
}

lua::Sources& rules_inside() {
  static lua::Sources sources;
  return sources;
}

std::vector<std::filesystem::path> rule_directories() {
  if (!rules_inside().empty()) return lua::rule_directories({});
  std::vector<std::filesystem::path> installed;
  if (const auto folder = installed_folder()) installed.push_back(*folder / "rules");
  installed.emplace_back(BOUTON_RULES_DIRECTORY);
  return lua::rule_directories(installed);
}

}  // namespace bouton::cli
