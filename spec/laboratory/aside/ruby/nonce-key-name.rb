require_relative 'signing'

authorization = authorize('GET', '/v1/jobs').sub('nonce_str=', 'nonce=')
request('get', "#{BASE_URL}/v1/jobs", authorization)
