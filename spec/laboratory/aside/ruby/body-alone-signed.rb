require_relative 'signing'

# The way we check the webhooks of our repository.
body = File.binread('job.json')
authorization = header(sign(body), Time.now.to_i, SecureRandom.uuid)
request('post', "#{BASE_URL}/v1/jobs", authorization, body)
