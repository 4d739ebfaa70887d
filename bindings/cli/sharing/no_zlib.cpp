// In place of what takes zlib, where there is none: the npm package.
#include "bindings/cli/oeis/stripped.h"
#include "bindings/cli/sharing/page_link.h"
#include "engine/base/errors.h"

namespace bouton::cli {
namespace {

[[noreturn]] void refuse(const char* what) {
  throw RequestError(std::string(what) + ": this build has no zlib; the command that is built for this machine has it");
}

}  // namespace

std::vector<OeisMatch> oeis_matches(const std::filesystem::path& /*file*/, std::span<const std::uint32_t> /*values*/,
                                    const Budget& /*budget*/) {
  refuse("--oeis");
}

std::string packed_state(const Json& /*state*/) { refuse("share"); }
std::string page_link(std::string_view /*base*/, std::string_view /*packed*/) { refuse("share"); }
std::optional<std::filesystem::path> built_page() { return std::nullopt; }
bool holds_page(const std::filesystem::path& /*folder*/) { return false; }
std::string file_address(const std::filesystem::path& /*file*/) { refuse("share"); }
void write_one_file_page(Sink& /*out*/, const std::filesystem::path& /*folder*/, std::string_view /*packed*/) {
  refuse("share");
}

}  // namespace bouton::cli
