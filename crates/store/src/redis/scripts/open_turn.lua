local id, session, question, instance, status = unpack(ARGV)
local key = P .. 'turn:' .. id
if redis.call('EXISTS', P .. 'session:' .. session) == 0 then
  return MISSING
end
if redis.call('EXISTS', key) == 1 then
  return REFUSED
end
local position = redis.call('RPUSH', P .. 'turns:' .. session, id)
redis.call('HSET', key, 'session', session, 'position', position, 'question', question, 'instance', instance,
  'status', status, 'started_at', text(now()))
redis.call('ZADD', P .. 'open', next_order(), id)
redis.call('ZADD', P .. 'open:' .. session, position, id)
redis.call('HINCRBY', P .. 'session:' .. session, 'turns', 1)
touch(session)
return 0
