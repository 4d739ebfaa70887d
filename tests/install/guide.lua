-- guide.lua GUIDE.md: does what a reader of the guide would do, and compares what is printed.
--
-- A block of code whose first line is a comment with a file name and nothing else is a file. A block ```console holds lines
-- "$ COMMAND" and what they print.
local function printed_by(command)
  local pipe = assert(io.popen(command .. " 2>&1"))
  local text = pipe:read("a")
  pipe:close()
  return text
end

local files, commands, inside, language, lines = 0, 0, false, "", {}

local function finish_block()
  if language == "console" then
    local i = 1
    while i <= #lines do
      local command = assert(lines[i]:match("^%$ (.*)"), "a console block begins with '$ COMMAND': " .. lines[i])
      i = i + 1
      local expected = {}
      while i <= #lines and not lines[i]:match("^%$ ") do
        expected[#expected + 1] = lines[i] .. "\n"
        i = i + 1
      end
      local actual = printed_by(command)
      if actual ~= table.concat(expected) then
        io.stderr:write("$ ", command, "\n", actual, "-- the guide says\n", table.concat(expected))
        os.exit(1)
      end
      commands = commands + 1
    end
  elseif lines[1] then
    local name = lines[1]:match("^%-%- (%S+%.%a+)$") or lines[1]:match("^// (%S+%.%a+)$") or
      lines[1]:match("^/%* (%S+%.%a+) %*/$") or lines[1]:match("^# (CMakeLists%.txt)$")
    if name then
      local file = assert(io.open(name, "w"))
      file:write(table.concat(lines, "\n"), "\n")
      file:close()
      files = files + 1
    end
  end
end

for line in io.lines(arg[1]) do
  local fence = line:match("^```(.*)")
  if fence and not inside then
    inside, language, lines = true, fence, {}
  elseif fence then
    inside = false
    finish_block()
  elseif inside then
    lines[#lines + 1] = line
  end
end
assert(files > 3 and commands > 3, "the guide has too few examples")
print(string.format("%d files, %d commands", files, commands))
