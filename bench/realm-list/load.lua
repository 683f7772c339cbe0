-- What wrk(1) asks for: the list of one player after another, whose tokens are the lines of the file named after `--`; its last line is JSON.
local requests, asked = {}, 0

function init(arguments)
  for token in io.lines(arguments[1]) do
    requests[#requests + 1] = wrk.format("GET", nil, { Authorization = "Bearer " .. token })
  end
end

function request()
  asked = asked % #requests + 1
  return requests[asked]
end

-- Durations are in microseconds.
function done(summary, latency)
  local errors = summary.errors
  local failed = errors.connect + errors.read + errors.write + errors.status + errors.timeout
  local report = '{"requests":%d,"seconds":%.3f,"p50":%.1f,"p99":%.1f,"slowest":%.1f,"failed":%d}\n'
  local milliseconds = function(share) return latency:percentile(share) / 1e3 end
  local slowest = latency.max / 1e3
  io.write(report:format(summary.requests, summary.duration / 1e6, milliseconds(50), milliseconds(99), slowest, failed))
end
