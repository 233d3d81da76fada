require_relative 'signing'

body = File.binread('job.json')
timestamp = Time.now.to_i
nonce = SecureRandom.base64(16)
signature = sign("POST\n/v1/jobs\n#{timestamp}\n#{nonce}\n".b + body)
request('post', "#{BASE_URL}/v1/jobs", header(signature, timestamp, nonce), body)
