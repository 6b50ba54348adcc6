local limit = tonumber(ARGV[1])
local alive, found = {}, {}
for _, id in ipairs(redis.call('ZRANGE', P .. 'open', 0, -1)) do
  if #found >= limit then
    break
  end
  local instance = redis.call('HGET', P .. 'turn:' .. id, 'instance')
  if alive[instance] == nil then
    alive[instance] = redis.call('EXISTS', P .. 'instance:' .. instance) == 1
  end
  if not alive[instance] then
    found[#found + 1] = id
  end
end
return found
