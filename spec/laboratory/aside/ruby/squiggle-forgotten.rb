require_relative 'signing'

class Signer
  def string_to_sign(method, target, timestamp, nonce, body)
    <<-TEXT
      #{method}
      #{target}
      #{timestamp}
      #{nonce}
      #{body}
    TEXT
  end
end

timestamp = Time.now.to_i
nonce = SecureRandom.uuid
body = JSON.generate(request_id: '20260101120000000351', stages: [])
signature = sign(Signer.new.string_to_sign('POST', '/v1/jobs', timestamp, nonce, body))
request('post', "#{BASE_URL}/v1/jobs", header(signature, timestamp, nonce), body)
