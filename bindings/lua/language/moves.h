// The words `move`, `split`, `again`, `again_split` and `entail`: how a rule function names its options.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <lua.hpp>

#include "engine/base/errors.h"
#include "engine/position/domain.h"
#include "engine/position/options.h"

namespace bouton::lua {

/// Takes the options of a position whose cells are not known in advance (bindings/lua/cells/cell_value.h).
class UnreadOptions {
 public:
  virtual ~UnreadOptions() = default;
  /// The arguments of move(...) or split(...) stand at 1..count; each is a position. May raise.
  virtual void add(lua_State* L, Label label, int count) = 0;
};

/// What the options of one position may take, and the limit that this is part of.
struct OptionsLimit {
  std::size_t bytes;
  Limit limit;
};

/// Collects the options that `move` and `split` name. There is one per state, and the two words keep its address.
class MoveSink {
 public:
  /// What is collected: options of a game with this domain, and where they go.
  struct Target {
    const Domain* domain = nullptr;
    int valid = LUA_NOREF;
    OptionsLimit limit = {0, Limit::fixed};
    Options* options = nullptr;
    UnreadOptions* unread = nullptr;  ///< who takes the options instead, where it is set
    bool obliges = false;             ///< whether moves may oblige
    std::size_t bytes = 0;            ///< what has been added
  };

  /// While one of these lives, options of a game with this domain are added to `options`. `valid`, unless it is LUA_NOREF, is
  /// the reference of a function that every position of an option must satisfy. May be nested: the innermost counts.
  class Collecting {
   public:
    /// `obliges`: whether `again` and `entail` may be called.
    Collecting(MoveSink& sink, const Domain& domain, int valid, OptionsLimit limit, Options& options, bool obliges);
    /// The options go to `unread`.
    Collecting(MoveSink& sink, const Domain& domain, UnreadOptions& unread, bool obliges);
    ~Collecting();
    Collecting(const Collecting&) = delete;
    Collecting& operator=(const Collecting&) = delete;

   private:
    MoveSink& sink_;
    Target before_;
  };

  /// The name of each label (name_of(Label)); the first is empty.
  const std::vector<std::string>& label_names() const { return label_names_; }
  /// The number of the label with this name, made plain text; a new one for a new name.
  Label label(std::string_view text);
  /// Why a name can be no label (names are kept for as long as the game, and shown); null where it can.
  const char* label_complaint(std::string_view name) const;

  /// Frees the memory of the names.
  void close() {
    label_names_ = {};
    label_of_ = {};
  }

  /// Called from Lua with the arguments of move(...) on the stack. Raises what is wrong with them, at the caller's line.
  void add_move(lua_State* L, Label label);
  void add_split(lua_State* L, Label label);
  void add_again(lua_State* L, Label label);
  void add_again_split(lua_State* L, Label label);
  void add_entail(lua_State* L, Label label);

 private:
  void add_one(lua_State* L, Label label, const char* word);
  void add_several(lua_State* L, Label label, const char* word);
  void add_cells(lua_State* L, int index, const char* word);
  void add_list(lua_State* L, int index, const char* word);
  void add_term(lua_State* L, int index, const char* word);
  void add_checked(lua_State* L, const char* word);
  void take(std::size_t bytes);
  void check_open(lua_State* L, const char* word) const;
  void check_kind(lua_State* L, Label label, const char* word) const;

  Target to_;
  std::vector<Coordinate> position_;  ///< the one being read
  std::vector<std::string> label_names_{""};
  std::unordered_map<std::string, Label> label_of_{{"", kNoLabel}};  ///< by its name as it was given
};

/// A function move.NAME, split.NAME, again.NAME, again_split.NAME or entail.NAME.
struct LabelledWord {
  bool is_split;
  Label label;  ///< with its kind
};

/// The one that stands at `index`, if it is one. Does not raise.
std::optional<LabelledWord> labelled_word(lua_State* L, int index);

/// The words that oblige, as data: whoever uses one is a game whose moves oblige.
inline constexpr const char* kObligingWords[] = {"again", "again_split", "entail"};
/// Whether the value at `index` is one of them, or its form with a name. Does not raise.
bool is_obliging_word(lua_State* L, int index);
/// The kind and form of the word at `index`, if it is one of the five without a name. Does not raise.
std::optional<LabelledWord> plain_word(lua_State* L, int index);

/// Sets the words in the table on top of the stack; `sink` must outlive the state. May raise (memory).
void set_move_words(lua_State* L, MoveSink& sink);

/// Whether rule functions of a game with this domain take a position as one value: a list of piles, the cells of a board, or a
/// term.
inline bool takes_one_value(const Domain& domain) { return domain.is_piles() || domain.shape() != nullptr; }
/// Pushes that value. May raise (memory).
void push_one_value(lua_State* L, const Domain& domain, PositionView position);

/// Pushes `position` as a list with the methods with, without and insert. May raise (memory).
void push_pile_list(lua_State* L, PositionView position);

}  // namespace bouton::lua
