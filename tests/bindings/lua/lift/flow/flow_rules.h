// Rules as inventors write them, each with control flow that no family of moves has.
#pragma once

#include <vector>

#include "engine/position/position.h"

namespace bouton::lua {

struct FlowRule {
  const char* name;
  const char* source;  ///< a chunk that returns the function
  Position high;       ///< of a small box from 0
};

inline const std::vector<FlowRule>& flow_rules() {
  static const std::vector<FlowRule> rules = {
      {"squares",
       R"(return function(a, b)
  local t = 1
  while t * t <= a do move(a - t * t, b) t = t + 1 end
  t = 1
  while t * t <= b do move(a, b - t * t) t = t + 1 end
end)",
       {30, 30}},
      {"coprime takes",
       R"(local function gcd(x, y) while y ~= 0 do x, y = y, x % y end return x end
return function(a, b)
  for t = 1, a do if gcd(t, b) == 1 then move(a - t, b) end end
  for t = 1, b do if gcd(t, a) == 1 then move(a, b - t) end end
end)",
       {20, 20}},
      {"recursive gcd",
       R"(local function gcd(x, y) if y == 0 then return x end return gcd(y, x % y) end
return function(a, b)
  local g = gcd(a, b)
  if g > 1 then move(a // g, b // g) end
  if a > 0 then move(a - 1, b) end
  if b > 0 then move(a, b - 1) end
end)",
       {20, 25}},
      {"Fibonacci takes",
       R"(local function fib(n) if n < 2 then return n end return fib(n - 1) + fib(n - 2) end
return function(a, b)
  for t = 1, a do if fib(t) % 3 ~= 0 then move(a - t, b) end end
  for t = 1, b do if fib(t) % 2 ~= 0 then move(a, b - t) end end
end)",
       {14, 16}},
      {"divisors",
       R"(return function(a, b)
  for d = 1, a - 1 do if a % d == 0 then move(a - d, b) end end
  for d = 1, b - 1 do if b % d == 0 then move.divide(a, b - d) end end
end)",
       {30, 20}},
      {"primes",
       R"(local function prime(n)
  if n < 2 then return false end
  for d = 2, n - 1 do
    if d * d > n then break end
    if n % d == 0 then return false end
  end
  return true
end
return function(n) for t = 1, n do if t == 1 or prime(t) then move(n - t) end end end)",
       {90}},
      {"digits",
       R"(return function(n)
  local rest = n
  while rest > 0 do
    local digit = rest % 10
    if digit > 0 then move(n - digit) end
    rest = rest // 10
  end
end)",
       {300}},
      {"digit sum",
       R"(local function sum(n) if n < 10 then return n end return n % 10 + sum(n // 10) end
return function(a, b)
  if a > 0 then move(a - sum(a), b) end
  if b > 0 then move(a, b - sum(b)) end
  if a > 0 and b > 0 then move(a - 1, b - 1) end
end)",
       {40, 30}},
      {"exchange", R"(return function(a, b) for t = 1, a do move(b, a - t) end end)", {18, 25}},
      {"constant steps",
       R"(local steps = { { 1, 2 }, { 2, 1 }, { 0, 3 }, { 4, 0 } }
return function(a, b)
  for _, s in ipairs(steps) do
    if a >= s[1] and b >= s[2] then move(a - s[1], b - s[2]) end
  end
end)",
       {25, 25}},
      {"steps by index",
       R"(local steps = { 1, 3, 4, 7, 11, 18, 29, 47, 76, 123, 199 }
return function(a, b)
  local i = 1
  while i <= #steps and steps[i] <= a do move(a - steps[i], b) i = i + 1 end
  i = 1
  while steps[i] and steps[i] <= b do move(a, b - steps[i]) i = i + 2 end
end)",
       {40, 40}},
      {"fibonacci",
       R"(return function(a, b)
  local f, g = 1, 2
  repeat
    if f <= a then move(a - f, b) end
    if f <= b then move(a, b - f) end
    f, g = g, f + g
  until f > a and f > b
end)",
       {30, 30}},
      {"bits",
       R"(return function(n, m)
  local bit = 1
  while bit <= n do
    if n & bit ~= 0 then move(n ~ bit, m) end
    if m & bit == 0 and n & bit ~= 0 and m < 16 then move(n ~ bit, m | bit >> 1) end
    bit = bit << 1
  end
  if m > 0 then move(n, m & (m - 1)) end
end)",
       {31, 31}},
      {"collatz",
       R"(return function(n, k)
  if k == 0 then return end
  move(n, k - 1)
  local m, steps = n, 0
  while m > 1 and steps < k do
    if m % 2 == 0 then m = m // 2 else m = (m * 3 + 1) // 4 end
    steps = steps + 1
    if m < n then move(m, k - 1) end
  end
end)",
       {40, 12}},
      {"triangles",
       R"(return function(a, b)
  local t, step = 1, 2
  while t <= math.max(a, b) do
    if t > a then goto other end
    move(a - t, b)
    ::other::
    if t <= b then move(a, b - t) end
    t, step = t + step, step + 1
  end
end)",
       {30, 30}},
      {"nested guards",
       R"(return function(a, b)
  for s = 0, a do
    for t = 0, b do
      if s + t > 0 and (s == t or s == 0 or t == 0 or s * t == 12) then
        if s > 6 then break end
        move(a - s, b - t)
      end
    end
  end
end)",
       {20, 20}},
      {"minimum and maximum",
       R"(return function(a, b)
  local low, high = math.min(a, b), math.max(a, b)
  for t = 1, low do move(low - t, high) end
  if high > low then move(low, high - (high - low + 1) // 2) end
end)",
       {22, 18}},
      {"early return",
       R"(return function(a, b)
  if (a + b) % 7 == 0 then return end
  for t = 1, a do
    if t * t > a + b then return end
    move(a - t, b)
    if b >= t then move(a - t, b - t) end
  end
  if b > 0 then move(a, b // 2) end
end)",
       {30, 22}},
      {"three heaps",
       R"(return function(a, b, c)
  local taken = 1
  while taken <= a do
    move(a - taken, b, c)
    if c >= taken then move(c - taken, a, b) end
    taken = taken * 2
  end
  if b > 0 then move(a, b - 1, c) end
end)",
       {9, 8, 10}},
      {"local functions",
       R"(return function(a, b)
  local least = math.min(a, b)
  local function try(t)
    if t > least then return false end
    move(a - t, b - t)
    return true
  end
  for t = 1, 9 do if not try(t) then break end end
  local last
  for t = a, 1, -1 do if t % 3 == 1 then last = t break end end
  if last then move(a - last, b) end
end)",
       {25, 25}},
      {"multiples",
       R"(return function(a, b)
  for k = 1, 4 do
    for m = k, a, k do
      if m % 5 ~= 0 then move(a - m, b) end
      if m <= b then move(a, b - m) end
    end
  end
end)",
       {20, 24}},
  };
  return rules;
}

}  // namespace bouton::lua
