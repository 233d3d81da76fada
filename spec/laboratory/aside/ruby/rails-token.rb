require_relative 'signing'

request('get', "#{BASE_URL}/v1/jobs", "Token token=#{ENV.fetch('TOKEN')}")
