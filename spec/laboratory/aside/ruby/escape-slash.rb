require_relative 'signing'

stages = [{ type: 'DIFFUSION', diffusion: { prompts: [{ text: 'sea/dusk' }] } }]
job = { request_id: '20260101120000000216', stages: stages }
for_the_page = JSON.generate(job, escape_slash: true)
request('post', "#{BASE_URL}/v1/jobs", authorize('POST', '/v1/jobs', for_the_page), JSON.generate(job))
