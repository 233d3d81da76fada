# The beginning of a port in Ruby: it says hello and answers stringToSign.
#
# Each line of standard input is a JSON object. Answer each in one line of standard output, in order, and flush it. The rules are
# in vectors/README.md of countersign. Add the other operations, one after the other, to OPS and to the hello.

require 'json'

# The input breaks a rule. Its message is the reason.
class Refused < StandardError; end

# \A and \z: with ^ and $ any line of the text would do.
TOKEN = /\A[!#$%&'*+.^_`|~0-9A-Za-z-]{1,32}\z/
ORIGIN = %r{\A[A-Za-z][0-9A-Za-z+.-]*://[0-9A-Za-z._~%!$&'()*+,;=:@\[\]-]+(?=[/?]|\z)}
TARGET = %r{\A/[\x21\x22\x24-\x7e]{0,8191}\z}
TIMESTAMP = /\A(?:0|[1-9][0-9]{0,15})\z/
NONCE = /\A[0-9A-Za-z-]{1,128}\z/

# The bytes of a body. A text comes as its UTF-16BE code units and is sent in UTF-8.
def content(value)
  return [value['hex']].pack('H*') if value.key?('hex')
  return [value['repeat']['hex']].pack('H*') * value['repeat']['times'] if value.key?('repeat')

  [value['utf16']].pack('H*').force_encoding('UTF-16BE').encode('UTF-8').b
rescue EncodingError
  raise Refused, 'body_not_unicode'
end

# The text, if it has the form.
def check(pattern, text, reason)
  raise Refused, reason unless pattern.match?(text)

  text
end

# What a request for this URL sends as its target. No part is normalised.
def target_of(url)
  target = url.sub(/#.*\z/m, '')
  if (origin = ORIGIN.match(target))
    target = origin.post_match
    target = "/#{target}" unless target.start_with?('/')
  end
  check(TARGET, target, 'target_invalid')
end

def string_to_sign(i)
  method = check(TOKEN, i['method'], 'method_invalid').upcase
  target = target_of(i['url'])
  timestamp = check(TIMESTAMP, i['timestamp'], 'timestamp_malformed')
  raise Refused, 'timestamp_malformed' if timestamp.to_i > 9_007_199_254_740_991

  nonce = check(NONCE, i['nonce'], 'nonce_malformed')
  { 'hex' => ("#{method}\n#{target}\n#{timestamp}\n#{nonce}\n".b + content(i['body'])).unpack1('H*') }
end

# What an operation returns is the answer's value; ACCEPT is an answer without one.
ACCEPT = Object.new
OPS = {
  'stringToSign' => method(:string_to_sign),
  # parseAuthorization: authType, authorization (an array of header values)
  #   -> {"scheme":"signed","appId","nonce","timestamp","signature"} or {"scheme":"bearer","token"}
  # formatAuthorization: authType, appId, nonce, timestamp, signature; or token alone
  #   -> the header's value
  # sign: privateKey, authType, appId, method, url, timestamp, body, and nonce or times
  #   -> {"method","target","authorization"}; with times an array of so many, each with a fresh nonce
  # verify: edition, authType, maxAge, maxSkew, bodyLimit, keys, tokens, steps
  #   -> for each step {"outcome":"accept","appId"} or {"outcome":"reject","reason"}
  # rsaVerify: key, message, signature
  #   -> accept, or reject for signature_malformed or signature_invalid
  # importKey: use, pem
  #   -> {"bits","fingerprint"}
  # decodeJob: body
  #   -> the job
  # encodeJob: job
  #   -> {"hex"} of a JSON text
  # request: baseUrl, edition, authType, credentials, timestamp, nonce, body
  #   -> {"method","target","headers":[[name, value]],"body":{"hex"}}
}.freeze

def run(op, input)
  return { outcome: 'unsupported' } unless OPS.key?(op)

  value = OPS[op].call(input)
  value.equal?(ACCEPT) ? { outcome: 'accept' } : { outcome: 'value', value: value }
rescue Refused => e
  { outcome: 'reject', reason: e.message }
rescue StandardError => e # a mistake of the port: it must not look like a refusal
  { outcome: 'error', reason: e.inspect }
end

HELLO = {
  type: 'hello',
  name: 'my-port',
  version: '1',
  language: "Ruby #{RUBY_VERSION}",
  ops: OPS.keys,
  policies: []
}.freeze

$stdin.set_encoding('UTF-8')
$stdout.sync = true
$stdin.each_line do |line|
  message = JSON.parse(line, max_nesting: 1000)
  case message['type']
  when 'hello' then puts JSON.generate(HELLO)
  when 'run' then puts JSON.generate({ seq: message['seq'] }.merge(run(message['op'], message['input'])), max_nesting: 1000)
  when 'bye' then break
  end
end
