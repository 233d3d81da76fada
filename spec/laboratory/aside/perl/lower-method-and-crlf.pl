use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Signing;

my $eol = "\015\012";
my ($method, $target, $timestamp, $nonce) = ('get', '/v1/jobs?limit=5', time, nonce());
my $signature = sign(join $eol, $method, $target, $timestamp, $nonce, '');
send_request(uc $method, "$BASE_URL$target", header($signature, $timestamp, $nonce));
