require_relative 'signing'

last = "/v1/jobs/#{SecureRandom.uuid}"
current = "/v1/jobs/#{SecureRandom.uuid}"
request('get', BASE_URL + current, authorize('GET', last))
