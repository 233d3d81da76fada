require_relative 'signing'

body = File.binread('job.json')
uri = URI("#{EDGE_URL}/flaky/v1/jobs")
3.times do
  headers = { 'Authorization' => authorize('POST', '/v1/jobs', body), 'Content-Type' => 'application/json' }
  answer = Net::HTTP.post(uri, body, headers)
  puts answer.code
  break unless answer.code == '503'
end
