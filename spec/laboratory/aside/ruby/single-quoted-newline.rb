require_relative 'signing'

class JobService
  def create(body)
    timestamp = Time.now.to_i.to_s
    nonce = SecureRandom.hex(16)
    string_to_sign = ['POST', '/v1/jobs', timestamp, nonce, body].join('\n')
    request('post', "#{BASE_URL}/v1/jobs", header(sign(string_to_sign), timestamp, nonce), body)
  end
end

JobService.new.create(File.read('job.json', encoding: 'UTF-8'))
