require_relative 'signing'

# our ingress adds the tenant to each query
GATEWAY = "#{EDGE_URL}/tenant".freeze

target = '/v1/jobs?page=2'
request('get', GATEWAY + target, authorize('GET', target))
