-- What the tests of the module in the stock interpreter share.
local check = {}

function check.equal(actual, expected, what)
  if actual ~= expected then
    error(string.format("%s is %s, not %s", what or "it", tostring(actual), tostring(expected)), 2)
  end
end

--- The message of the error that `f` raises.
function check.fails(f, part)
  local ok, message = pcall(f)
  if ok then error("it raised no error", 2) end
  if type(message) ~= "string" then error("the error is a " .. type(message), 2) end
  if part and not message:find(part, 1, true) then
    error(string.format("the error '%s' does not say '%s'", message, part), 2)
  end
  return message
end

return check
