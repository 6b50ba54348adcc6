local id = ARGV[1]
local key = P .. 'session:' .. id
local session = redis.call('HMGET', key, 'owner', 'kind')
if not session[1] then
  return MISSING
end
for _, turn in ipairs(redis.call('LRANGE', P .. 'turns:' .. id, 0, -1)) do
  local instance = redis.call('HGET', P .. 'turn:' .. turn, 'instance')
  redis.call('ZREM', P .. 'open', turn)
  redis.call('ZREM', P .. 'stops:' .. instance, turn)
  redis.call('UNLINK', P .. 'turn:' .. turn, P .. 'events:' .. turn)
end
for _, list in ipairs(lists_of(session[1], session[2])) do
  redis.call('ZREM', list, id)
end
redis.call('ZREM', P .. 'expiring', id)
redis.call('UNLINK', key, P .. 'turns:' .. id, P .. 'open:' .. id)
return 0
