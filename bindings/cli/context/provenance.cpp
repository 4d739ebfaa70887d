#include "bindings/cli/context/provenance.h"

#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "bindings/cli/arguments/verb.h"
#include "bindings/output/formats/pictures/pictures.h"
#include "bindings/output/formats/words.h"
#include "engine/rules/blocking.h"
#include "engine/system/whole_file.h"

namespace bouton::cli {
namespace {

/// What decides the result, and the format. The same whether it is named by --format or by the ending of a file.
std::vector<std::string> arguments_of(const Context& context) {
  std::vector<std::string> words = words_of_result(context.request().words);
  if (context.verb().formats.empty() || context.format() == Format::text) return words;
  const auto end = std::ranges::find(words, "--");
  words.insert(end, {"--format", std::string(name(context.format()))});
  return words;
}

}  // namespace

std::optional<std::string> rule_digest(const Game& game) {
  if (!game.digest) return std::nullopt;
  return fmt::format("{:016x}", *game.digest);
}

Json provenance(const Context& context) { return provenance(context, context.games(), arguments_of(context)); }

Json provenance(const Context& context, const Games& games, std::vector<std::string> arguments) {
  Json json;
  json["bouton"] = BOUTON_VERSION;
  json["command"] = context.verb().name;
  json["arguments"] = std::move(arguments);
  if (!games.empty()) {
    std::string names, digests;
    bool complete = true;
    for (const std::shared_ptr<const Game>& game : games) {
      const std::optional<std::string> digest = rule_digest(*game);
      complete = complete && digest;
      names += (names.empty() ? "" : " + ") + game->name;
      digests += (digests.empty() ? "" : " + ") + digest.value_or("");
    }
    json["game"] = names;
    json["rule"] = complete ? Json(digests) : Json();
    if (games.size() == 1) json["params"] = params_json(*games.front());
    json["play"] = play_name(play_as_written(*games.front()->rules));
  }
  json["schema"] = kJsonSchema;
  return json;
}

std::string provenance_line(const Context& context) {
  return provenance(context).dump(-1, ' ', true, Json::error_handler_t::replace);
}

void add_provenance(Json& json, const Json& provenance) {
  for (auto member = provenance.begin(); member != provenance.end(); ++member)
    if (!json.contains(member.key())) json[member.key()] = member.value();
}

void write_json_with_provenance(Context& context, Json json) {
  if (json.is_object()) add_provenance(json, provenance(context));
  write_json(context.out(), json);
}

void write_with_provenance(Context& context, Values values) {
  if (context.format() != Format::json) {
    values.provenance = provenance_line(context);
    write_values(context.out(), context.format(), values);
    return;
  }
  ProvenanceSink sink(context, "game");
  write_values(sink, Format::json, values);
  sink.finish();
}

void write_with_provenance(Context& context, Picture picture) {
  picture.provenance = provenance_line(context);
  write_picture(context.out(), context.format(), picture);
}

ProvenanceSink::ProvenanceSink(Context& context, std::string_view has_key) : out_(context.out()) {
  Json json = provenance(context);
  json.erase(std::string(has_key));
  members_ = "," + text_of(json).substr(1);
}

void ProvenanceSink::put(std::string_view bytes) {
  constexpr std::size_t kEnd = 2;
  end_ += bytes;
  if (end_.size() <= kEnd) return;
  out_.write(std::string_view(end_).substr(0, end_.size() - kEnd));
  end_.erase(0, end_.size() - kEnd);
}

void ProvenanceSink::finish() {
  flush();
  out_.write(members_ + "\n");
}

void write_provenance_file(Context& context) {
  if (!context.request().provenance) return;
  Json json = provenance(context);
  json["format"] = name(context.format());
  json["operands"] = context.game_request().operands;
  write_whole_file(context.request().output->string() + ".provenance.json", text_of(json) + "\n");
}

}  // namespace bouton::cli
