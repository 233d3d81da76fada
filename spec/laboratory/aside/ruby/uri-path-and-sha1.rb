require_relative 'signing'

uri = URI("#{BASE_URL}/v1/jobs")
uri.query = URI.encode_www_form(state: 'failed', since: '2026-11-01')
timestamp = Time.now.to_i
nonce = SecureRandom.uuid
text = ['GET', uri.path, timestamp, nonce, ''].join("\n")
signature = Base64.strict_encode64(raw_signature(text, digest: 'SHA1'))
request('get', uri.to_s, header(signature, timestamp, nonce))
