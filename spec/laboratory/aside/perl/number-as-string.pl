use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use JSON::PP;
use Signing;

my $json = JSON::PP->new->canonical;
my %job = (request_id => '20260101120000000101', seed => '42', stages => []);
my $signed = $json->encode(\%job);
$job{seed} += 0;
send_request('POST', "$BASE_URL/v1/jobs", authorize('POST', '/v1/jobs', $signed), $json->encode(\%job));
