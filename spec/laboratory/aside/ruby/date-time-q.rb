require 'date'
require_relative 'signing'

timestamp = DateTime.now.strftime('%Q')
nonce = SecureRandom.alphanumeric(20)
body = File.binread('job.json')
signature = sign("POST\n/v1/jobs\n#{timestamp}\n#{nonce}\n".b + body)
request('post', "#{BASE_URL}/v1/jobs", header(signature, timestamp, nonce), body)
