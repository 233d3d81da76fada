require_relative 'signing'

body = File.binread('job.json')
squished = body.gsub(/[ \n]+/, ' ').strip
request('post', "#{BASE_URL}/v1/jobs", authorize('POST', '/v1/jobs', squished), body)
