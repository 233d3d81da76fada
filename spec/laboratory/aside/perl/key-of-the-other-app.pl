use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Signing;

my %key_of = (thumbnails => 'app-1', posters => 'app-2');

my $body = read_file('job.json');
my ($timestamp, $nonce) = (time, nonce());
my $text = "POST\n/v1/jobs\n$timestamp\n$nonce\n$body";
my $signature = sign($text, $key_of{posters});
send_request('POST', "$BASE_URL/v1/jobs", header($signature, $timestamp, $nonce), $body);
