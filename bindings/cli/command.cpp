#include "bindings/cli/command.h"

#include <algorithm>
#include <clocale>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <new>
#include <stdexcept>
#include <string>
#include <system_error>
#include <vector>

#include <fmt/format.h>

#include "bindings/cli/context/messages.h"
#include "bindings/cli/context/provenance.h"
#include "bindings/cli/terminal/quoted_line.h"
#include "bindings/cli/terminal/terminal.h"
#include "bindings/cli/verbs/verbs.h"
#include "bindings/output/formats/text.h"
#include "bindings/output/formats/words.h"
#include "bindings/output/sink/interrupt.h"
#include "bindings/output/sink/output.h"
#include "engine/base/errors.h"
#include "engine/base/plain_text.h"
#include "engine/farm/farm.h"
#include "engine/system/environment.h"
#include "engine/system/kept_folder.h"
#include "engine/system/standard_streams.h"

namespace bouton::cli {
namespace {

constexpr int kDone = 0, kLimit = 1, kWrong = 2;

/// On a terminal, the line that the message is about.
std::string line_for_people(std::string_view message) {
  if (!errors_are_read_on_a_terminal()) return {};
  try {
    return quoted_line(message, terminal_colours() != ColourDepth::none);
  } catch (const std::exception&) {  // the message is what matters
    return {};
  }
}

/// One line, whatever a rule file put into its message.
void complain(std::string_view message) {
  const std::string text = fmt::format("bouton: {}\n", abbreviated(plain_line(message))) + line_for_people(message);
  std::fwrite(text.data(), 1, text.size(), stderr);
}

/// What is easy to read on a terminal that is wide enough.
std::size_t help_width() {
  constexpr std::size_t kUsual = 100;
  const std::size_t width = terminal_width();
  return width > 0 ? std::min(width, kUsual) : kUsual;
}

std::string overview() {
  std::vector<std::pair<std::string, std::string>> rows;
  for (const Verb& verb : verbs()) rows.emplace_back(fmt::format("{} {}", verb.name, verb.usage), verb.summary);
  std::string text = wrapped("Bouton answers questions about impartial games whose rules are Lua files.", help_width());
  text += "\nusage: bouton VERB ...\n\n";
  text += described(rows, help_width());
  text += reflowed(
      "\nGAME is a name that `bouton games` lists, or the path of a rule file. A position (POS) is its coordinates joined by\n"
      "commas; several positions are a sum, and ' + GAME' goes on with another game. -p NAME=VALUE sets a parameter of the\n"
      "GAME before it. `bouton VERB --help` says more.\n\n"
      "  bouton solve wythoff 7,9          bouton table wythoff 12 12          bouton play nim 3 4 5\n",
      help_width());
  return text;
}

int print_and_finish(std::string_view text) {
  const std::unique_ptr<Output> out = open_output(std::nullopt);
  out->write(text);
  out->finish();
  return kDone;
}

/// What was kept of work that was interrupted, and the command that continues it; empty where nothing was kept.
std::string kept(const Verb& verb, const Request& request) {
  std::error_code unknown;
  if (!request.checkpoint || !std::filesystem::exists(*request.checkpoint, unknown)) return "";
  return fmt::format("; {} keeps what was found, and this continues from there: {}", request.checkpoint->string(),
                     shell_line(verb.name, request.words));
}

int run(const std::vector<std::string>& words, Farm* farm) {
  if (words.empty() || words[0] == "--help" || words[0] == "-h") return print_and_finish(overview());
  if (words[0] == "--version") return print_and_finish("bouton " BOUTON_VERSION "\n");
  if (words[0] == "help") return print_and_finish(words.size() == 1 ? overview() : help(find_verb(words[1]), help_width()));
  keep_in_usual_folders();
  const Verb& verb = find_verb(words[0]);
  std::optional<Request> request = parse_arguments(verb, {words.begin() + 1, words.end()});
  if (!request) return print_and_finish(help(verb, help_width()));
  if (request->provenance && !request->output)
    throw RequestError(fmt::format("{}: --provenance writes a file beside that of -o FILE", verb.name));
  Context context(verb, std::move(*request), farm);
  int code = kDone;
  try {
    code = verb.run(context);
  } catch (const Interrupted& error) {
    const std::string more = kept(verb, context.request());
    if (more.empty()) throw;
    context.erase_progress();
    complain(error.what() + more);
    return interrupt_exit_code();
  }
  context.erase_progress();
  if (farm != nullptr && farm->is_only_worker()) return code;  // another process writes the output
  context.out().finish();
  write_provenance_file(context);
  return code;
}

}  // namespace

int run_command(int argc, char** argv, Farm* farm) {
  std::setlocale(LC_CTYPE, "");
  prepare_streams();
  catch_interrupts();
  try {
    return run(program_arguments(argc, argv), farm);
  } catch (const Interrupted& error) {
    complain(error.what());
    return interrupt_exit_code();
  } catch (const ReaderGone&) {
    return kDone;  // whoever read the output, such as head, has all that it wanted
  } catch (const LimitError& error) {
    complain(message_of(error));
    return kLimit;
  } catch (const Error& error) {
    complain(message_of(error));
    return kWrong;
  } catch (const std::bad_alloc&) {
    complain("the machine is out of memory; a smaller --memory makes Bouton stop before that");
    return kLimit;
  } catch (const std::length_error&) {
    complain("the answer is too large for this machine's memory");
    return kLimit;
  } catch (const std::system_error& error) {
    const bool is_out_of_room =
        error.code() == std::errc::resource_unavailable_try_again || error.code() == std::errc::not_enough_memory;
    complain(is_out_of_room ? fmt::format("the system gives no more memory or threads (ulimit): {}", error.code().message())
                            : fmt::format("the system refuses: {}", error.what()));
    return is_out_of_room ? kLimit : kWrong;
  } catch (const std::exception& error) {
    complain(fmt::format("a fault in Bouton itself: {}", error.what()));
    return kWrong;
  }
}

}  // namespace bouton::cli
