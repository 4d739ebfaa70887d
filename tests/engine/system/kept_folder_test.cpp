#include "engine/system/kept_folder.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <string>
#include <utility>

namespace bouton {
namespace {

TEST(KeptFolder, IsThatOfTheEnvironment) {
  const auto with = [](const char* bouton, const char* xdg, const char* home) {
    for (const auto& [name, value] :
         {std::pair("BOUTON_CACHE", bouton), std::pair("XDG_CACHE_HOME", xdg), std::pair("HOME", home)}) {
      if (value == nullptr) unsetenv(name);
      else setenv(name, value, 1);
    }
    return std::pair(usual_kept_folder(Kept::theorems).string(), usual_kept_folder(Kept::boards).string());
  };
  using Folders = std::pair<std::string, std::string>;
  const char* const home = getenv("HOME");
  const std::string before = home == nullptr ? "" : home;
  EXPECT_EQ(with(nullptr, nullptr, "/home/ada"), Folders("/home/ada/.cache/bouton/theorems", "/home/ada/.cache/bouton/boards"));
  EXPECT_EQ(with(nullptr, "/var/cache/ada", "/home/ada"),
            Folders("/var/cache/ada/bouton/theorems", "/var/cache/ada/bouton/boards"));
  EXPECT_EQ(with(nullptr, "relative", "/home/ada"),
            Folders("/home/ada/.cache/bouton/theorems", "/home/ada/.cache/bouton/boards"));
  EXPECT_EQ(with("/tmp/here", "/var/cache/ada", "/home/ada"), Folders("/tmp/here", "/tmp/here/boards"));
  EXPECT_EQ(with("off", "/var/cache/ada", "/home/ada"), Folders());
  EXPECT_EQ(with("", "/var/cache/ada", "/home/ada"), Folders());
  EXPECT_EQ(with(nullptr, nullptr, nullptr), Folders());
  with("off", nullptr, before.c_str());
}

TEST(KeptFolder, IsOneForEachKind) {
  EXPECT_EQ(kept_folder(Kept::boards), "");
  set_kept_folder(Kept::boards, "/tmp/there");
  EXPECT_EQ(kept_folder(Kept::boards), "/tmp/there");
  EXPECT_EQ(kept_folder(Kept::theorems), "");
  set_kept_folder(Kept::boards, {});
}

}  // namespace
}  // namespace bouton
