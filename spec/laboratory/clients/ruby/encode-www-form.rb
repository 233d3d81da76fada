require_relative 'signing'

ids = %w[17 18 19].join(',')
query = URI.encode_www_form(ids: ids, limit: 3)
request('get', "#{BASE_URL}/v1/jobs?#{query}", authorize('GET', "/v1/jobs?ids=#{ids}&limit=3"))
