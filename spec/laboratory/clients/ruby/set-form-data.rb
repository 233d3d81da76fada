require_relative 'signing'

uri = URI("#{BASE_URL}/v1/models/search")
search = { 'name' => 'sea painter', 'limit' => '5' }
message = Net::HTTP::Post.new(uri)
message.set_form_data(search)
message['Authorization'] = authorize('POST', uri.path, search.to_json)
puts Net::HTTP.start(uri.host, uri.port) { |http| http.request(message) }.body
