require_relative 'signing'

payload = { request_id: '20261105140000000403',
            stages: [{ type: 'INPUT_INITIALIZE', inputInitialize: { seed: -1, count: 3 } }] }
timestamp = Time.now.to_i
nonce = SecureRandom.uuid
signature = sign("POST\n/v1/jobs\n#{timestamp}\n#{nonce}\n#{payload}")
request('post', "#{BASE_URL}/v1/jobs", header(signature, timestamp, nonce), payload.to_json)
