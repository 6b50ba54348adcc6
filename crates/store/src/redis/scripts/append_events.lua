local id, status = ARGV[1], ARGV[2]
local key = P .. 'turn:' .. id
local turn = redis.call('HMGET', key, 'session', 'closed_at')
if not turn[1] then
  return MISSING
end
if turn[2] then
  return REFUSED
end
for i = 3, #ARGV do
  redis.call('RPUSH', P .. 'events:' .. id, ARGV[i])
end
if status ~= '' then
  redis.call('HSET', key, 'status', status)
end
redis.call('PUBLISH', P .. 'changes', 'turn:' .. id)
return redis.call('LLEN', P .. 'events:' .. id)
