require_relative 'signing'

timestamp = Time.now.to_i
nonce = SecureRandom.hex(128)
signature = sign("GET\n/v1/jobs\n#{timestamp}\n#{nonce}\n")
request('get', "#{BASE_URL}/v1/jobs", header(signature, timestamp, nonce))
