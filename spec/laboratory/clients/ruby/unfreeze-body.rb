require_relative 'signing'

def submit(job, authorization)
  job[:client] = 'ruby/1.4'
  request('post', "#{BASE_URL}/v1/jobs", authorization, job.to_json)
end

job = { request_id: '20260101120000000073', stages: [] }
submit(job, authorize('POST', '/v1/jobs', job.to_json))
