# Asks for each target that stands on a line of standard input, in hexadecimal digits: ask.rb ORIGIN.
require 'net/http'

origin = URI(ARGV.fetch(0))
$stdin.each_line(chomp: true) do |line|
  # A URI is refused unless it is escaped, so the target goes to the connection as it is.
  target = [line].pack('H*').force_encoding('UTF-8')
  Net::HTTP.start(origin.host, origin.port) { |http| http.get(target) }
rescue StandardError => e
  warn e.class
end
