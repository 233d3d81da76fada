use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use MIME::Base64;
use Signing;

my ($timestamp, $nonce) = (time, nonce());
my $signature = encode_base64(raw_signature("GET\n/v1/jobs\n$timestamp\n$nonce\n"));
$signature =~ s/\n(?=.)/ /g;
chomp $signature;
send_request('GET', "$BASE_URL/v1/jobs", header($signature, $timestamp, $nonce));
