require_relative 'signing'

body = File.binread('job.json')
request('post', "#{BASE_URL}/v1/jobs", authorize('POST', '/v1/jobs', body), body)
