use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use POSIX 'tzset';
use Time::Local 'timegm';
use Signing;

$ENV{TZ} = 'UTC-2';
tzset();
my ($timestamp, $nonce) = (timegm(localtime), nonce());
send_request('GET', "$BASE_URL/v1/jobs", header(sign("GET\n/v1/jobs\n$timestamp\n$nonce\n"), $timestamp, $nonce));
