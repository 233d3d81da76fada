<?php
/** The op `accumulate`: one digest over the results of many generated inputs. */

declare(strict_types=1);

namespace Countersign;

use Generator;

const METHODS = ['GET', 'POST', 'put', 'Patch', 'DELETE', 'options', 'x-custom', 'PROPFIND'];
const PREFIXES = ['', 'https://jobs.example', 'HTTP://user@[::1]:8443'];
const SUFFIXES = ['', '#part'];
const VISIBLE = '!"$%&\'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~';
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-';
const MUTANTS = ['!', '#', '%', '&', '*', '+', '-', '.', '/', ':', ';', '=', '?', '@', '_', '~', '0', '9', 'A', 'z'];
const AUTH_TYPE = 'SVC-SHA256-RSA';

/** The bytes of one input. */
final class Stream
{
    private string $bytes = '';
    private int $block = 0;

    public function __construct(private readonly string $name)
    {
    }

    public function take(int $n): string
    {
        while (strlen($this->bytes) < $n) {
            $this->bytes .= hash('sha256', "$this->name/$this->block", true);
            $this->block++;
        }
        $taken = substr($this->bytes, 0, $n);
        $this->bytes = substr($this->bytes, $n);
        return $taken;
    }

    public function u8(): int
    {
        return ord($this->take(1));
    }

    public function u16(): int
    {
        return unpack('n', $this->take(2))[1];
    }

    public function u32(): int
    {
        return unpack('N', $this->take(4))[1];
    }

    /** @param list<string> $choices */
    public function pick(array $choices): string
    {
        return $choices[$this->u16() % count($choices)];
    }

    public function text(int $n, string $alphabet): string
    {
        $text = '';
        foreach (str_split($this->take($n)) as $byte) {
            $text .= $byte === '' ? '' : $alphabet[ord($byte) % strlen($alphabet)];
        }
        return $text;
    }
}

function accumulate(string $run, string $seed, int $count, ?string $privateKey): string
{
    $key = $run === 'signatures' ? privateKey($privateKey) : null;
    $digest = hash_init('sha256');
    for ($i = 0; $i < $count; $i++) {
        $stream = new Stream("$seed/$i");
        hash_update($digest, match ($run) {
            'strings' => hash('sha256', generatedString($stream), true),
            'signatures' => $key->sign(generatedString($stream)),
            'headers' => hash('sha256', verdict(generatedLine($stream)), true),
        });
    }
    return hash_final($digest);
}

function generatedString(Stream $s): string
{
    $method = $s->pick(METHODS);
    $prefix = $s->pick(PREFIXES);
    $target = '/' . $s->text($s->u16() % 48, VISIBLE);
    $suffix = $s->pick(SUFFIXES);
    $timestamp = (string) $s->u32();
    $nonce = $s->text(1 + $s->u8() % MAX_NONCE, ALPHABET);
    $body = $s->take($s->u16() % 256);
    return stringToSign($method, $prefix . $target . $suffix, $timestamp, $nonce, $body);
}

function generatedLine(Stream $s): string
{
    $appId = $s->text(1 + $s->u8() % 24, ALPHABET . '._~');
    $nonce = $s->text(1 + $s->u8() % 48, ALPHABET);
    $timestamp = (string) $s->u32();
    $signature = base64_encode($s->take(1 + $s->u8() % 48));
    $left = [['app_id', $appId], ['nonce_str', $nonce], ['timestamp', $timestamp], ['signature', $signature]];
    $items = [];
    while ($left !== []) {
        array_push($items, ...array_splice($left, $s->u8() % count($left), 1));
    }
    [$authType, $before, $comma, $after] = [AUTH_TYPE, '', ',', ''];
    switch ($k = $s->u8() % 16) {
        case 6:
        case 7:
        case 8:
            $value = &$items[$s->u8() % 4][1];
            $p = $s->u16() % strlen($value);
            $m = $s->pick(MUTANTS);
            $value = substr_replace($value, $k === 6 ? '' : $m, $p, $k === 7 ? 0 : 1);
            break;
        case 9:
            array_splice($items, $s->u8() % 4, 1);
            break;
        case 10:
            $items[] = $items[$s->u8() % 4];
            break;
        case 11:
            $items[$s->u8() % 4][1] = '';
            break;
        case 12:
            $before = ',';
            break;
        case 13:
            $after = ',';
            break;
        case 14:
            $authType = 'SVC-SHA256-RSA2';
            break;
        case 15:
            $comma = ',,';
            break;
    }
    $pairs = array_map(fn (array $item): string => implode('=', $item), $items);
    return "$authType $before" . implode($comma, $pairs) . $after;
}

function verdict(string $line): string
{
    try {
        $items = parseAuthorization([$line], AUTH_TYPE);
        return "$items->appId\n$items->nonce\n$items->timestamp\n$items->signature\n";
    } catch (Refused) {
        return "reject\n";
    }
}
