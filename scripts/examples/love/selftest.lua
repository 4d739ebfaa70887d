-- Plays both games by clicks and keys, writes every state to a file, and takes pictures: what the tests run, without a
-- person. The file is named by BOUTON_LOVE_TEST; pictures go to the directory where LÖVE saves.
return function(app, games)
  local log = assert(io.open(os.getenv "BOUTON_LOVE_TEST", "w"))

  local function wait(frames) for _ = 1, frames or 1 do coroutine.yield() end end
  local function wait_until(what, condition)
    for _ = 1, 3000 do
      if condition() then return end
      coroutine.yield()
    end
    error("waited too long for " .. what)
  end
  local function picture(name)
    wait(2)
    love.graphics.captureScreenshot(name .. ".png")
    wait(2)
  end
  local function note(...) log:write(table.concat({ ... }, " "), "\n"); log:flush() end
  local function key(k) love.keypressed(k) end

  local function state()
    local match = app.match
    return table.concat({ app.entry.name, match.position:text(), match:over() and "over" or match.turn }, " ")
  end

  --- The person's move: one that wins where the hints know one, else the first; made by a click.
  local function move()
    local match = app.match
    wait_until("hints", function() return match.hints end)
    local choice = match.options[1]
    for _, option in ipairs(match.options) do
      if match.hints[option.to].outcome == "P" then choice = option; break end
    end
    local before = #match.history
    love.mousepressed(1, 1, 1)  -- a click beside the board moves nothing
    assert(#match.history == before)
    love.mousepressed(app.board:pixel(choice.to))
    assert(#match.history == before, "a click without a button")
    local x, y = app.board:pixel(choice.to)
    love.mousepressed(x, y, 1)
    assert(#match.history == before + 1, "the click at " .. choice.to .. " did not move")
  end

  local function play_to_the_end()
    app.match.seed = 1
    note("start", state())
    local undone = false
    while not app.match:over() do
      move()
      note("person", state())
      wait_until("the machine", function() return app.match:over() or app.match.turn == "person" end)
      note("machine", state())
      if not undone and #app.match.history == 3 and not app.match:over() then
        local after = app.match.position:text()
        key "u"
        note("undo", state())
        move()
        note("person", state())
        wait_until("the machine", function() return app.match.turn == "person" or app.match:over() end)
        note("machine", state())
        assert(app.match.position:text() == after, "the same seed, another move")
        undone = true
      end
      if #app.match.history == 3 then picture(app.entry.name .. "-hints") end
    end
    note("winner", app.match:winner())
    picture(app.entry.name .. "-end")
  end

  local run = coroutine.create(function()
    key "h"
    for number = 1, #games do
      picture(app.entry.name .. "-start")
      play_to_the_end()
      key "m"
      wait_until("the map", function() return app.entry.map and app.entry.map.image end)
      note("map", app.entry.name, app.entry.map.value(1, 2), app.entry.map.value(5, 4), app.entry.map.value(13, 12))
      picture(app.entry.name .. "-map")
      key "m"
      key "r"
      assert(app.message:find("loaded again", 1, true), app.message)
      if number < #games then key "g" end
    end
    for _ = 1, 20 do key "up" end
    assert(app.level == 10)
    for _ = 1, 20 do key "down" end
    assert(app.level == 0)
    log:write("done\n")
    log:close()
    love.event.quit(0)
  end)

  return function()
    local ok, complaint = coroutine.resume(run)
    if ok or coroutine.status(run) == "dead" and not complaint then return end
    if complaint == "cannot resume dead coroutine" then return end
    io.stderr:write(debug.traceback(run, complaint), "\n")
    love.event.quit(1)
  end
end
