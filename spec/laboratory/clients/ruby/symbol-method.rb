require_relative 'signing'

verb = :post
body = File.read('job.json')
request(verb.to_s, "#{BASE_URL}/v1/jobs", authorize(verb.to_s.capitalize, '/v1/jobs', body), body)
