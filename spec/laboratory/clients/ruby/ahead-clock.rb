require_relative 'signing'

timestamp = Time.now.to_i + 667
nonce = SecureRandom.uuid
request('get', "#{BASE_URL}/v1/jobs", header(sign("GET\n/v1/jobs\n#{timestamp}\n#{nonce}\n"), timestamp, nonce))
