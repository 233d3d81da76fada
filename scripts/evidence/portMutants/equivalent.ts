/** Mutants that no run can notice, because they behave like the port, or differ only outside of what a port promises. */
import type { Mutant } from './Mutant.ts'

export interface Equivalent {
  /** `go/keys.go` */
  readonly file: string
  readonly reason: string
  /** A part of the change of each. */
  readonly changes: ReadonlyArray<string>
}

export const equivalents: ReadonlyArray<Equivalent> = [
  {
    file: 'python/job.py',
    reason: 'a string with a line end is no JSON, whatever its depth',
    changes: ['«re.DOTALL → re.NOFLAG»'],
  },
  {
    file: 'python/job.py',
    reason: 'it counts for nothing, or stands for the same number',
    changes: ['[\\[{« → _»]', 'float(exponent or «0 → False»)'],
  },
  {
    file: 'python/keys.py',
    reason: 'an even exponent, or an even modulus, is refused anyway',
    changes: ['«65537 → 65536» <= exponent', 'exponent «< → <=» 2**32', 'if min(key.p, key.q) < «2 → 3»'],
  },
  {
    file: 'python/keys.py',
    reason: 'the decoder of Base64, the list of labels or the second encoding refuses it',
    changes: ['+/=« → _»]+', 'BEGIN ([A-«Z → Y» ]+)', 'if len(der) > 1 else «2 → '],
  },
  {
    file: 'python/keys.py',
    reason: 'a key that was imported signs',
    changes: ['sign: except «ValueError → KeyboardInterrupt»'],
  },
  {
    file: 'python/port.py',
    reason: 'only the trace of the last step, or what the process leaves behind, differs',
    changes: ['sys.dont_write_bytecode = «', 'if step is i["steps"][-«1 → 0»]'],
  },
  {
    file: 'python/port.py',
    reason: 'the runner sends no message of another type',
    changes: ['main: «continue → pass»'],
  },
  {
    file: 'python/port.py',
    reason: 'a stack of nearly the same size',
    changes: ['threading.stack_size(128 * «1024 → 1023» * 1024)', 'threading.stack_size(«128 → 127» * 1024'],
  },
  {
    file: 'python/scheme.py',
    reason: 'the characters of a host are checked before, and it has no slash or colon',
    changes: [
      '(?:25[«0 → /»-5]|2',
      '[1-9]?[0-9« → ,»])"',
      '(?:[«0 → /»-9]+|0[Xx]',
      '|2[«0 → /»-4][0-9]|',
      '[1-9]?[0-«9 → :»])"',
      '1[0-9« → :»]{2}|',
      '(?:[0-«9 → :»]+|0[Xx]',
      'ENDS_IN_NUMBER = re.compile(r"(?:.*\\.)?(?:[0-9« → /»]+|',
      'ENDS_IN_NUMBER = re.compile(r"(?:.*\\.)?(?:[0-9]+|0[Xx][0-«9 → :»A-Fa-f]*)',
    ],
  },
  {
    file: 'python/scheme.py',
    reason: 'the pattern ignores case, so the other case stands for it',
    changes: [
      'host>[0-9A-«Z → Y»a-z](?:',
      'host>[0-9A-Za-«z → y»](?:',
      '(?:[0-9A-Za-«z → y»._-]*[0-9A-Za-z])?|',
      '[0-9A-Z«a → b»-z])?|',
      '(?:[0-9«A → B»-Za-z._-]*',
      '|\\[[0-9A-Fa-«f → e»:.]+\\]',
    ],
  },
  {
    file: 'python/scheme.py',
    reason: 'a line that begins with a space was refused for its empty first word',
    changes: ['or space < «0 → 1»:'],
  },
  {
    file: 'python/scheme.py',
    reason: 'no rule of a value allows a double quote',
    changes: [`«'"' in value → False»`],
  },
  {
    file: 'python/scheme.py',
    reason: 'the rule of the value refuses it as well',
    changes: [`not value «or → and» '"' in value`],
  },
  {
    file: 'python/scheme.py',
    reason: 'a port of six digits is beyond 65535',
    changes: ['(?P<port>[0-9]{1,«5 → 6»})'],
  },
  {
    file: 'python/keys.py',
    reason: 'for a public key the library raises none',
    changes: ['public_key: except (ValueError, «TypeError → KeyboardInterrupt», UnsupportedAlgorithm)'],
  },
  {
    file: 'python/verifier.py',
    reason: 'an unknown app has no keys, so its signature is refused',
    changes: ['«raise Refused("app_unknown") → pass»'],
  },
  {
    file: 'python/scheme.py',
    reason: 'a header always has four items',
    changes: ['zip(KEYS, items, strict=«True → False»)'],
  },
  {
    file: 'go/authorization.go',
    reason: 'the next check refuses it as well',
    changes: ['schemeOf: «return "", false, malformed → »', 'if len(items) < «4 → 3»'],
  },
  {
    file: 'go/authorization.go',
    reason: 'a map grows by itself',
    changes: ['make(map[string]string, «4 → 3»)'],
  },
  {
    file: 'go/message.go',
    reason: 'every input is an object',
    changes: ['inputOf: «return nil, errors.New("this is no JSON object") → »'],
  },
  {
    file: 'go/authorization.go',
    reason: 'a result beside an error is not used',
    changes: ['return "", «false → true», refusal('],
  },
  {
    file: 'go/job.go',
    reason: 'the decoder has read the token, so four hexadecimal digits follow `\\u`, and a quotation mark comes first',
    changes: [
      '\\\\u[dD« → »][89abAB]',
      '[89abAB« → /»]',
      '[c-fC-F« → :»]',
      '[89a-«f → g»A-F]',
      '[89a-fA-F« → .»]',
      'if m[2] «>= → >» 0',
      '[c-«f → g»C-F]',
      'token.(string); «ok → ((ok) || true)»',
    ],
  },
  {
    file: 'go/job.go',
    reason: 'every size but 32 reads 64 bits',
    changes: ['ParseFloat(string(n), «64 → 65»)', 'ParseFloat(string(n), «64 → 63»)'],
  },
  {
    file: 'go/job.go',
    reason: 'the decoder has read a number; what is none has no digits',
    changes: ['integerForm = regexp.MustCompile(`^(0|-?[1-«9 → :»]', 'isInteger: return «ok → ((ok) || true)»'],
  },
  {
    file: 'go/keys.go',
    reason: 'the decoder of Base64 or the label refuses it',
    changes: [
      '\\n([0-9A-Za-z+/=\\r\\n]«+ → *»)',
      'END ([A-Z « → %»]+)',
      'BEGIN ([A-«Z → Y» ]+)',
      'privateKey: «return nil, err → »',
      '-----BEGIN ([A-Z ]«+ → *»)',
      '([0-9«A → @»-Za-z+/=\\r\\n]+)',
    ],
  },
  {
    file: 'go/keys.go',
    reason: 'both ways sign and verify alike with a smaller exponent, and 2^31 is even',
    changes: [
      'if key.E «> → >=» maxLibraryExponent',
      'maxLibraryExponent = 1<<31 - «1 → 0»',
      'maxLibraryExponent = «1 → 0»<<31 - 1',
      'maxLibraryExponent = 1<<«31 → 30» - 1',
    ],
  },
  {
    file: 'go/main.go',
    reason: 'the runner says bye before it closes its output',
    changes: ['«end != nil → ((end != nil) && false)»'],
  },
  {
    file: 'go/ops.go',
    reason: 'nothing fails there without a refusal',
    changes: ['opVerify: «return nil, err → » (2)', 'opRSAVerify: if «err == nil → ((err == nil) || true)»'],
  },
  {
    file: 'go/ops.go',
    reason: 'the runner ignores further members of a value',
    changes: ['opRequest: «w.Authorization = "" → »'],
  },
  {
    file: 'go/scheme.go',
    reason: 'the parser of integers refuses it',
    changes: [
      'timestampForm = regexp.MustCompile(`^(0|[1-9][0-9« → /»]{0,15})',
      'timestampForm = regexp.MustCompile(`^(0|[1-9][0-«9 → :»]{0,15})',
    ],
  },
  {
    file: 'go/scheme.go',
    reason: 'the characters of a host are checked before, and it has no blank',
    changes: [
      'numberAtEndForm = regexp.MustCompile(`(?:^|\\.)(?:[0-9« → »]+',
      'numberAtEndForm = regexp.MustCompile(`(?:^|\\.)(?:[0-9]+|0[Xx][«0 → /»-9A-Fa-f]*)',
    ],
  },
  {
    file: 'go/scheme.go',
    reason: 'a port of six digits is beyond 65535',
    changes: ['(?::0*([0-9]{1,«5 → 6»}))'],
  },
  {
    file: 'go/scheme.go',
    reason: 'the parser of addresses refuses it; its zero value is no loopback',
    changes: ['isLoopback: return strings.EqualFold(host, "localhost") || host == "[::1]" || «err == nil →'],
  },
  {
    file: 'go/scheme.go',
    reason: 'what was decoded before the fault encodes to another text',
    changes: ['signatureBytes: if «err != nil →'],
  },
  {
    file: 'go/verifier.go',
    reason: 'the signature was decoded before, when the header was parsed',
    changes: ['verifySigned: «return "", err → » (5)'],
  },
  {
    file: 'go/verifier.go',
    reason: 'a key that was imported verifies',
    changes: ['ok || «err != nil → ((err != nil) && false)»'],
  },
  {
    file: 'go/verifier.go',
    reason: 'no clock is before 1970',
    changes: ['int64(«math.Floor(clock) → clock»)'],
  },
  {
    file: 'go/message.go',
    reason: 'a token that was not read is no brace',
    changes: ['«err != nil → ((err != nil) && false)» || t != json.Delim('],
  },
]

const covers = ({ file }: Equivalent, change: string, mutant: Mutant): boolean =>
  `${mutant.port}/${mutant.file}` === file && mutant.change.includes(change)

/** Why no run can notice a mutant, if it is listed. */
export const reasonOf = (mutant: Mutant): string | undefined =>
  equivalents.find((each) => each.changes.some((change) => covers(each, change, mutant)))?.reason

/** What the list says of mutants that do not exist. */
export const staleIn = (mutants: ReadonlyArray<Mutant>): ReadonlyArray<string> =>
  equivalents.flatMap((each) =>
    each.changes
      .filter((change) => !mutants.some((mutant) => covers(each, change, mutant)))
      .map((change) => `${each.file}: ${change}`),
  )
