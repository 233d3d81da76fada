require_relative 'signing'

timestamp = Process.clock_gettime(Process::CLOCK_MONOTONIC).to_i
nonce = SecureRandom.hex
body = File.read('job.json')
signature = sign("POST\n/v1/jobs\n#{timestamp}\n#{nonce}\n#{body}")
request('post', "#{BASE_URL}/v1/jobs", header(signature, timestamp, nonce), body)
