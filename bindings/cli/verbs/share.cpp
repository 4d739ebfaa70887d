#include <fmt/format.h>

#include "bindings/cli/sharing/page_link.h"
#include "bindings/cli/verbs/verbs.h"
#include "bindings/output/formats/words.h"
#include "engine/base/errors.h"
#include "engine/system/read_file.h"

namespace bouton::cli {
namespace {

/// What the page opens with: the rules, and the view that shows most of such a game.
Json page_state(const Context& context, const Game& game, const std::string& text) {
  const Request& request = context.request();
  const Domain& domain = game.rules->domain();
  Json state;
  state["game"]["name"] = game.name;
  state["game"]["settings"] = Json::object();
  for (const auto& [name, value] : request.games[0].settings) state["game"]["settings"][name] = value;
  state["game"]["text"] = text;
  if (request.play) state["game"]["play"] = play_name(*request.play);
  const bool is_numbers = domain.shape() == nullptr && !domain.is_terms();
  state["view"] = !is_numbers ? "play" : domain.is_piles() || domain.dimensions() > 1 ? "map" : "sequence";
  for (const char* view : {"map", "sequence", "play"}) state[view] = Json::object();
  return state;
}

int share(Context& context) {
  const Request& request = context.request();
  if (request.games.empty()) context.usage_error("a FILE.lua is missing");
  if (!context.game_request().operands.empty()) context.usage_error("takes one FILE.lua");
  const std::shared_ptr<const Game> game = context.load_only_game();
  const std::optional<std::string> text = read_whole_file(game->file);
  if (!text) throw RequestError(fmt::format("share: cannot read {}", game->file));
  const std::string packed = packed_state(page_state(context, *game, *text));
  const std::filesystem::path named = request.page;
  const bool names_folder = !request.page.empty() && holds_page(named);
  const std::optional<std::filesystem::path> folder = names_folder ? std::optional(named) : built_page();
  if (context.format() == Format::html) {
    if (!folder) throw RequestError("share: the page is not built on this machine; scripts/web builds it");
    write_one_file_page(context.out(), *folder, packed);
    return 0;
  }
  const bool is_address = !request.page.empty() && !names_folder;
  if (!is_address && !folder)
    throw RequestError("share: the page is not built on this machine; scripts/web builds it, --page URL names one elsewhere");
  context.out().print("{}\n", page_link(is_address ? request.page : file_address(*folder / "index.html"), packed));
  return 0;
}

}  // namespace

Verb share_verb() {
  return {.name = "share",
          .usage = "FILE.lua [-o FILE.html]",
          .summary = "prints a link to the page with a game of yours, or writes the page as one file",
          .help =
              "Prints a link that opens the rules of a file in the page. The link itself holds the rules, and nothing is sent\n"
              "anywhere. The page is the one that scripts/web built on this machine, or --page URL. With -o FILE.html, share\n"
              "writes the page as one file that works from disk and opens with the rules; --page FOLDER names another page to\n"
              "take. Rules that include other files cannot find them there.\n\n"
              "  bouton share mine.lua --page https://example.org/bouton/",
          .operands = Operands::one_game,
          .options = {Option::page, Option::parameter, Option::play, Option::format, Option::output, Option::limit},
          .formats = {Format::text, Format::html},
          .run = share};
}

}  // namespace bouton::cli
