use strict;
use warnings;
use utf8;
use Encode 'encode';
use FindBin;
use JSON::PP;
use lib $FindBin::Bin;
use Signing;

my $job = {
    request_id => '20261107090000000502',
    stages => [{ type => 'DIFFUSION', diffusion => { width => 512, height => 512, steps => 20,
        prompts => [{ text => 'Bäckerei in München, früh am Morgen' }], sd_model => '600423083519508503' } }],
};
my $body = encode_json($job);
my ($timestamp, $nonce) = (time, nonce());
my $text = join "\n", 'POST', '/v1/jobs', $timestamp, $nonce, $body;
my $signature = sign(encode('UTF-8', $text));    # or else: Wide character in subroutine entry
send_request('POST', "$BASE_URL/v1/jobs", header($signature, $timestamp, $nonce), $body);
