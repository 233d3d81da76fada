require_relative 'signing'

job = { request_id: '20260101120000000071', stages: [{ type: 'DIFFUSION', diffusion: { width: 512 } }] }
request('post', "#{BASE_URL}/v1/jobs", authorize('POST', '/v1/jobs', JSON.pretty_generate(job)), job.to_json)
