use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Signing;

# The lines of a cloud storage's signature: the content type comes third.
my $type = 'application/json; charset=UTF-8';
my $body = read_file('job.json');
my ($timestamp, $nonce) = (time, nonce());
my $signature = sign(join "\n", 'POST', '/v1/jobs', $type, $timestamp, $nonce, $body);
send_request('POST', "$BASE_URL/v1/jobs", header($signature, $timestamp, $nonce), $body);
