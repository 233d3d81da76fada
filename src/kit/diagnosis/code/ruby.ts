/** The right code in Ruby: what the page and `diagnose --code ruby` show to whoever signs there. */
import type { Program } from './Program.ts'

/** For Ruby 2.7 or later, without a gem. */
export const ruby: Program = {
  setup: `require 'json'
require 'net/http'
require 'openssl'
require 'securerandom'
require 'uri'

url, app_id, key_file = %w[URL APP_ID PRIVATE_KEY].map do |name|
  ENV[name].to_s.empty? ? abort("set #{name}") : ENV[name]
end
private_key = OpenSSL::PKey::RSA.new(File.read(key_file))
job_file = ENV['JOB'].to_s
job = {
  request_id: '1001',
  stages: [
    { type: 'INPUT_INITIALIZE', inputInitialize: { seed: -1, count: 1 } },
    { type: 'DIFFUSION', diffusion: { width: 512, height: 512, prompts: [{ text: "caf\\u00e9, \\u96ea" }] } }
  ]
}`,

  body: `# A file is read as bytes, and a job that is built here is serialized once. Either way these are
# the bytes that are signed, and these are sent.
body = job_file.empty? ? JSON.generate(job) : File.binread(job_file)`,

  bytes: `# The content is written once, as bytes. These are signed, and these are sent.
body = File.binread(job_file)`,

  target: `# Path and query with their escapes, without origin and fragment: what net/http writes on the
# request line.
address = URI(url)
target = address.request_uri`,

  timestamp: `# Whole seconds. The clock is read once: this text is signed, and this text is sent.
timestamp = Time.now.to_i.to_s`,

  nonce: `# 128 random bits in hexadecimal digits, drawn once for each request.
nonce = SecureRandom.hex(16)`,

  text: `# A line feed behind each of the first four parts, even if the body is empty; then the body's
# bytes, and nothing behind them. A heredoc would add a line feed. The method is in upper case.
text = "POST\\n#{target}\\n#{timestamp}\\n#{nonce}\\n".b + body.b`,

  signature: `# RSASSA-PKCS1-v1_5 with SHA-256. sign hashes, so it is given the text and not a digest of it; m0 is
# Base64 without line feeds.
signature = [private_key.sign('SHA256', text)].pack('m0')`,

  header: `# The auth type, a space, and four items: no quotes, no other blanks, nothing encoded again.
items = "app_id=#{app_id},nonce_str=#{nonce},timestamp=#{timestamp},signature=#{signature}"
authorization = "SVC-SHA256-RSA #{items}"`,

  send: `# The bytes that were signed. With Faraday that is the body itself: its request :json would
# serialize the job again. net/http follows no redirect: the signature is for this target only.
headers = {
  'Authorization' => authorization,
  'Content-Type' => 'application/json; charset=UTF-8',
  'Accept' => 'application/json'
}
options = { use_ssl: address.scheme == 'https', open_timeout: 30, read_timeout: 30 }
response = Net::HTTP.start(address.hostname, address.port, options) do |http|
  http.send_request('POST', target, body, headers)
end
puts response.code, response.body`,
}
