-- Every script begins with this. KEYS[1] is what all keys of the store begin with; a free text is always the last part of a
-- key, so that no text can be mistaken for another key. Scripts answer with a number: 0 or more is how it went, below
-- that is why it was refused.
local P = KEYS[1]
local MISSING, REFUSED = -1, -2

-- Lua writes large numbers as 1.7e+15.
local function text(number)
  return string.format('%.0f', number)
end

-- Microseconds since 1970, on the one clock that all instances share.
local function now()
  local time = redis.call('TIME')
  return tonumber(time[1]) * 1000000 + tonumber(time[2])
end

-- Grows with every call: two things in one tick still have an order.
local function next_order()
  return redis.call('INCR', P .. 'order')
end

local function lists_of(owner, kind)
  return {
    P .. 'sessions',
    P .. 'sessions:of:' .. owner,
    P .. 'sessions:kind:' .. kind,
    P .. 'sessions:kind:' .. kind .. ':of:' .. owner,
  }
end

-- Notes that something happened in the session just now. It is idle only without an open turn.
local function touch(id)
  local key = P .. 'session:' .. id
  local session = redis.call('HMGET', key, 'owner', 'kind', 'idle_limit')
  local at, order = now(), next_order()
  redis.call('HSET', key, 'last_activity', text(at))
  for _, list in ipairs(lists_of(session[1], session[2])) do
    redis.call('ZADD', list, order, id)
  end
  if session[3] ~= '' then
    if redis.call('EXISTS', P .. 'open:' .. id) == 1 then
      redis.call('ZREM', P .. 'expiring', id)
    else
      redis.call('ZADD', P .. 'expiring', text(math.floor(at / 1000) + tonumber(session[3])), id)
    end
  end
end

