use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use JSON::PP;
use Signing;

sub submit {
    my ($path, $job) = @_;
    my ($timestamp, $nonce) = (time, nonce());
    my $signature = sign("POST\n$path\n$timestamp\n$nonce\n$job");
    return send_request('POST', "$BASE_URL$path", header($signature, $timestamp, $nonce), encode_json($job));
}

submit('/v1/jobs', { request_id => '20260101120000000382', stages => [] });
