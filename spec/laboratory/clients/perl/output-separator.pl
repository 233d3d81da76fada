use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Signing;

my ($timestamp, $nonce) = (time, nonce());
local $" = " \n";
my @parts = ('GET', '/v1/models', $timestamp, $nonce, '');
send_request('GET', "$BASE_URL/v1/models", header(sign("@parts"), $timestamp, $nonce));
