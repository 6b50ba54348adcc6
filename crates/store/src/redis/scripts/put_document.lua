local kind, id, owner, body = unpack(ARGV)
local key, list = P .. 'document:' .. kind .. ':' .. id, P .. 'documents:' .. kind
local older = redis.call('HMGET', key, 'owner', 'order')
local order = older[2] or next_order()
if older[1] then
  redis.call('ZREM', list .. ':of:' .. older[1], id)
end
redis.call('HSET', key, 'owner', owner, 'body', body, 'order', order)
redis.call('ZADD', list, order, id)
redis.call('ZADD', list .. ':of:' .. owner, order, id)
return 0
