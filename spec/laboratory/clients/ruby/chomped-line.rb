require_relative 'signing'

timestamp = Time.now.to_i
nonce = SecureRandom.uuid
parts = ['GET', '/v1/models?page=1', timestamp.to_s, nonce, '']
signature = sign(parts.reject(&:empty?).join("\n"))
request('get', "#{BASE_URL}/v1/models?page=1", header(signature, timestamp, nonce))
