use strict;
use FindBin;
use lib $FindBin::Bin;
use Signing;

my %part = (timestamp => time, nonce => nonce());
my $signature = sign("GET\n/v1/jobs\n$part{timestamp}\n$part{nonce}\n");
send_request('GET', "$BASE_URL/v1/jobs", header($signature, $part{time_stamp}, $part{nonce}));
