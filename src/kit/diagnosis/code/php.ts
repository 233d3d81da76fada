/** The right code in PHP: what the page and `diagnose --code php` show to whoever signs there. */
import type { Program } from './Program.ts'

/** For PHP 8 with its extension openssl. */
export const php: Program = {
  setup: `<?php
declare(strict_types=1);

// A file that cannot be read is an error, and not a warning.
set_error_handler(function (int $level, string $message): bool {
    throw new ErrorException($message);
});

function setting(string $name): string
{
    $value = getenv($name);
    if ($value === false || $value === '') {
        throw new RuntimeException("set $name");
    }
    return $value;
}

$url = setting('URL');
$appId = setting('APP_ID');
$privateKey = openssl_pkey_get_private(file_get_contents(setting('PRIVATE_KEY')));
if ($privateKey === false) {
    throw new RuntimeException('PRIVATE_KEY names a file without a private key');
}
$jobFile = getenv('JOB');
$job = [
    'request_id' => '1001',
    'stages' => [
        ['type' => 'INPUT_INITIALIZE', 'inputInitialize' => ['seed' => -1, 'count' => 1]],
        [
            'type' => 'DIFFUSION',
            'diffusion' => ['width' => 512, 'height' => 512, 'prompts' => [['text' => 'café, 雪']]],
        ],
    ],
];`,

  body: `// A file is read as bytes, and a job that is built here is serialized once. Either way these are
// the bytes that are signed, and these are sent.
$body = $jobFile ? file_get_contents($jobFile) : json_encode($job, JSON_THROW_ON_ERROR);`,

  bytes: `// The content is written once, as bytes. These are signed, and these are sent.
$body = file_get_contents($jobFile);`,

  target: `// Path and query with their escapes, without origin and fragment: what the request line has.
$parts = parse_url($url);
$target = ($parts['path'] ?? '/') . (isset($parts['query']) ? "?{$parts['query']}" : '');`,

  timestamp: `// Whole seconds. The clock is read once: this text is signed, and this text is sent.
$timestamp = (string) time();`,

  nonce: `// 128 random bits in hexadecimal digits, drawn once for each request.
$nonce = bin2hex(random_bytes(16));`,

  text: `// A line feed behind each of the first four parts, even if the body is empty; then the body's
// bytes, and nothing behind them. In double quotes \\n is a line feed. The method is in upper case.
$text = "POST\\n$target\\n$timestamp\\n$nonce\\n" . $body;`,

  signature: `// RSASSA-PKCS1-v1_5 with SHA-256, which has to be named. openssl_sign hashes, so it is given the
// text and not a digest of it.
openssl_sign($text, $signed, $privateKey, OPENSSL_ALGO_SHA256);
$signature = base64_encode($signed);`,

  header: `// The auth type, a space, and four items: no quotes, no other blanks, nothing encoded again.
$items = "app_id=$appId,nonce_str=$nonce,timestamp=$timestamp,signature=$signature";
$authorization = "SVC-SHA256-RSA $items";`,

  send: `// The bytes that were signed. With Guzzle that is 'body' => $body: its 'json' => $job would
// serialize the job again. The signature is for this target only, so no redirect is followed.
$options = [
    'method' => 'POST',
    'header' => [
        "Authorization: $authorization",
        'Content-Type: application/json; charset=UTF-8',
        'Accept: application/json',
    ],
    'content' => $body,
    'timeout' => 30,
    'follow_location' => 0,
    'ignore_errors' => true,
];
$answer = file_get_contents($url, false, stream_context_create(['http' => $options]));
echo explode(' ', $http_response_header[0])[1], "\\n", $answer, "\\n";`,
}
