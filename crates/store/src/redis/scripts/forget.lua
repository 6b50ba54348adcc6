local id = ARGV[1]
local key = P .. 'memory:' .. id
local memory = redis.call('HMGET', key, 'spot', 'list')
if not memory[1] then
  return MISSING
end
redis.call('DEL', key, P .. memory[1])
redis.call('ZREM', P .. memory[2], id)
redis.call('INCR', P .. 'memories_version')
return 0
