// The page with a game of one's own: what its address holds, and the page as one file. The page reads both
// (bindings/web/page/src/state.ts, engine/assets.ts).
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "bindings/output/formats/json.h"
#include "bindings/output/sink/output.h"

namespace bouton::cli {

/// The state of the page as letters of an address: JSON, deflated without a head (RFC 1951), in base64 for addresses.
std::string packed_state(const Json& state);

/// The address of the page, `base` without what follows a #, with that state.
std::string page_link(std::string_view base, std::string_view packed);

/// The folder of the page that was built or installed on this machine; nothing where there is none.
std::optional<std::filesystem::path> built_page();

/// Whether the folder holds a page.
bool holds_page(const std::filesystem::path& folder);

/// "file:///..", with what an address cannot hold escaped.
std::string file_address(const std::filesystem::path& file);

/// The page of that folder as one file that works from disk and opens with the state. Throws RequestError where a part of it is
/// missing.
void write_one_file_page(Sink& out, const std::filesystem::path& folder, std::string_view packed);

}  // namespace bouton::cli
