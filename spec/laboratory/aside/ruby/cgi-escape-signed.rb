require 'cgi'
require_relative 'signing'

prompt = 'a boat under the bridge'
authorization = authorize('GET', "/v1/jobs?prompt=#{CGI.escape(prompt)}&limit=3")
sent = URI.encode_www_form_component(prompt).gsub('+', '%20')
request('get', "#{BASE_URL}/v1/jobs?prompt=#{sent}&limit=3", authorization)
