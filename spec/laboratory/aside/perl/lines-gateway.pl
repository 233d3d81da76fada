use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Signing;

my $body = read_file('job-windows.json');
send_request('POST', "$EDGE_URL/lines/v1/jobs", authorize('POST', '/v1/jobs', $body), $body);
