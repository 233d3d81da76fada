require_relative 'signing'

timestamp = (Time.now.to_f * 1000).to_i
nonce = SecureRandom.uuid
body = File.read('job.json')
text = "POST\n/v1/jobs\n#{timestamp}\n#{nonce}\n#{body}"
note(text)
signature = load_key.sign_pss('SHA256', text, salt_length: :digest, mgf1_hash: 'SHA256')
request('post', "#{BASE_URL}/v1/jobs", header(Base64.strict_encode64(signature), timestamp, nonce), body)
