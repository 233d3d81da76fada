use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Signing;

my $body = read_file('job.json');
my ($timestamp, $nonce) = (time, nonce());
my $signature = uc unpack 'H*', raw_signature("POST\n/v1/jobs\n$timestamp\n$nonce\n$body");
send_request('POST', "$BASE_URL/v1/jobs", header($signature, $timestamp, $nonce), $body);
