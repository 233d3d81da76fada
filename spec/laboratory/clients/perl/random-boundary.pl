use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Signing;

sub upload {
    my $boundary = nonce();
    return "--$boundary\r\nContent-Disposition: form-data; name=\"job\"\r\n\r\n{}\r\n--$boundary--\r\n";
}

send_request('POST', "$BASE_URL/v1/uploads", authorize('POST', '/v1/uploads', upload()), upload());
