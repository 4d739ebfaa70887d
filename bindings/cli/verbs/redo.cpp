#include <algorithm>
#include <array>
#include <filesystem>

#include <fmt/format.h>

#include "bindings/cli/again/found_provenance.h"
#include "bindings/cli/context/provenance.h"
#include "bindings/cli/verbs/verbs.h"
#include "bindings/output/formats/text.h"
#include "bindings/output/formats/words.h"
#include "engine/base/errors.h"
#include "engine/base/plain_text.h"
#include "engine/system/environment.h"

namespace bouton::cli {
namespace {

/// A file that is gone at the end.
class ScratchFile {
 public:
  ScratchFile() = default;
  ScratchFile(const ScratchFile&) = delete;
  ScratchFile& operator=(const ScratchFile&) = delete;
  ~ScratchFile() {
    std::error_code error;
    std::filesystem::remove(path_, error);
  }
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_ = make_scratch_file();
};

/// What was made again.
struct Again {
  Json now;             ///< the provenance
  std::string content;  ///< of the file
};

std::vector<std::string> arguments_of(const Json& said, const std::string& file) {
  std::vector<std::string> words;
  for (const Json& word : said["arguments"]) {
    if (!word.is_string()) throw RequestError(fmt::format("{}: its arguments are not a list of words", file));
    words.push_back(word.get<std::string>());
  }
  return words;
}

/// The verbs that do nothing but answer. Whoever wrote the file chose the command: it must neither write nor run anything else.
const Verb& answering_verb(const std::string& name, const std::string& file) {
  const Verb& verb = find_verb(name);
  if (verb.formats.empty() || verb.operands == Operands::script || name == "share" || name == "redo")
    throw RequestError(fmt::format("{}: '{}' is not a verb whose output redo can make again", file, plain_line(name)));
  return verb;
}

Again made_again(Context& outer, const Json& said, const std::string& file) {
  const Verb& verb = answering_verb(said["command"].get<std::string>(), file);
  const std::vector<std::string> words = arguments_of(said, file);
  std::optional<Request> request = parse_arguments(verb, words);
  if (!request) throw RequestError(fmt::format("{}: its arguments ask for help", file));
  if (request->output || request->checkpoint || request->certificate || request->walnut || request->dot ||
      request->transcript || request->replay || request->provenance)
    throw RequestError(fmt::format("{}: its command also writes other files; run it yourself", file));
  if (request->games.size() == 1 && request->games[0].operands == std::vector<std::string>{"-"})
    throw RequestError(fmt::format("{}: it was made from standard input, which is not kept", file));
  const Request& asked = outer.request();
  request->threads = asked.threads;
  request->memory = asked.memory;
  request->limits = asked.limits;
  request->quiet = asked.quiet;
  if (!request->format) request->format = verb.formats.front();  // the ending of the scratch file says none
  const ScratchFile scratch;
  request->output = scratch.path();
  if (said.contains("epoch")) set_environment_variable("SOURCE_DATE_EPOCH", said["epoch"].dump());
  Context context(verb, *std::move(request));
  verb.run(context);
  context.erase_progress();
  context.out().finish();
  return {provenance(context), content_of(scratch.path(), outer.budget())};
}

std::string text_of_key(const Json& json, const char* key) {
  if (!json.contains(key) || json[key].is_null()) return "unknown";
  return json[key].is_string() ? plain_line(json[key].get<std::string>()) : text_of(json[key]);
}

int redo(Context& context) {
  const std::vector<std::string>& operands = context.request().operands;
  if (operands.size() != 1) context.usage_error("takes one FILE");
  const FoundProvenance found = found_provenance(operands[0], context.budget());
  const Again again = made_again(context, found.said, operands[0]);
  const bool same = again.content == found.content;
  const std::string command = shell_line(text_of_key(found.said, "command"), arguments_of(found.said, operands[0]));
  const std::array<std::string, 2> versions = {text_of_key(found.said, "bouton"), text_of_key(again.now, "bouton")};
  const std::array<std::string, 2> rules = {text_of_key(found.said, "rule"), text_of_key(again.now, "rule")};
  if (context.format() == Format::json) {
    Json json;
    json["file"] = operands[0];
    json["made_by"] = command;
    json["version"] = {{"then", versions[0]}, {"now", versions[1]}};
    json["rules"] = {{"then", rules[0]}, {"now", rules[1]}};
    json["same"] = same;
    write_json_with_provenance(context, std::move(json));
    return same ? 0 : 1;
  }
  const auto compared = [](const std::array<std::string, 2>& two) {
    return two[0] == two[1] ? fmt::format("{}, as then", two[1]) : fmt::format("{}, then {}", two[1], two[0]);
  };
  context.out().write(aligned({{"command", plain_line(command)},
                               {"version", compared(versions)},
                               {"rules", compared(rules)},
                               {"result", same ? "the same" : "different"}},
                              ""));
  return same ? 0 : 1;
}

}  // namespace

Verb redo_verb() {
  return {
      .name = "redo",
      .usage = "FILE",
      .summary = "makes an output again from the command that it names, and compares",
      .help =
          "JSON, b-files, LaTeX, pictures and reports name the command and the version that made them, and hold a digest of\n"
          "the rule file. For CSV, npy and text, FILE.provenance.json does (--provenance). redo runs that command again, in "
          "the\n"
          "current folder, and compares the results; the exit code is 1 if they differ. It writes nothing. It runs only\n"
          "commands that answer questions, and refuses a file that names another command.\n\n"
          "  bouton redo wythoff.svg          bouton redo kayles.json --format json",
      .operands = Operands::words,
      .options = {Option::format, Option::output, Option::threads, Option::memory, Option::limit, Option::quiet},
      .formats = {Format::text, Format::json},
      .run = redo};
}

}  // namespace bouton::cli
