-- The goes within the window, oldest first: never more than the limit. Answers 0, or how long to wait in microseconds.
local bucket, limit, window = P .. 'limit:' .. ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])
local at = now()
while true do
  local first = redis.call('LINDEX', bucket, 0)
  if not first or tonumber(first) > at - window then
    break
  end
  redis.call('LPOP', bucket)
end
local taken = redis.call('LLEN', bucket)
if taken < limit then
  redis.call('RPUSH', bucket, text(at))
  redis.call('PEXPIRE', bucket, text(math.ceil(window / 1000)))
  return 0
end
-- The one that must leave the window before there is room; with a limit of none there never is.
local blocking = limit > 0 and redis.call('LINDEX', bucket, taken - limit)
if not blocking then
  return math.max(1, window)
end
return math.max(1, tonumber(blocking) + window - at)
