-- What wrk sends: each line of a file is the Authorization value of one request, and each is sent once. Every so many, the large body goes with it. `wrk -s replay.lua URL -- AUTHORIZATIONS BODY LARGE_BODY EVERY CONNECTIONS`; EVERY 0 is never.
local threads = {}
local lines, every, ordinary, large = {}, 0, {}, {}
sent = 0 -- global, because `done` asks for it

-- Node accepts one connection in each round of its event loop. A server that is busy with the first ones lets the last wait
-- for a second, and that would be the latency of the slowest hundredth: so all connections are there before any is used.
local settleMs, connections, settled = 100, 0, 0

local function bytes(path)
  local file = assert(io.open(path, 'rb'))
  local all = file:read('*a')
  file:close()
  return all
end

-- What stands before and behind the Authorization value.
local function around(body)
  local head = 'POST /v1/jobs HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: ' .. #body .. '\r\nAuthorization: '
  return { head, '\r\n\r\n' .. body }
end

function setup(thread)
  table.insert(threads, thread)
end

function init(args)
  for line in io.lines(args[1]) do
    lines[#lines + 1] = line
  end
  ordinary, large, every = around(bytes(args[2])), around(bytes(args[3])), tonumber(args[4])
  connections = tonumber(args[5])
end

function delay()
  if settled == connections then
    return 0
  end
  settled = settled + 1
  return settleMs
end

-- From the beginning again when all are sent: a server without verification does not mind, and any other refuses them, so
-- that it cannot go unnoticed.
function request()
  local at = sent % #lines
  sent = sent + 1
  local parts = every > 0 and at % every == 0 and large or ordinary
  return parts[1] .. lines[at + 1] .. parts[2]
end

function done(summary, latency)
  local total = 0
  for _, thread in ipairs(threads) do
    total = total + thread:get('sent')
  end
  local errors = summary.errors
  print(string.format(
    'replayed {"sent":%d,"answers":%d,"micros":%d,"p50":%d,"p99":%d,"max":%d,"refused":%d,"lost":%d}',
    total, summary.requests, summary.duration - settleMs * 1000, latency:percentile(50), latency:percentile(99), latency.max, errors.status,
    errors.connect + errors.read + errors.write + errors.timeout
  ))
end
