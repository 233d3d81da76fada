<?php
require __DIR__ . '/signing.php';

class Signer
{
    public function __construct(private string $pem) {}

    public function sign(string $text): string
    {
        note($text);
        $key = openssl_pkey_get_private($this->pem);
        openssl_sign($text, $signature, $key);
        return base64_encode($signature);
    }
}

$signer = new Signer(file_get_contents(getenv('KEYS') . '/app-1.pem'));
[$timestamp, $nonce] = [time(), nonce()];
$body = json_encode(['request_id' => '20260518080000000043', 'stages' => []]);
$signature = $signer->sign(implode("\n", ['POST', '/v1/jobs', $timestamp, $nonce, $body]));
send('POST', BASE_URL . '/v1/jobs', header_of($signature, $timestamp, $nonce), $body);
