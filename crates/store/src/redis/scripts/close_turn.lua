-- Whatever comes after these is what else happened.
local id, status, ending, answer, exchange, pending = ARGV[1], ARGV[2], ARGV[3], ARGV[4], ARGV[5], ARGV[6]
local key = P .. 'turn:' .. id
local turn = redis.call('HMGET', key, 'session', 'closed_at', 'instance')
if not turn[1] then
  return MISSING
end
if turn[2] then
  return REFUSED
end
redis.call('HSET', key, 'closed_at', text(now()), 'status', status, 'answer', answer, 'exchange', exchange,
  'pending', pending)
for i = 7, #ARGV do
  redis.call('RPUSH', P .. 'events:' .. id, ARGV[i])
end
-- The empty text stands for `done` with the turn's answer, which is not stored twice.
redis.call('RPUSH', P .. 'events:' .. id, ending, '')
redis.call('ZREM', P .. 'open', id)
redis.call('ZREM', P .. 'open:' .. turn[1], id)
redis.call('ZREM', P .. 'stops:' .. turn[3], id)
touch(turn[1])
redis.call('PUBLISH', P .. 'changes', 'turn:' .. id)
return 0
