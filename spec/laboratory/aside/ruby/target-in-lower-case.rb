require_relative 'signing'

def canonical(uri)
  uri.request_uri.downcase
end

uri = URI("#{BASE_URL}/v1/jobs/AB-1207?Fields=Seed,Steps")
request('get', uri.to_s, authorize('GET', canonical(uri)))
