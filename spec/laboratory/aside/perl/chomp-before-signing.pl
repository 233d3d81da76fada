use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Signing;

my $body = <<'JSON';
{
  "request_id": "20261107090000000501",
  "stages": [
    { "type": "INPUT_INITIALIZE", "inputInitialize": { "seed": -1, "count": 1 } }
  ]
}
JSON

# no line feed after the body
chomp(my $content = $body);
send_request('POST', "$BASE_URL/v1/jobs", authorize('POST', '/v1/jobs', $content), $body);
