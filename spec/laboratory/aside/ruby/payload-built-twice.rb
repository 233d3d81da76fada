require_relative 'signing'

def request_id
  format('%020d', SecureRandom.random_number(10**20))
end

def payload
  { request_id: request_id, stages: [{ type: 'INPUT_INITIALIZE', inputInitialize: { seed: -1, count: 1 } }] }
end

authorization = authorize('POST', '/v1/jobs', payload.to_json)
request('post', "#{BASE_URL}/v1/jobs", authorization, payload.to_json)
