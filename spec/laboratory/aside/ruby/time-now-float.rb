require_relative 'signing'

timestamp = Time.now.to_f.round(3)
nonce = SecureRandom.uuid
body = File.read('job.json')
signature = sign("POST\n/v1/jobs\n#{timestamp}\n#{nonce}\n#{body}")
request('post', "#{BASE_URL}/v1/jobs", header(signature, timestamp, nonce), body)
