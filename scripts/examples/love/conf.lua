function love.conf(t)
  t.identity = "bouton-love"
  t.version = "11.4"
  t.window.title = "Bouton: Corner the Lady, Take-Away"
  t.window.width, t.window.height = 900, 640
  for _, module in ipairs { "audio", "joystick", "physics", "sound", "touch", "video" } do t.modules[module] = false end
end
