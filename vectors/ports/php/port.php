<?php
/** A port in PHP: answers the runs on standard input on standard output, one JSON object a line. */

declare(strict_types=1);

namespace Countersign;

use ArrayObject;
use ErrorException;
use Throwable;

require __DIR__ . '/scheme.php';
require __DIR__ . '/keys.php';
require __DIR__ . '/json.php';
require __DIR__ . '/job.php';
require __DIR__ . '/verifier.php';

ini_set('display_errors', 'stderr'); // PHP would write them among the answers
ini_set('memory_limit', '-1');
ini_set('serialize_precision', '-1');
set_error_handler(function (int $level, string $message, string $file, int $line): never {
    throw new ErrorException($message, 0, $level, $file, $line);
});

function bytes(ArrayObject $content): string
{
    $repeat = $content['repeat'] ?? null;
    return $repeat === null ? hex2bin($content['hex']) : str_repeat(hex2bin($repeat['hex']), $repeat['times']);
}

/** Bytes, or a text in UTF-16 that is to be sent in UTF-8. */
function bodyOf(ArrayObject $content): string
{
    if (!isset($content['utf16'])) {
        return bytes($content);
    }
    // As escapes of a JSON string: json_decode() refuses every half of a surrogate pair.
    $escapes = preg_replace('/[0-9A-Fa-f]{4}/', '\\u$0', $content['utf16']);
    return json_decode("\"$escapes\"") ?? throw new Refused('body_not_unicode');
}

/** @return array{outcome: 'value', value: mixed} */
function valued(mixed $value): array
{
    return ['outcome' => 'value', 'value' => $value];
}

function signedHeader(ArrayObject $input, string $appId, RsaKey $key, string $nonce, string $message): string
{
    $signature = base64_encode($key->sign($message));
    return formatSigned($input['authType'], new Signed($appId, $nonce, $input['timestamp'], $signature));
}

function opStringToSign(ArrayObject $i): array
{
    $body = bodyOf($i['body']);
    return valued(['hex' => bin2hex(stringToSign($i['method'], $i['url'], $i['timestamp'], $i['nonce'], $body))]);
}

function opParseAuthorization(ArrayObject $i): array
{
    $parsed = parseAuthorization($i['authorization'], authTypeOf($i['authType']));
    $scheme = $parsed instanceof Bearer ? 'bearer' : 'signed';
    return valued(['scheme' => $scheme, ...get_object_vars($parsed)]);
}

function opFormatAuthorization(ArrayObject $i): array
{
    return valued(isset($i['token'])
        ? formatBearer($i['token'])
        : formatSigned($i['authType'], new Signed($i['appId'], $i['nonce'], $i['timestamp'], $i['signature'])));
}

function opSign(ArrayObject $i): array
{
    $key = privateKey($i['privateKey']);
    $body = bodyOf($i['body']);
    [$method, $target] = [methodOf($i['method']), targetOfUrl($i['url'])];
    $sign = function (string $nonce) use ($i, $key, $body, $method, $target): array {
        $message = stringToSign($method, $target, $i['timestamp'], $nonce, $body);
        $authorization = signedHeader($i, $i['appId'], $key, $nonce, $message);
        return ['method' => $method, 'target' => $target, 'authorization' => $authorization];
    };
    if (!isset($i['times'])) {
        return valued($sign($i['nonce']));
    }
    $requests = [];
    for ($n = 0; $n < $i['times']; $n++) {
        $requests[] = $sign(bin2hex(random_bytes(16)));
    }
    return valued($requests);
}

function opVerify(ArrayObject $i): array
{
    $verifier = new Verifier($i);
    $verdicts = [];
    foreach ($i['steps'] as $step) {
        try {
            $verdicts[] = ['outcome' => 'accept', 'appId' => $verifier->verify($step)];
        } catch (Refused $refusal) {
            $verdicts[] = ['outcome' => 'reject', 'reason' => $refusal->getMessage()];
        }
    }
    return valued($verdicts);
}

