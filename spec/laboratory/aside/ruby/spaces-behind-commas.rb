require_relative 'signing'

items = { app_id: APP_ID, nonce_str: SecureRandom.uuid, timestamp: Time.now.to_i }
items[:signature] = sign("GET\n/v1/jobs\n#{items[:timestamp]}\n#{items[:nonce_str]}\n")
request('get', "#{BASE_URL}/v1/jobs", "SVC-SHA256-RSA #{items.map { |key, value| "#{key}=#{value}" }.join(', ')}")
