require_relative 'signing'

class Worker
  def initialize(started)
    @started = started
  end

  def timestamp
    @timestamp ||= @started.to_i
  end
end

worker = Worker.new(Time.now - 7_200 - 17)
nonce = SecureRandom.uuid
signature = sign("GET\n/v1/jobs\n#{worker.timestamp}\n#{nonce}\n")
request('get', "#{BASE_URL}/v1/jobs", header(signature, worker.timestamp, nonce))
