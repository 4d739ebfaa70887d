#include "bindings/lua/lift/executor/constants.h"

#include <gtest/gtest.h>

namespace bouton::lua {
namespace {

using Kind = Value::Kind;

class ConstantsTest : public ::testing::Test {
 protected:
  ConstantsTest() { luaL_openlibs(L_); }
  ~ConstantsTest() override {
    constants_.reset();
    lua_close(L_);
  }

  /// Leaves what the expression gives on the stack, and returns it as the lifter sees it.
  Value value(const std::string& expression) {
    EXPECT_EQ(luaL_dostring(L_, ("return " + expression).c_str()), LUA_OK) << lua_tostring(L_, -1);
    return constants().of_stack(-1, "t");
  }
  Constants& constants() {
    if (!constants_) constants_.emplace(L_, context_, program_);
    return *constants_;
  }
  std::int64_t integer(std::optional<Value> value) const {
    EXPECT_TRUE(value && value->kind == Kind::integer);
    return value ? program_[value->index].value : 0;
  }

  lua_State* L_ = luaL_newstate();
  LiftContext context_;
  MoveProgram program_;
  std::optional<Constants> constants_;
};

TEST_F(ConstantsTest, TellKindsOfValuesApart) {
  EXPECT_EQ(value("nil").kind, Kind::nil);
  EXPECT_EQ(value("true").kind, Kind::boolean);
  EXPECT_EQ(value("7").kind, Kind::integer);
  EXPECT_EQ(value("7.0").kind, Kind::number);
  EXPECT_EQ(value("'x'").kind, Kind::string);
  EXPECT_EQ(value("{}").kind, Kind::table);
  EXPECT_EQ(value("function() end").kind, Kind::function);
  EXPECT_EQ(value("print").kind, Kind::other);
  EXPECT_EQ(value("coroutine.create(print)").kind, Kind::other);
}

TEST_F(ConstantsTest, EqualConstantsAreOne) {
  EXPECT_EQ(value("'ab'"), value("'a' .. 'b'"));
  EXPECT_NE(value("'ab'"), value("'ac'"));
  EXPECT_EQ(value("0.5"), value("1 / 2"));
  EXPECT_NE(value("0.0"), value("-0.0"));
  EXPECT_EQ(value("print"), value("_G.print"));
  EXPECT_NE(value("{}"), value("{}"));
}

TEST_F(ConstantsTest, AreReadAsLuaReadsThem) {
  const Value table = value("setmetatable({ 4, 5, n = 6, [9] = 7 }, { __index = { deep = 8 } })");
  EXPECT_EQ(integer(constants().field(table, "n")), 6);
  EXPECT_EQ(integer(constants().field(table, "deep")), 8);
  EXPECT_EQ(integer(constants().entry(table, 9)), 7);
  EXPECT_EQ(constants().entry(table, 3), (Value{Kind::nil, 0}));
  EXPECT_EQ(*constants().integer_keys(table), (std::vector<std::int64_t>{1, 2, 9}));
  EXPECT_EQ(constants().integer_list(table), std::nullopt);
}

TEST_F(ConstantsTest, AnErrorOfLuaIsNoValue) {
  const Value table = value("setmetatable({}, { __index = error, __len = error, __pairs = error })");
  EXPECT_EQ(constants().field(table, "n"), std::nullopt);
  EXPECT_EQ(constants().entry(table, 1), std::nullopt);
  EXPECT_EQ(constants().entries(table), nullptr);
  EXPECT_EQ(constants().integer_keys(table), nullptr);
}

TEST_F(ConstantsTest, ListsOfIntegersAreListsOfTheProgram) {
  const std::optional<std::size_t> list = constants().integer_list(value("{ 3, 1, 2 }"));
  ASSERT_TRUE(list);
  EXPECT_EQ(program_.lists[*list], (std::vector<std::int64_t>{3, 1, 2}));
  EXPECT_EQ(constants().integer_list(value("{ 3, 1, 2 }")), list);
  EXPECT_EQ(constants().integer_list(value("{ 3, 1, 2.5 }")), std::nullopt);
  EXPECT_EQ(constants().integer_list(value("{ 3, [0] = 1 }")), std::nullopt);
  EXPECT_EQ(constants().integer_list(value("{}")), std::nullopt);
}

TEST_F(ConstantsTest, KnowTheCodeAndTheCapturesOfFunctions) {
  const Value function = value("(function() local a, b = 5, {} return function() return a, b end end)()");
  const FunctionPrototype* const prototype = constants().prototype(function);
  ASSERT_NE(prototype, nullptr);
  EXPECT_EQ(prototype->upvalues.size(), 2U);
  EXPECT_EQ(integer(constants().upvalue(function, 0, "a")), 5);
  EXPECT_EQ(constants().upvalue(function, 1, "b").kind, Kind::table);
  EXPECT_EQ(constants().upvalue(function, 1, "b"), constants().upvalue(function, 1, "b"));
}

TEST_F(ConstantsTest, AreNamedByWhereTheyWereRead) {
  const Value table = value("{ inner = { {} } }");
  const Value inner = *constants().field(table, "inner");
  EXPECT_EQ(constants().name(inner), "t.inner");
  EXPECT_EQ(constants().name(*constants().entry(inner, 1)), "t.inner[1]");
}

TEST_F(ConstantsTest, TheStackIsAsItWasAfterwards) {
  lua_pushinteger(L_, 1);
  constants();
  value("{ { 1 }, 2 }");
  constants().entries(value("{ {}, {} }"));
  constants_.reset();
  EXPECT_EQ(lua_gettop(L_), 1);
}

}  // namespace
}  // namespace bouton::lua
