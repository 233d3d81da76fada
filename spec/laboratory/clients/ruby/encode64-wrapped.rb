require_relative 'signing'

timestamp = Time.now.to_i
nonce = SecureRandom.hex
signature = Base64.encode64(raw_signature("GET\n/v1/jobs\n#{timestamp}\n#{nonce}\n")).split("\n").join(' ')
request('get', "#{BASE_URL}/v1/jobs", header(signature, timestamp, nonce))
