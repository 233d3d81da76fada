use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Signing;

my %profile = (key => 'app-2');
my ($timestamp, $nonce) = (time, nonce());
my $signature = sign("GET\n/v1/jobs?limit=1\n$timestamp\n$nonce\n", $profile{key});
send_request('GET', "$BASE_URL/v1/jobs?limit=1", header($signature, $timestamp, $nonce));
