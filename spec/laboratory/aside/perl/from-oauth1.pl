use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Signing;

sub escape { my ($text) = @_; $text =~ s/([^A-Za-z0-9\-._~])/sprintf '%%%02X', ord $1/ge; return $text }

my @query = ([status => 'FINISHED'], [page => 3], [order => 'newest first']);
my @pairs = map { escape($_->[0]) . '=' . escape($_->[1]) } @query;
my $url = '/v1/jobs?' . join '&', @pairs;

my $normalized = '/v1/jobs?' . join '&', sort @pairs;
my ($timestamp, $nonce) = (time, nonce());
my $signature = escape(sign("GET\n$normalized\n$timestamp\n$nonce\n"));
send_request('GET', $BASE_URL . $url, header($signature, $timestamp, $nonce));
