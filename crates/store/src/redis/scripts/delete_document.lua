local kind, id = unpack(ARGV)
local key, list = P .. 'document:' .. kind .. ':' .. id, P .. 'documents:' .. kind
local owner = redis.call('HGET', key, 'owner')
if not owner then
  return MISSING
end
redis.call('DEL', key)
redis.call('ZREM', list, id)
redis.call('ZREM', list .. ':of:' .. owner, id)
return 0
