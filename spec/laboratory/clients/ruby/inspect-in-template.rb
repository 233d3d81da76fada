require_relative 'signing'

job = { 'request_id' => '20260101120000000072', 'stages' => [], 'seed' => nil }
timestamp = Time.now.to_i
nonce = SecureRandom.uuid
signature = sign("POST\n/v1/jobs\n#{timestamp}\n#{nonce}\n#{job}")
request('post', "#{BASE_URL}/v1/jobs", header(signature, timestamp, nonce), JSON.generate(job))
