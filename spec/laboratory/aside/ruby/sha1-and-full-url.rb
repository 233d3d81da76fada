require_relative 'signing'

url = "#{BASE_URL}/v1/models?limit=5"
timestamp = Time.now.to_i.to_s
nonce = SecureRandom.hex
base_string = ['GET', url, timestamp, nonce, nil].join("\n")
signature = Base64.strict_encode64(raw_signature(base_string, digest: 'SHA1'))
request('get', url, header(signature, timestamp, nonce))
