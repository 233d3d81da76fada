require_relative 'signing'

uri = URI("#{BASE_URL}/v1/jobs?status=done&page=3")
message = Net::HTTP::Get.new(uri.path)
message['Authorization'] = authorize('GET', uri.request_uri)
puts Net::HTTP.start(uri.host, uri.port) { |http| http.request(message) }.code
