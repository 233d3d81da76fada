<?php
/**
 * JSON, read strictly. json_decode() accepts duplicate names, rounds numbers and hides how an integer was spelled, so
 * it decodes single strings only. An object becomes an ArrayObject: an array cannot tell {} from [], and a
 * stdClass has no member whose name begins with NUL.
 */

declare(strict_types=1);

namespace Countersign;

use ArrayObject;

const MAX_DEPTH = 128;
const NUMBER = '/\G(-?(?:0|[1-9][0-9]*+))((?:\.[0-9]++)?(?:[eE][+-]?[0-9]++)?)/';

/** A job's bytes. Refuses what is not JSON as job_malformed, and what JSON readers disagree about as job_invalid. */
function readStrictly(string $text): mixed
{
    return (new JsonReader($text, true))->read();
}

/** A message of the protocol. The operations check the strings in it. */
function readMessage(string $text): mixed
{
    return (new JsonReader($text, false))->read();
}

final class JsonReader
{
    private int $at = 0;

    public function __construct(private readonly string $text, private readonly bool $strict)
    {
    }

    public function read(): mixed
    {
        // The whole text, since json_decode() sees only the strings.
        if (preg_match('//u', $this->text) !== 1) {
            throw $this->malformed();
        }
        $value = $this->value(1);
        return $this->next() === '' ? $value : throw $this->malformed();
    }

    private function malformed(): Refused
    {
        return new Refused('job_malformed');
    }

    private function requireSafe(bool $safe): void
    {
        if ($this->strict && !$safe) {
            throw new Refused('job_invalid');
        }
    }

    /** The next character that is not white space, or nothing at the end. */
    private function next(): string
    {
        $this->at += strspn($this->text, " \t\r\n", $this->at);
        return $this->text[$this->at] ?? '';
    }

    private function take(string $character): bool
    {
        $taken = $this->next() === $character;
        $this->at += $taken ? 1 : 0;
        return $taken;
    }

    private function require(string $character): void
    {
        if (!$this->take($character)) {
            throw $this->malformed();
        }
    }

    private function value(int $depth): mixed
    {
        return match ($this->next()) {
            '{' => $this->object($depth),
            '[' => $this->list($depth),
            '"' => $this->string(),
            't' => $this->word('true', true),
            'f' => $this->word('false', false),
            'n' => $this->word('null', null),
            default => $this->number(),
        };
    }

    private function object(int $depth): ArrayObject
    {
        $this->requireSafe($depth <= MAX_DEPTH);
        $this->require('{');
        $members = [];
        if ($this->take('}')) {
            return new ArrayObject();
        }
        do {
            if ($this->next() !== '"') {
                throw $this->malformed();
            }
            $name = $this->string();
            $this->requireSafe(!array_key_exists($name, $members));
            $this->require(':');
            $members[$name] = $this->value($depth + 1);
        } while ($this->take(','));
        $this->require('}');
        return new ArrayObject($members);
    }

    /** @return list<mixed> */
    private function list(int $depth): array
    {
        $this->requireSafe($depth <= MAX_DEPTH);
        $this->require('[');
        $items = [];
        if ($this->take(']')) {
            return $items;
        }
        do {
            $items[] = $this->value($depth + 1);
        } while ($this->take(','));
        $this->require(']');
        return $items;
    }

    private function word(string $word, ?bool $meaning): ?bool
    {
        if (substr_compare($this->text, $word, $this->at, strlen($word)) !== 0) {
            throw $this->malformed();
        }
        $this->at += strlen($word);
        return $meaning;
    }

    /** An integer if spelled as one: without the policy int-spelling, -0, 1.0 and 1e0 are not integers. */
    private function number(): int|float
    {
        if (preg_match(NUMBER, $this->text, $number, 0, $this->at) !== 1) {
            throw $this->malformed();
        }
        $this->at += strlen($number[0]);
        $value = (float) $number[0];
        $isSafe = abs($value) <= MAX_INTEGER;
        $this->requireSafe($isSafe);
        // −0.0 + 0.0 is 0.0
        return $isSafe && $number[2] === '' && $number[0] !== '-0' ? (int) $number[0] : $value + 0.0;
    }

    private function string(): string
    {
        $end = $this->at + 1;
        while (true) {
            $end += strcspn($this->text, '"\\', $end);
            if (($this->text[$end] ?? '"') === '"') {
                break;
            }
            $end += 2;
        }
        $literal = substr($this->text, $this->at, $end + 1 - $this->at);
        $this->at = $end + 1;
        $value = json_decode($literal);
        if (json_last_error() === JSON_ERROR_UTF16) {
            $this->requireSafe(false);
            // Half a surrogate pair becomes a byte that UTF-8 never has, so every rule refuses it.
            return "\xff";
        }
        return is_string($value) ? $value : throw $this->malformed();
    }
}

/** Compact JSON; arrays that are no lists are objects too. Strings that are not UTF-8 are refused. */
function writeJson(mixed $value): string
{
    if (is_array($value) && array_is_list($value)) {
        $items = [];
        foreach ($value as $item) { // array_map() would take from the small stack of C
            $items[] = writeJson($item);
        }
        return '[' . implode(',', $items) . ']';
    }
    if (is_array($value) || $value instanceof ArrayObject) {
        $members = [];
        foreach ($value as $name => $member) {
            $members[] = writeJson((string) $name) . ':' . writeJson($member);
        }
        return '{' . implode(',', $members) . '}';
    }
    $text = json_encode($value, JSON_UNESCAPED_SLASHES);
    return $text !== false ? $text : throw new Refused('job_invalid');
}
