require_relative 'signing'

timestamp = Time.now.to_i
nonce = SecureRandom.uuid
body = File.read('job.json')
raw = raw_signature("POST\n/v1/jobs\n#{timestamp}\n#{nonce}\n#{body}", digest: 'SHA512')
request('post', "#{BASE_URL}/v1/jobs", header(Base64.strict_encode64(raw), timestamp, nonce), body)
