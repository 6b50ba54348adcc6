local id, owner, tenant, kind, title, source, idle_limit = unpack(ARGV)
local key = P .. 'session:' .. id
if redis.call('EXISTS', key) == 1 then
  return REFUSED
end
redis.call('HSET', key, 'owner', owner, 'tenant', tenant, 'kind', kind, 'title', title, 'source', source,
  'idle_limit', idle_limit, 'turns', 0)
touch(id)
redis.call('HSET', key, 'created_at', redis.call('HGET', key, 'last_activity'))
return 0
