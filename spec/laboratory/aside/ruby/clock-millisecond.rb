require_relative 'signing'

timestamp = Process.clock_gettime(Process::CLOCK_REALTIME, :millisecond)
nonce = SecureRandom.hex
signature = sign("GET\n/v1/jobs?limit=5\n#{timestamp}\n#{nonce}\n")
request('get', "#{BASE_URL}/v1/jobs?limit=5", header(signature, timestamp, nonce))
