use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Signing;

my ($timestamp, $nonce) = (time, nonce());
my $body = read_file('job.json');
my $signature = sign(join '\n', 'POST', '/v1/jobs', $timestamp, $nonce, $body);
send_request('POST', "$BASE_URL/v1/jobs", header($signature, $timestamp, $nonce), $body);
