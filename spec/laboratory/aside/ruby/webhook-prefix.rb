require_relative 'signing'

body = File.binread('job.json')
timestamp = Time.now.to_i
nonce = SecureRandom.uuid
signature = sign("POST\n/v1/jobs\n#{timestamp}\n#{nonce}\n".b + body)
request('post', "#{BASE_URL}/v1/jobs", header("sha256=#{signature}", timestamp, nonce), body)
