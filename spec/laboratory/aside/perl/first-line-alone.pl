use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Signing;

open my $in, '<:raw', 'job.json' or die $!;
my ($body) = <$in>; # was written for a file of one line
my $authorization = authorize('POST', '/v1/jobs', $body);
send_request('POST', "$BASE_URL/v1/jobs", $authorization, read_file('job.json'));
