require_relative 'signing'
require 'cgi'

body = { request_id: '20260101120000000075', stages: [] }.to_json
request('post', "#{BASE_URL}/v1/jobs", authorize('POST', '/v1/jobs', CGI.escapeHTML(body)), body)
