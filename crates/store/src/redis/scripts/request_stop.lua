local id = ARGV[1]
local key = P .. 'turn:' .. id
local turn = redis.call('HMGET', key, 'instance', 'closed_at')
if not turn[1] then
  return MISSING
end
if turn[2] then
  return REFUSED
end
redis.call('HSET', key, 'stop', 1)
redis.call('ZADD', P .. 'stops:' .. turn[1], 'NX', next_order(), id)
redis.call('PUBLISH', P .. 'changes', 'stop:' .. id)
return 0
