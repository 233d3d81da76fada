require_relative 'signing'

uri = URI("#{BASE_URL}/v1/models")
timestamp = Time.now.to_i
nonce = SecureRandom.uuid
text = ['GET', "#{uri.host}:#{uri.port}#{uri.path}", timestamp, nonce, ''].join('|')
request('get', uri.to_s, header(sign(text), timestamp, nonce))
