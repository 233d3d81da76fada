/**
 * A port with one small mistake answers some draw of every default run wrongly. A port that takes the Kelvin sign `\u212a` for a K, for
 * example, is met by a request whose scheme holds one, and which must be refused.
 */
import type { Inputs, Op } from '../../../../src/kit/conformance/Vector.ts'
import { assert, suite } from '../../../support/suite.ts'
import { drawnAt, seeds } from './drawn.ts'

const lenient = suite('what a small mistake answers wrongly')

/** Every default run has a valid or an invalid input of an op that the mistake is about. */
const meets = <O extends Op>(mistake: string, op: O, passes: boolean, isOne: (input: Inputs[O]) => boolean): void =>
  lenient(`${op}: ${mistake}`, () => {
    for (const seed of seeds) {
      const isMet = drawnAt('full', seed).some(
        (run) => run.op === op && run.passes === passes && isOne(run.input as Inputs[O]),
      )
      assert.ok(isMet, `the default run of seed ${seed} has none`)
    }
  })

/** The value of an item in the only line: `n-1` for `nonce_str` in `SVC-SHA256-RSA app_id=app-1,nonce_str=n-1,…`. Empty if there is none. */
const itemOf = ({ authorization: [line = '', ...more] }: Inputs['parseAuthorization'], name: string): string =>
  more.length > 0 ? '' : (line.split(/[ ,]/).find((item) => item.startsWith(`${name}=`)) ?? '').slice(name.length + 1)
/** The text of a body that is given as bytes; empty for any other. */
const textOf = (content: object): string =>
  'hex' in content && typeof content.hex === 'string' ? Buffer.from(content.hex, 'hex').toString() : ''
/** The code units of a body that is given in UTF-16, in hexadecimal: `d7ff`, `fffd`. */
const unitsOf = (content: object): ReadonlyArray<string> =>
  'utf16' in content && typeof content.utf16 === 'string' ? (content.utf16.match(/..../g) ?? []) : []

// In Unicode the long s, the Kelvin sign and the dotless i have an ASCII letter as their other case: S, k and I.
meets('takes a scheme in which a letter folds to ASCII', 'stringToSign', false, ({ url }) =>
  /^[A-Za-z0-9]*[\u017f\u212a][A-Za-z0-9]*:\/\//.test(url),
)
meets('takes a method in which a letter folds to ASCII', 'stringToSign', false, ({ method }) =>
  /[\u017f\u212a\u0131]/.test(method),
)
meets('takes an auth type in which a letter folds to ASCII', 'parseAuthorization', false, ({ authorization: [line] }) =>
  /^[^ ]*[\u017f\u212a]/.test(line ?? ''),
)
meets('takes a base URL in which a letter folds to ASCII', 'request', false, ({ baseUrl }) =>
  /[\u017f\u212a]/.test(baseUrl),
)

// Code units that may be taken for a fault: the mark of a replaced character, and those next to the surrogates.
for (const unit of ['fffd', 'd7ff', 'e000'])
  meets(`refuses U+${unit.toUpperCase()} in a text`, 'stringToSign', true, ({ body }) => unitsOf(body).includes(unit))
for (const [name, character] of Object.entries({ FFFD: '\ufffd', D7FF: '\ud7ff', E000: '\ue000' })) {
  meets(`refuses U+${name} in a job`, 'decodeJob', true, ({ body }) => textOf(body).includes(character))
  meets(`refuses U+${name} in a job`, 'encodeJob', true, ({ job }) => JSON.stringify(job).includes(character))
  meets(`refuses the escape of U+${name}`, 'decodeJob', true, ({ body }) =>
    textOf(body).toLowerCase().includes(`\\u${name.toLowerCase()}`),
  )
}
// An escape of a surrogate, `\ud8..`, without one before it or behind it that could be its other half.
for (const half of ['[89ab]', '[cdef]', ...'89abcdefABCDEF'])
  meets(`takes a lone half of \\ud${half}`, 'decodeJob', false, ({ body }) =>
    new RegExp(`(?<!\\\\u[dD][^"]{3})\\\\u[dD]${half}..(?!\\\\u[dD])`).test(textOf(body)),
  )
meets('takes two first halves in a row', 'decodeJob', false, ({ body }) =>
  /\\ud[89ab]..\\ud[89ab]..(?!\\ud[c-f])/i.test(textOf(body)),
)