function opRsaVerify(ArrayObject $i): array
{
    $key = publicKey($i['key']);
    $signature = bytes($i['signature']);
    if (strlen($signature) !== $key->signatureLength) {
        throw new Refused('signature_malformed');
    }
    return $key->verifies(bytes($i['message']), $signature)
        ? ['outcome' => 'accept']
        : throw new Refused('signature_invalid');
}

function opImportKey(ArrayObject $i): array
{
    $key = $i['use'] === 'verify' ? publicKey($i['pem']) : privateKey($i['pem']);
    return valued(['bits' => $key->bits, 'fingerprint' => $key->fingerprint]);
}

function opRequest(ArrayObject $i): array
{
    $target = targetUnder($i['baseUrl']);
    $credentials = $i['credentials'];
    if (isset($credentials['token']) && $i['edition'] === 'mainland') {
        throw new Refused('bearer_not_offered');
    }
    $body = has($i['body'], 'job') ? encodeJob($i['body']['job']) : bodyOf($i['body']);
    if (isset($credentials['token'])) {
        $authorization = formatBearer($credentials['token']);
    } else {
        $message = stringToSign('POST', $target, $i['timestamp'], $i['nonce'], $body);
        $key = privateKey($credentials['privateKey']);
        $authorization = signedHeader($i, $credentials['appId'], $key, $i['nonce'], $message);
    }
    $headers = [
        ['Content-Type', 'application/json; charset=UTF-8'],
        ['Accept', 'application/json'],
        ['Authorization', $authorization],
    ];
    $sent = ['hex' => bin2hex($body)];
    return valued(['method' => 'POST', 'target' => $target, 'headers' => $headers, 'body' => $sent]);
}

const OPS = [
    'stringToSign', 'parseAuthorization', 'formatAuthorization', 'sign', 'verify', 'rsaVerify', 'importKey',
    'decodeJob', 'encodeJob', 'request',
];

function run(string $op, ArrayObject $input): array
{
    try {
        return match ($op) {
            'stringToSign' => opStringToSign($input),
            'parseAuthorization' => opParseAuthorization($input),
            'formatAuthorization' => opFormatAuthorization($input),
            'sign' => opSign($input),
            'verify' => opVerify($input),
            'rsaVerify' => opRsaVerify($input),
            'importKey' => opImportKey($input),
            'decodeJob' => valued(decodeJob(bytes($input['body']))),
            'encodeJob' => valued(['hex' => bin2hex(encodeJob($input['job']))]),
            'request' => opRequest($input),
            default => ['outcome' => 'unsupported'],
        };
    } catch (Refused $refusal) {
        return ['outcome' => 'reject', 'reason' => $refusal->getMessage()];
    } catch (Throwable $fault) { // a bug must never look like a verdict
        return ['outcome' => 'error', 'reason' => get_class($fault) . ': ' . $fault->getMessage()];
    }
}

function hello(): array
{
    return [
        'type' => 'hello',
        'name' => 'countersign-php',
        'version' => '1.0.0',
        'language' => 'PHP ' . PHP_VERSION,
        'ops' => OPS,
        'policies' => [],
        'reasons' => 'suite',
    ];
}

// The test beside this file includes it.
if (realpath($_SERVER['SCRIPT_FILENAME']) === __FILE__) {
    while (($line = fgets(STDIN)) !== false) {
        $message = readMessage($line);
        if ($message['type'] === 'bye') {
            break;
        }
        if ($message['type'] === 'hello' || $message['type'] === 'run') {
            $isHello = $message['type'] === 'hello';
            $answer = $isHello ? hello() : ['seq' => $message['seq'], ...run($message['op'], $message['input'])];
            fwrite(STDOUT, writeJson($answer) . "\n");
            fflush(STDOUT);
        }
    }
}
