use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use JSON::PP;
use LWP::UserAgent;
use Signing;

my $signed = JSON::PP->new->canonical->encode({ limit => '5', status => 'done' });
my $answer = LWP::UserAgent->new->post("$BASE_URL/v1/jobs/search", [ limit => '5', status => 'done' ],
    Authorization => authorize('POST', '/v1/jobs/search', $signed));
print $answer->as_string;
