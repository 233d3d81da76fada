# What a client has at hand: the key, the parts of the header, and a signer. Every signed text goes to standard error.
require 'base64'
require 'json'
require 'net/http'
require 'openssl'
require 'securerandom'
require 'uri'

BASE_URL = ENV.fetch('BASE_URL')
EDGE_URL = ENV.fetch('EDGE_URL')
APP_ID = ENV.fetch('APP_ID')

def load_key(name = 'app-1')
  OpenSSL::PKey::RSA.new(File.read(File.join(ENV.fetch('KEYS'), "#{name}.pem")))
end

def note(text)
  warn "SIGNED #{Base64.strict_encode64(text)}"
end

def raw_signature(text, key: 'app-1', digest: 'SHA256')
  note(text)
  load_key(key).sign(OpenSSL::Digest.new(digest), text)
end

def sign(text, key: 'app-1')
  Base64.strict_encode64(raw_signature(text, key: key))
end

def header(signature, timestamp, nonce, app_id = APP_ID)
  "SVC-SHA256-RSA app_id=#{app_id},nonce_str=#{nonce},timestamp=#{timestamp},signature=#{signature}"
end

# The header of one request.
def authorize(method, target, body = '', key: 'app-1')
  timestamp = Time.now.to_i
  nonce = SecureRandom.uuid
  header(sign([method, target, timestamp, nonce, body].join("\n"), key: key), timestamp, nonce)
end

def request(method, url, authorization, body = nil)
  uri = URI(url)
  message = Net::HTTP.const_get(method.capitalize).new(uri)
  message['Authorization'] = authorization
  if body
    message['Content-Type'] = 'application/json; charset=UTF-8'
    message.body = body
  end
  answer = Net::HTTP.start(uri.host, uri.port) { |http| http.request(message) }
  puts "#{answer.code} #{answer.body}"
end
