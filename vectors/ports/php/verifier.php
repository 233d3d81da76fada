<?php
/** The verifier. The order of its checks decides the reason, and keeps unauthenticated callers away from the nonces. */

declare(strict_types=1);

namespace Countersign;

use ArrayObject;

const MAX_KEYS_PER_APP = 4;

final class RegisteredKey
{
    public function __construct(
        public readonly RsaKey $key,
        private readonly int|float $notBefore,
        private readonly int|float $notAfter,
        private readonly bool $revoked,
    ) {
    }

    public function isValid(float $now): bool
    {
        return !$this->revoked && $this->notBefore <= $now && $now <= $this->notAfter;
    }
}

final class Verifier
{
    /** @var array<string, list<RegisteredKey>> by app id */
    private array $keys = [];
    /** @var ?array<string, string> app ids by digest, so that the time of a look-up reveals nothing about a token */
    private ?array $tokens = null;
    /** @var array<string, true> */
    private array $claimed = [];

    public function __construct(private readonly ArrayObject $settings)
    {
        authTypeOf($settings['authType']);
        $owners = [];
        foreach ($settings['keys'] as $entry) {
            $key = publicKey($entry['key']);
            // The app id is not signed: with a shared key, one app could pass for the other.
            $owners[$key->fingerprint] ??= $entry['appId'];
            if ($owners[$key->fingerprint] !== $entry['appId']) {
                throw new Refused('key_invalid');
            }
            $app = "app $entry[appId]";
            if (count($this->keys[$app] ?? []) === MAX_KEYS_PER_APP) {
                throw new Refused('key_invalid');
            }
            $this->keys[$app][] = new RegisteredKey(
                $key,
                $entry['notBefore'] ?? -INF,
                $entry['notAfter'] ?? INF,
                $entry['revoked'] ?? false,
            );
        }
        if ($settings['tokens'] !== null) {
            $this->tokens = [];
            foreach ($settings['tokens'] as $entry) {
                $this->tokens[hash('sha256', $entry['token'], true)] = $entry['appId'];
            }
        }
    }

    /** The app that the request comes from. */
    public function verify(ArrayObject $request): string
    {
        [$isBearer, $line] = opening($request['authorization'], $this->settings['authType']);
        return $isBearer ? $this->verifyBearer($request, $line) : $this->verifySigned($request, $line);
    }

    private function verifySigned(ArrayObject $request, string $line): string
    {
        $items = parseSigned($line);
        $now = floor((float) $request['now']);
        $later = floor((float) ($request['later'] ?? $request['now']));
        $this->checkFreshness($items, $now);
        $method = exactMethodOf($request['method']);
        $target = targetOf($request['target']);
        // A numeric string would become an integer as an array's key: the prefix keeps it a string.
        $keys = $this->keys["app $items->appId"] ?? throw new Refused('app_unknown');
        $body = $this->checkedBody($request);
        $message = stringToSign($method, $target, $items->timestamp, $items->nonce, $body);
        $signer = $this->signer($keys, $message, signatureBytes($items->signature));
        // A key may stand twice, with two validities.
        $isSame = fn (RegisteredKey $k): bool => $k->key->fingerprint === $signer->key->fingerprint;
        $isValid = fn (RegisteredKey $k): bool => $k->isValid($later);
        if (array_filter(array_filter($keys, $isSame), $isValid) === []) {
            throw new Refused('key_revoked');
        }
        $this->checkAllowed($request);
        $this->checkFreshness($items, $later);
        // By key, since the app id is not signed; last, so that no refused request uses up a nonce.
        $claim = "{$signer->key->fingerprint} $items->nonce";
        if (isset($this->claimed[$claim])) {
            throw new Refused('nonce_replayed');
        }
        $this->claimed[$claim] = true;
        return $items->appId;
    }

    private function verifyBearer(ArrayObject $request, string $line): string
    {
        if ($this->settings['edition'] === 'mainland' || $this->tokens === null) {
            throw new Refused('bearer_not_offered');
        }
        $token = parseBearer($line)->token;
        exactMethodOf($request['method']);
        targetOf($request['target']);
        $appId = $this->tokens[hash('sha256', $token, true)] ?? throw new Refused('token_unknown');
        $this->checkAllowed($request);
        $this->checkedBody($request);
        return $appId;
    }

    /** @param list<RegisteredKey> $keys */
    private function signer(array $keys, string $message, string $signature): RegisteredKey
    {
        $fits = fn (RegisteredKey $k): bool => $k->key->signatureLength === strlen($signature);
        $candidates = array_filter($keys, $fits);
        foreach ($candidates as $candidate) {
            if ($candidate->key->verifies($message, $signature)) {
                return $candidate;
            }
        }
        throw new Refused($candidates === [] ? 'signature_malformed' : 'signature_invalid');
    }

    private function checkFreshness(Signed $items, float $now): void
    {
        $age = $now - (int) $items->timestamp;
        if ($age > $this->settings['maxAge']) {
            throw new Refused('timestamp_expired');
        }
        if (-$age > $this->settings['maxSkew']) {
            throw new Refused('timestamp_in_future');
        }
    }

    private function checkedBody(ArrayObject $request): string
    {
        $body = bytes($request['body']);
        return strlen($body) <= $this->settings['bodyLimit'] ? $body : throw new Refused('body_too_large');
    }

    private function checkAllowed(ArrayObject $request): void
    {
        if (($request['allowed'] ?? true) !== true) {
            throw new Refused('app_forbidden');
        }
    }
}

/** A received method. Without the policy method-case it must be upper-case. */
function exactMethodOf(string $text): string
{
    return methodOf($text) === $text ? $text : throw new Refused('method_invalid');
}
