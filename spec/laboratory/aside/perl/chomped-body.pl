use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Signing;

my $body = read_file('job.json');
chomp(my $signed = $body);
send_request('POST', "$BASE_URL/v1/jobs", authorize('POST', '/v1/jobs', $signed), $body);
