use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use LWP::UserAgent;
use Signing;

my $endpoint = "$BASE_URL/v1/jobs/";
my $answer = LWP::UserAgent->new->get($endpoint, Authorization => authorize('GET', '/v1/jobs'));
print $answer->as_string;
