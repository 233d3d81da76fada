use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Signing;

my ($timestamp, $nonce) = (sprintf('%012d', time), nonce());
send_request('GET', "$BASE_URL/v1/jobs", header(sign("GET\n/v1/jobs\n$timestamp\n$nonce\n"), $timestamp, $nonce));
