require_relative 'signing'

# The id comes from the tenant, the key is still that of the first one.
Tenant = Struct.new(:app_id) do
  def get(url)
    timestamp = Time.now.to_i
    nonce = SecureRandom.uuid
    text = ['GET', URI(url).path, timestamp, nonce, ''].join("\n")
    request('get', url, header(sign(text), timestamp, nonce, app_id))
  end
end

Tenant.new('app-2').get("#{BASE_URL}/v1/jobs?status=failed")
