# What a client has at hand: the key, the parts of the header, and a signer. Every signed text goes to standard error.
package Signing;
use strict;
use warnings;
use Exporter 'import';
use File::Temp 'tempfile';
use HTTP::Tiny;
use MIME::Base64 'encode_base64';
our @EXPORT = qw($BASE_URL $EDGE_URL raw_signature sign nonce header authorize send_request read_file);
our ($BASE_URL, $EDGE_URL) = @ENV{qw(BASE_URL EDGE_URL)};

sub read_file {
    my ($name) = @_;
    open my $in, '<:raw', $name or die "$name: $!";
    local $/;
    return scalar <$in>;
}

sub raw_signature {
    my ($text, $key, $digest) = @_;
    print STDERR 'SIGNED ', encode_base64($text, ''), "\n";
    my ($out, $name) = tempfile(UNLINK => 1);
    binmode $out;
    print $out $text;
    close $out;
    open my $in, '-|:raw', 'openssl', 'dgst', '-' . ($digest // 'sha256'), '-sign',
        "$ENV{KEYS}/" . ($key // 'app-1') . '.pem', $name or die $!;
    local $/;
    return scalar <$in>;
}

sub sign { return encode_base64(raw_signature(@_), '') }

sub nonce { return join '', map { sprintf '%08x', int rand 2**32 } 1 .. 4 }

sub header {
    my ($signature, $timestamp, $nonce) = @_;
    return "SVC-SHA256-RSA app_id=$ENV{APP_ID},nonce_str=$nonce,timestamp=$timestamp,signature=$signature";
}

# The header of one request.
sub authorize {
    my ($method, $target, $body) = @_;
    my ($timestamp, $nonce) = (time, nonce());
    return header(sign(join "\n", $method, $target, $timestamp, $nonce, $body // ''), $timestamp, $nonce);
}

sub send_request {
    my ($method, $url, $authorization, $body) = @_;
    my %headers = (Authorization => $authorization, 'Content-Type' => 'application/json; charset=UTF-8');
    my $answer = HTTP::Tiny->new->request($method, $url,
        { headers => \%headers, defined $body ? (content => $body) : () });
    print "$answer->{status} $answer->{content}\n";
    return $answer;
}

1;
