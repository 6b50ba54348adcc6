local id, spot, list, why = unpack(ARGV, 1, 4)
local key, older = P .. 'memory:' .. id, redis.call('GET', P .. spot)
if older and why == 'confirmed' and redis.call('HGET', P .. 'memory:' .. older, 'why') == 'approved' then
  return 0
end
if older ~= id and redis.call('EXISTS', key) == 1 then
  return REFUSED
end
if older then
  redis.call('DEL', P .. 'memory:' .. older)
  redis.call('ZREM', P .. list, older)
end
redis.call('HSET', key, 'spot', spot, 'list', list, 'why', why, unpack(ARGV, 5))
redis.call('SET', P .. spot, id)
redis.call('ZADD', P .. list, next_order(), id)
redis.call('INCR', P .. 'memories_version')
return 0
