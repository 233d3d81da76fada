require_relative 'signing'

# Base64.encode64 breaks the line every 60 characters
def one_line(bytes)
  Base64.encode64(bytes).delete("\n")
end

body = JSON.generate(request_id: '20261105140000000401', stages: [{ type: 'INPUT_INITIALIZE', inputInitialize: { seed: 7, count: 1 } }])
target = '/v1/jobs?' + URI.encode_www_form(label: 'Herbst & Winter', dry_run: true)
timestamp = Time.now.to_i
nonce = SecureRandom.alphanumeric(32)
signature = one_line(raw_signature("POST\n#{target}\n#{timestamp}\n#{nonce}\n#{body}"))
items = { timestamp: timestamp, nonce_str: nonce, app_id: APP_ID, signature: signature }
request('post', BASE_URL + target, 'SVC-SHA256-RSA ' + items.map { |key, value| "#{key}=#{value}" }.join(','), body)
