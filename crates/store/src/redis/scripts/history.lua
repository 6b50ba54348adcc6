-- A question back stands only while it is the last turn that ended: whatever was said after it was its answer.
local session, position, limit = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])
local found, followed = {}, false
for index = position - 2, 0, -1 do
  if #found >= limit then
    break
  end
  local id = redis.call('LINDEX', P .. 'turns:' .. session, index)
  local turn = redis.call('HMGET', P .. 'turn:' .. id, 'closed_at', 'exchange', 'pending')
  if turn[1] then
    if turn[2] ~= '' and (turn[3] == '0' or not followed) then
      found[#found + 1] = turn[2]
    end
    followed = true
  end
end
return found
