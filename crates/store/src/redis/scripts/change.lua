-- One command on a field of something that must be there; a plain HSET would bring a part of it back to life.
local command, key, field, value = unpack(ARGV)
if redis.call('EXISTS', P .. key) == 0 then
  return MISSING
end
redis.call(command, P .. key, field, value)
return 0
