#include "bindings/cli/context/provenance.h"

#include <optional>

#include <fmt/format.h>

#include "bindings/cli/arguments/verb.h"
#include "bindings/output/formats/words.h"
#include "engine/base/checksum.h"
#include "engine/system/read_file.h"
#include "engine/system/whole_file.h"

namespace bouton::cli {
namespace {

/// Of the rule file's bytes; nothing where it cannot be read.
std::optional<std::string> digest_of(const Game& game) {
  if (game.file.empty()) return std::nullopt;
  const std::optional<std::string> text = read_whole_file(game.file);
  if (!text) return std::nullopt;
  Checksum checksum;
  checksum.add(*text);
  return fmt::format("{:016x}", checksum.value());
}

}  // namespace

Json provenance(const Context& context) {
  Json json;
  json["bouton"] = BOUTON_VERSION;
  json["command"] = context.verb().name;
  const std::vector<std::shared_ptr<const Game>> games = context.games();
  if (!games.empty()) {
    std::string names, digests;
    bool complete = true;
    for (const std::shared_ptr<const Game>& game : games) {
      const std::optional<std::string> digest = digest_of(*game);
      complete = complete && digest;
      names += (names.empty() ? "" : " + ") + game->name;
      digests += (digests.empty() ? "" : " + ") + digest.value_or("");
    }
    json["game"] = names;
    json["rule"] = complete ? Json(digests) : Json();
    if (games.size() == 1) json["params"] = params_json(*games.front());
    json["play"] = play_name(games.front()->rules->play());
  }
  json["schema"] = kJsonSchema;
  return json;
}

void write_json_with_provenance(Context& context, Json json) {
  if (json.is_object()) {
    const Json said = provenance(context);
    for (auto member = said.begin(); member != said.end(); ++member)
      if (!json.contains(member.key())) json[member.key()] = member.value();
  }
  write_json(context.out(), json);
}

void write_with_provenance(Context& context, const Values& values) {
  if (context.format() != Format::json) {
    write_values(context.out(), context.format(), values);
    return;
  }
  ProvenanceSink sink(context, "game");
  write_values(sink, Format::json, values);
  sink.finish();
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
  write_whole_file(context.request().output->native() + ".provenance.json", text_of(json) + "\n");
}

}  // namespace bouton::cli
