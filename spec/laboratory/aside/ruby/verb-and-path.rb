require_relative 'signing'

def call(verb, url)
  request(verb.to_s, url, authorize(verb, URI(url).path))
end

call(:get, "#{BASE_URL}/v1/jobs?status=done&limit=20")
