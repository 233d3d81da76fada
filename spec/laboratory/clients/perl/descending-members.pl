use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use JSON::PP;
use Signing;

my %job = (request_id => '20260101120000000103', model => '600000000000000001', note => 'sea');
my $json = JSON::PP->new;
my $signed = $json->sort_by(sub { $JSON::PP::b cmp $JSON::PP::a })->encode(\%job);
my $sent = JSON::PP->new->canonical->encode(\%job);
send_request('POST', "$BASE_URL/v1/jobs", authorize('POST', '/v1/jobs', $signed), $sent);
