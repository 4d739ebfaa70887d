#include "bindings/output/answers/reason.h"

#include "bindings/output/answers/solution.h"
#include "bindings/output/formats/text.h"
#include "bindings/output/formats/words.h"

namespace bouton {

std::string text_of(const Reason& reason, std::size_t width, std::string_view indent) {
  std::string text;
  for (const Reason::Paragraph& paragraph : reason.paragraphs)
    text += paragraph.table.empty() ? wrapped(paragraph.prose, width, indent)
                                    : folded(aligned(paragraph.table, std::string(indent) + "  "), width);
  return text;
}

Json to_json(const Games& games, const Sum& sum, const Reason& reason) {
  Json json = to_json(games, sum);
  json["outcome"] = outcome_name(reason.value.outcome);
  json["reason"] = Json::array();
  for (const Reason::Paragraph& paragraph : reason.paragraphs)
    json["reason"].push_back(paragraph.table.empty() ? paragraph.prose : aligned(paragraph.table, ""));
  json["move"] = reason.move ? to_json(games, sum, *reason.move) : Json();
  if (reason.mirroring)
    json["mirror"] = {{"symmetry", reason.mirroring->symmetry.empty() ? Json() : Json(reason.mirroring->symmetry)},
                      {"image", reason.mirroring->image}};
  if (json.contains("blocking")) {
    json["forbid"] = reason.forbid ? Json::array() : Json();
    if (reason.forbid)
      for (const Move& move : *reason.forbid) json["forbid"].push_back(to_json(games, sum, move));
  }
  return json;
}

}  // namespace bouton