/** The text with its names in letters: a name that is given twice may have escapes the second time, as in `"a"` and `"\u0061"`. */
const withoutEscapes = (content: object): string =>
  textOf(content).replace(/\\u([\da-f]{4})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
for (const empty of ['null', '(?:false|0|""|\\[\\]|\\{\\})'])
  meets(`takes a name again behind ${empty}`, 'decodeJob', false, ({ body }) => {
    const text = withoutEscapes(body)
    // The draws with a repeated name have this one after it. The pattern would take a minute for a long text without it.
    const before = text.slice(0, Math.max(0, text.lastIndexOf('"another name of its own"')))
    return new RegExp(`"([^"\\\\]*)":${empty},[^]*"\\1":`).test(before)
  })
for (const bracket of '[]{}')
  meets(`counts ${bracket} in a text as a level`, 'decodeJob', true, ({ body }) =>
    textOf(body).includes(bracket.repeat(130)),
  )

meets('refuses a token of 8,185 characters', 'parseAuthorization', true, ({ authorization: [line = ''] }) =>
  /^Bearer .{8185}$/.test(line),
)
meets('takes a token of 8,186 characters', 'parseAuthorization', false, ({ authorization: [line = ''] }) =>
  /^Bearer .{8186}$/.test(line),
)
meets('refuses a token of 8,185 characters', 'formatAuthorization', true, (input) =>
  'token' in input ? input.token.length === 8185 : false,
)
meets('takes a token of 8,186 characters', 'formatAuthorization', false, (input) =>
  'token' in input ? input.token.length === 8186 : false,
)
for (const [length, passes] of [
  [8192, true],
  [8193, false],
] as const) {
  const mistake = passes ? 'refuses' : 'takes'
  meets(`${mistake} ${length} characters`, 'parseAuthorization', passes, ({ authorization: [line = ''] }) =>
    line.startsWith('Bearer') ? false : line.length === length,
  )
  meets(`${mistake} ${length} characters`, 'formatAuthorization', passes, (input) => {
    if ('token' in input) return false
    const { authType, appId, nonce, timestamp, signature } = input
    const line = `${authType} app_id=${appId},nonce_str=${nonce},timestamp=${timestamp},signature=${signature}`
    return line.length === length
  })
  meets(`${mistake} a target of ${length} characters`, 'stringToSign', passes, ({ url }) =>
    url.startsWith('/') && !url.includes('#') ? url.length === length : false,
  )
}
for (const [length, passes] of [
  [128, true],
  [129, false],
] as const) {
  const mistake = passes ? 'refuses' : 'takes'
  meets(`${mistake} a nonce of ${length}`, 'stringToSign', passes, ({ nonce }) => nonce.length === length)
  for (const name of ['app_id', 'nonce_str'])
    meets(`${mistake} ${name} of ${length}`, 'parseAuthorization', passes, (i) => itemOf(i, name).length === length)
  for (const name of ['appId', 'nonce'] as const)
    meets(`${mistake} ${name} of ${length}`, 'formatAuthorization', passes, (input) =>
      'token' in input ? false : input[name].length === length,
    )
}
for (const [length, passes] of [
  [64, true],
  [65, false],
] as const)
  meets(`${passes ? 'refuses' : 'takes'} an auth type of ${length}`, 'formatAuthorization', passes, (input) =>
    'token' in input ? false : input.authType.length === length,
  )

for (const character of '/:@[`{') {
  meets(`takes ${character} in a nonce`, 'stringToSign', false, ({ nonce }) => nonce.includes(character))
  meets(`takes ${character} in a nonce`, 'parseAuthorization', false, (i) => itemOf(i, 'nonce_str').includes(character))
  meets(`takes ${character} in an app id`, 'parseAuthorization', false, (i) => itemOf(i, 'app_id').includes(character))
}
for (const character of '/:') {
  meets(`takes ${character} in a timestamp`, 'stringToSign', false, ({ timestamp }) => timestamp.includes(character))
  meets(`takes ${character} in a timestamp`, 'parseAuthorization', false, (i) =>
    itemOf(i, 'timestamp').includes(character),
  )
}
for (const character of '/@[{')
  meets(`takes ${character} in a written auth type`, 'formatAuthorization', false, (input) =>
    'token' in input ? false : input.authType.includes(character),
  )
meets('takes @ in a scheme', 'stringToSign', false, ({ url }) => /^[A-Za-z][A-Za-z0-9]*@[A-Za-z0-9]*:\/\//.test(url))

const meetsBase = (mistake: string, passes: boolean, form: RegExp): void =>
  meets(mistake, 'request', passes, ({ baseUrl, edition }) => edition !== undefined && form.test(baseUrl))

// [1:2:3:4:5:6:127.0.0.1]
meetsBase('refuses an IPv4 address at the end of IPv6', true, /\[[0-9a-f:]+:\d+\.\d+\.\d+\.\d+\]/i)
// [1:2:3:4:5:6:7::] and [::2:3:4:5:6:7:8]
meetsBase('refuses :: for one group', true, /\[(?:[0-9a-f]+:){7}:\]|\[::(?:[0-9a-f]+:){6}[0-9a-f]+\]/i)
// [1:2:3:4::5:6:7:8], [::1:2:3:4:5:6:7:8] and [::1:2:3:4:5:127.0.0.1]
meetsBase(
  'takes :: for no group',
  false,
  /\[(?:[0-9a-f]+:+){8,}:?\]|\[:(?::[0-9a-f]+){8}\]|::(?:[0-9a-f]+:){5}\d+\.\d/i,
)
meetsBase('takes a name below localhost for loopback', false, /^http:\/\/[a-z0-9]+\.localhost(?![.a-z])/i)
meetsBase('takes a name that begins with localhost for loopback', false, /^http:\/\/localhost[.-]?[a-z0-9]/i)
meetsBase('takes other addresses for loopback', false, /^http:\/\/(?:10|126|128|192)\.\d+\.\d+\.\d+(?!\.)/i)
meetsBase('takes other IPv6 addresses for loopback', false, /^http:\/\/\[/i)
meetsBase('takes / or a blank first in a host', false, /^https:\/\/[/ ]./i)
meetsBase('takes _ last in a host', false, /^https:\/\/[A-Za-z0-9._-]+_(?:[:/]|$)/i)
// https://a.0x0123456789abcdef: with a last label of hexadecimal digits a host is a number.
meetsBase('knows only some hexadecimal digits', false, /\.0x[0-9a-f]{16,}(?:[:/]|$)/i)

/** A message without a body whose nonce is a number: of these, the generator knows those whose signature begins with 00. */
const beginsWithZero = ({ message, signature }: Inputs['rsaVerify'], length: number): boolean =>
  'hex' in signature && signature.hex.length === 2 * length && /^POST\n\S+\n\d+\n\d{3,4}\n$/.test(textOf(message))
meets('refuses a signature that begins with 00', 'rsaVerify', true, (input) => beginsWithZero(input, 256))
meets('takes a signature without the 00 that it begins with', 'rsaVerify', false, (input) => beginsWithZero(input, 255))

// Inputs that some port has answered as if they were simpler ones.
/** Whether the request is signed: one with a token is not. */
const signs = ({ credentials }: Inputs['request']): boolean => 'appId' in credentials
const isLarge = (body: object): boolean => 'hex' in body && String(body.hex).length > 131_072
meets('a timestamp beyond 32 bits', 'request', true, (all) => signs(all) && Number(all.timestamp) > 2 ** 32)
meets('a long nonce', 'request', true, (all) => signs(all) && all.nonce.length > 16)
meets('an auth type of its own beside a path', 'request', true, (all) => {
  return signs(all) && all.authType !== 'SVC-SHA256-RSA' && /[a-z0-9]\/\w/i.test(all.baseUrl)
})
meets('a path under a token', 'request', true, (all) => !signs(all) && /[a-z]\/\w/.test(all.baseUrl))
meets('plain http under a token', 'request', false, (all) => !signs(all) && /^http:/i.test(all.baseUrl))
meets('a lone half under a token', 'request', false, (all) => !signs(all) && 'utf16' in all.body)
meets('no job under a token', 'request', false, (all) => !signs(all) && 'job' in all.body)
meets('a job that nests too deep', 'request', false, ({ body }) => /(?:\[|\{"a":){100}/.test(JSON.stringify(body)))
meets('a large body', 'request', true, ({ body }) => isLarge(body))
meets('a large body', 'sign', true, ({ body }) => isLarge(body))
meets('marks of a template', 'sign', true, ({ body }) => 'hex' in body && /24(?:24|26)|2525/.test(body.hex))
meets('a token beside a wrong auth type', 'parseAuthorization', false, (all) => all.authorization[0] === 'Bearer abc')
meets('a text that looks like a date', 'decodeJob', true, ({ body }) => textOf(body).includes('"2023-11-14T22:13:20Z"'))
meets('a name that is an order', 'decodeJob', true, ({ body }) => textOf(body).includes('"$type"'))
meets('an exponent with a capital', 'decodeJob', true, ({ body }) => /[[,]-?\d+E\d/.test(textOf(body)))
meets('a wrong stage behind hundreds', 'decodeJob', false, ({ body }) => textOf(body).split('"type"').length > 250)
meets('a name twice in a stage of another type', 'decodeJob', false, ({ body }) => {
  if (!textOf(body).includes('{"a":1,"a":2}')) return false
  const { stages } = JSON.parse(textOf(body)) as { readonly stages: ReadonlyArray<{ readonly type?: string }> }
  return stages.some(({ type = '' }) => !['INPUT_INITIALIZE', 'DIFFUSION'].includes(type))
})
