require_relative 'signing'

uri = URI("#{BASE_URL}/v1/jobs/17")
message = Net::HTTP::Post.new(uri, 'X-HTTP-Method-Override' => 'DELETE') # the proxy lets no DELETE through
message['Authorization'] = authorize('DELETE', uri.request_uri)
message.body = ''
puts Net::HTTP.start(uri.host, uri.port) { |http| http.request(message) }.code
