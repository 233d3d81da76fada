use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use JSON::PP;
use Signing;

my $json = JSON::PP->new->utf8->canonical;
my $job = { request_id => '20260101120000000381', stages => [{ type => 'DIFFUSION', diffusion => { steps => 8 } }] };
my $sent = $json->encode($job);
my $signed = $json->pretty->encode($job); # goes to the log, too
send_request('POST', "$BASE_URL/v1/jobs", authorize('POST', '/v1/jobs', $signed), $sent);
