use strict;
use warnings;
use utf8;
use FindBin;
use lib $FindBin::Bin;
use Encode 'encode_utf8';
use JSON::PP;
use Signing;

my $body = JSON::PP->new->utf8->canonical->encode({ request_id => '20260101120000000102', note => 'été' });
send_request('POST', "$BASE_URL/v1/jobs", authorize('POST', '/v1/jobs', encode_utf8($body)), $body);
