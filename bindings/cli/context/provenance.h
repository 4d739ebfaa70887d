// What an output says of itself, so that it can be made again.
#pragma once

#include <string>
#include <string_view>

#include "bindings/cli/context/context.h"
#include "bindings/output/formats/json.h"
#include "bindings/output/values/values.h"

namespace bouton::cli {

/// The number of the form of JSON outputs. Keys may come to it; it grows where one goes or means something else.
inline constexpr int kJsonSchema = 1;

/// {"bouton": the version,"command": the verb,"game","rule","params","play","schema"}. "rule" is a digest of the rule file, 16
/// hexadecimal digits, or null where it cannot be read; of several games names and digests are joined by " + ". Where there is
/// more than one game "params" is left out; without a game all of its keys are.
Json provenance(const Context& context);

/// Writes the object with the keys of its provenance that it does not have yet.
void write_json_with_provenance(Context& context, Json json);

/// Writes the values in the format that was asked for; JSON has the keys of its provenance.
void write_with_provenance(Context& context, const Values& values);

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
