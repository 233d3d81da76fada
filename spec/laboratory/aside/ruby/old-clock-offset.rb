require_relative 'signing'

SLOW = 8 * 60 + 13
timestamp = Time.now.to_i - SLOW
nonce = SecureRandom.uuid
body = File.read('job.json')
signature = sign("POST\n/v1/jobs\n#{timestamp}\n#{nonce}\n#{body}")
request('post', "#{BASE_URL}/v1/jobs", header(signature, timestamp, nonce), body)
