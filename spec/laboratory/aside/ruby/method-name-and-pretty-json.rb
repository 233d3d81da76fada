require_relative 'signing'

def call(method, path, payload)
  authorization = authorize(method, path, payload.to_json)
  request(method, BASE_URL + path, authorization, JSON.pretty_generate(payload))
end

call('post', '/v1/jobs',
     request_id: '20261105140000000402',
     stages: [{ type: 'INPUT_INITIALIZE', inputInitialize: { seed: -1, count: 1 } },
              { type: 'DIFFUSION', diffusion: { width: 512, height: 512, prompts: [{ text: 'isometric lighthouse' }],
                                                steps: 20, sd_model: '600423083519508503', cfg_scale: 7.5 } }])
