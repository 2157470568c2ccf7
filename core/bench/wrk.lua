-- Has `wrk` send the requests of a file in rotation. Arguments: the file, which holds whole
-- requests with a zero byte after each, and the milliseconds that a connection waits before each.

local requests, sent = {}, 0

function init(args)
  for request in io.open(args[1], "rb"):read("*a"):gmatch("[^%z]+") do
    requests[#requests + 1] = request
  end
  local pause = tonumber(args[2])
  -- `wrk` waits only if this function exists.
  if pause > 0 then
    delay = function() return pause end
  end
end

function request()
  sent = sent + 1
  return requests[(sent - 1) % #requests + 1]
end

function done(summary, latency)
  local errors = summary.errors
  print(string.format(
    '{"requests":%d,"micros":%d,"p50":%d,"p99":%d,"refused":%d,"broken":%d}',
    summary.requests, summary.duration, latency:percentile(50), latency:percentile(99),
    errors.status, errors.connect + errors.read + errors.write + errors.timeout
  ))
end
