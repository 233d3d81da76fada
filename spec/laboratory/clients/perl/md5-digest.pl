use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Signing;

my ($timestamp, $nonce) = (time, nonce());
my $body = read_file('job.json');
my $signature = sign("POST\n/v1/jobs\n$timestamp\n$nonce\n$body", 'app-1', 'md5');
send_request('POST', "$BASE_URL/v1/jobs", header($signature, $timestamp, $nonce), $body);
