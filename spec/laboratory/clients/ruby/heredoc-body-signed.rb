require_relative 'signing'

body = <<~JOB
  {"request_id": "20260101120000000074", "stages": []}
JOB
request('post', "#{BASE_URL}/v1/jobs", authorize('POST', '/v1/jobs', body.strip), body)
