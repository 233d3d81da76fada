use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Time::HiRes;
use Signing;

my $url = "$BASE_URL/v1/jobs?status=done";
my ($timestamp, $nonce) = (int(Time::HiRes::time() * 1000), nonce());
my $signature = sign(join "\n", GET => $url, $timestamp, $nonce, '');
send_request('GET', $url, header($signature, $timestamp, $nonce));
