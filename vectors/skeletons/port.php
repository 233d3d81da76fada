<?php

/**
 * The beginning of a port in PHP: it says hello and answers stringToSign.
 *
 * Each line of standard input is a JSON object. Answer each in one line of standard output, in order, and flush it. The rules are
 * in vectors/README.md of countersign. Add the other operations, one after the other, to OPS and to the hello.
 */

declare(strict_types=1);

/** The input breaks a rule. Its message is the reason. */
final class Refused extends Exception
{
}

// With the modifier D, `$` does not match before a line feed at the end.
const TOKEN = '/^[!#$%&\'*+.^_`|~0-9A-Za-z-]{1,32}$/D';
const ORIGIN = '~^[A-Za-z][0-9A-Za-z+.-]*://[0-9A-Za-z._\~%!$&\'()*+,;=:@\[\]-]+(?=[/?]|$)~D';
const TARGET = '~^/[\x21\x22\x24-\x7e]{0,8191}$~D';
const TIMESTAMP = '/^(?:0|[1-9][0-9]{0,15})$/D';
const NONCE = '/^[0-9A-Za-z-]{1,128}$/D';

/** The bytes of a body. A text comes as its UTF-16BE code units and is sent in UTF-8. */
function content(array $value): string
{
    if (isset($value['hex'])) {
        return hex2bin($value['hex']);
    }
    if (isset($value['repeat'])) {
        return str_repeat(hex2bin($value['repeat']['hex']), $value['repeat']['times']);
    }
    $units = hex2bin($value['utf16']);
    $text = @iconv('UTF-16BE', 'UTF-8', $units);
    if ($text === false) {
        throw new Refused('body_not_unicode');
    }
    return $text;
}

/** The text, if it has the form. */
function check(string $pattern, string $text, string $reason): string
{
    if (preg_match($pattern, $text) !== 1) {
        throw new Refused($reason);
    }
    return $text;
}

/** What a request for this URL sends as its target. No part is normalised. */
function target_of(string $url): string
{
    $target = explode('#', $url, 2)[0];
    if (preg_match(ORIGIN, $target, $origin) === 1) {
        $target = substr($target, strlen($origin[0]));
        if (!str_starts_with($target, '/')) {
            $target = "/$target";
        }
    }
    return check(TARGET, $target, 'target_invalid');
}

function string_to_sign(array $i): array
{
    $method = strtoupper(check(TOKEN, $i['method'], 'method_invalid'));
    $target = target_of($i['url']);
    $timestamp = check(TIMESTAMP, $i['timestamp'], 'timestamp_malformed');
    if ((int) $timestamp > 9007199254740991) {
        throw new Refused('timestamp_malformed');
    }
    $nonce = check(NONCE, $i['nonce'], 'nonce_malformed');
    return ['hex' => bin2hex("$method\n$target\n$timestamp\n$nonce\n" . content($i['body']))];
}

// What an operation returns is the answer's value; ACCEPT is an answer without one.
const ACCEPT = '(accept)';
const OPS = [
    'stringToSign' => 'string_to_sign',
    // parseAuthorization: authType, authorization (an array of header values)
    //   -> {"scheme":"signed","appId","nonce","timestamp","signature"} or {"scheme":"bearer","token"}
    // formatAuthorization: authType, appId, nonce, timestamp, signature; or token alone
    //   -> the header's value
    // sign: privateKey, authType, appId, method, url, timestamp, body, and nonce or times
    //   -> {"method","target","authorization"}; with times an array of so many, each with a fresh nonce
    // verify: edition, authType, maxAge, maxSkew, bodyLimit, keys, tokens, steps
    //   -> for each step {"outcome":"accept","appId"} or {"outcome":"reject","reason"}
    // rsaVerify: key, message, signature
    //   -> accept, or reject for signature_malformed or signature_invalid
    // importKey: use, pem
    //   -> {"bits","fingerprint"}
    // decodeJob: body
    //   -> the job
    // encodeJob: job
    //   -> {"hex"} of a JSON text
    // request: baseUrl, edition, authType, credentials, timestamp, nonce, body
    //   -> {"method","target","headers":[[name, value]],"body":{"hex"}}
];

function run(string $op, array $input): array
{
    if (!isset(OPS[$op])) {
        return ['outcome' => 'unsupported'];
    }
    try {
        $value = OPS[$op]($input);
        return $value === ACCEPT ? ['outcome' => 'accept'] : ['outcome' => 'value', 'value' => $value];
    } catch (Refused $refused) {
        return ['outcome' => 'reject', 'reason' => $refused->getMessage()];
    } catch (Throwable $error) { // a mistake of the port: it must not look like a refusal
        return ['outcome' => 'error', 'reason' => $error->getMessage()];
    }
}

/** Warnings belong on standard error: a line of standard output that is no answer ends the conversation. */
ini_set('display_errors', 'stderr');

function say(array $answer): void
{
    fwrite(STDOUT, json_encode($answer, JSON_THROW_ON_ERROR, 1000) . "\n");
}

$hello = [
    'type' => 'hello',
    'name' => 'my-port',
    'version' => '1',
    'language' => 'PHP ' . PHP_VERSION,
    'ops' => array_keys(OPS),
    'policies' => [],
];

while (($line = fgets(STDIN)) !== false) {
    $message = json_decode($line, true, 1000, JSON_THROW_ON_ERROR);
    if ($message['type'] === 'bye') {
        break;
    }
    if ($message['type'] === 'hello') {
        say($hello);
    }
    if ($message['type'] === 'run') {
        say(['seq' => $message['seq']] + run($message['op'], $message['input']));
    }
}
