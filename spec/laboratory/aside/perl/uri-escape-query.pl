use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Signing;

my $since = '2026-01-01T12:00:00Z';
(my $escaped = $since) =~ s/([^A-Za-z0-9._~-])/sprintf '%%%02X', ord $1/ge;
send_request('GET', "$BASE_URL/v1/jobs?since=$since", authorize('GET', "/v1/jobs?since=$escaped"));
