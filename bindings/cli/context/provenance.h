// What an output says of itself, so that it can be made again.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bindings/cli/context/context.h"
#include "bindings/output/formats/json.h"
#include "bindings/output/values/values.h"
#include "engine/image/picture.h"

namespace bouton::cli {

/// The number of the form of JSON outputs. Keys may come to it; it grows where one goes or means something else.
inline constexpr int kJsonSchema = 1;

/// {"bouton": the version,"command": the verb,"arguments","game","rule","params","play","schema"}. "arguments" are the words
/// that make the output again, behind the verb. "rule" is a digest of the rule file, 16 hexadecimal digits, or null for a game
/// that is from no file; of several games names and digests are joined by " + ". Where there is more than one game "params" is
/// left out; without a game all of its keys are.
Json provenance(const Context& context);
/// The same of an answer about these games, made again by these words.
Json provenance(const Context& context, const Games& games, std::vector<std::string> arguments);

/// The provenance as a line of ASCII, for the metadata of files.
std::string provenance_line(const Context& context);

/// The digest of a rule file that is in a provenance; nothing for a game that is from none.
std::optional<std::string> rule_digest(const Game& game);

/// Writes the object with the keys of its provenance that it does not have yet.
void write_json_with_provenance(Context& context, Json json);

/// Adds the keys of a provenance that the object does not have yet.
void add_provenance(Json& json, const Json& provenance);

/// Writes the values in the format that was asked for; JSON has the keys of its provenance, b-files, LaTeX and pictures say it.
void write_with_provenance(Context& context, Values values);
/// The same of a picture.
void write_with_provenance(Context& context, Picture picture);

/// Takes an object as text, as a writer of JSON writes it, and hands it on with the keys of its provenance at the end.
class ProvenanceSink : public Sink {
 public:
  /// `has_key`: a key of the provenance that the object has by itself.
  ProvenanceSink(Context& context, std::string_view has_key);
  /// After the object and its line feed.
  void finish();

 protected:
  void put(std::string_view bytes) override;

 private:
  Output& out_;
  std::string members_;  ///< ,"bouton":..}
  std::string end_;      ///< what was taken last, and is not handed on: the closing brace and the line feed
};

/// Writes the provenance into a file beside the output: FILE.provenance.json, with the format. Where --provenance was given.
void write_provenance_file(Context& context);

}  // namespace bouton::cli
