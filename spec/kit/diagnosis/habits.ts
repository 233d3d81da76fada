/**
 * Clients with one or two bad habits, made without the catalogue: each habit is what a program does to its text, and says by
 * itself which findings tell the truth about it. So the causes of exact reports are checked, and not only their texts.
 *
 * Some bytes do not show which habits led to them. A report that one habit makes true is true of every client with the same bytes, for it
 * tells the simplest cause:
 *
 *     joined by CR LF, one at the end, and the body trimmed    the same bytes as joined by CR LF
 */
import { diagnose } from '../../../src/kit/diagnosis/examine.ts'
import { isJson } from '../../../src/kit/diagnosis/forms/isJson.ts'
import type { Finding, Report } from '../../../src/kit/diagnosis/Report.ts'
import { hash } from '../../../src/platform/node/hash.ts'
import { type Draw, drawOf, line, now, publicKey, signatureOf } from '../../support/planting.ts'

type Slot = 'method' | 'target' | 'timestamp' | 'nonce' | 'body' | 'join' | 'header'

/** What a client signs, part by part, and how it joins and sends that. */
interface Signing {
  readonly method: string
  readonly target: string
  readonly timestamp: string
  readonly nonce: string
  readonly body: Buffer
  readonly join: (signing: Signing) => Buffer
  readonly header: (line: string) => string
}

interface Habit {
  readonly slot: Slot
  /** The findings that tell it, by id, by `id (detail)`, or by a pattern of the latter; any of them is true. */
  readonly ids: ReadonlyArray<string | RegExp>
  /** What the client does; undefined if it does not apply. */
  readonly change: (signing: Signing, draw: Draw) => Partial<Signing> | undefined
}

const joinedBy =
  (between: string, end = '', start = ''): Signing['join'] =>
  ({ method, target, timestamp, nonce, body }) =>
    Buffer.concat([Buffer.from(start + [method, target, timestamp, nonce, ''].join(between)), body, Buffer.from(end)])

const right = joinedBy('\n')

const textHabit = (ids: Habit['ids'], change: (text: string, draw: Draw) => string): Habit => ({
  slot: 'body',
  ids,
  change: ({ body }, draw) => (body.length === 0 ? undefined : { body: Buffer.from(change(body.toString(), draw)) }),
})

/** Of a body that is an object or a list in JSON: what writes it anew. */
const jsonHabit = (ids: Habit['ids'], change: (value: unknown, draw: Draw) => string): Habit => ({
  slot: 'body',
  ids,
  change: ({ body }, draw) => {
    const text = body.toString()
    return /^\s*[[{]/.test(text) && isJson(text) ? { body: Buffer.from(change(JSON.parse(text), draw)) } : undefined
  },
})

const targetHabit = (ids: Habit['ids'], change: (target: string, draw: Draw) => string): Habit => ({
  slot: 'target',
  ids: [...ids, 'target-other'],
  change: ({ target }, draw) => ({ target: change(target, draw) }),
})

const joinHabit = (ids: Habit['ids'], join: Signing['join']): Habit => ({
  slot: 'join',
  ids,
  change: (signing) => (signing.join === right ? { join } : undefined),
})

const headerHabit = (ids: Habit['ids'], write: Signing['header']): Habit => ({
  slot: 'header',
  ids,
  change: ({ header }) => ({ header: (text) => write(header(text)) }),
})

const inSignature =
  (write: (bytes: Buffer) => string): Signing['header'] =>
  (header) =>
    header.replace(/signature=(.*)$/, (_, text: string) => `signature=${write(Buffer.from(text, 'base64'))}`)

const spacedJson = (value: unknown): string =>
  JSON.stringify(value)
    .replace(/("(?:[^"\\]|\\.)*"):/g, '$1: ')
    .replace(/("(?:[^"\\]|\\.)*"|[\]}\d])(,)/g, '$1, ')

const escapedLetters = (text: string): string =>
  text.replace(/[\u0080-\uffff]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)

const sortedValue = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sortedValue)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, inner]) => [name, sortedValue(inner)] as const)
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/** Of a timestamp that is still in seconds. */
const inSeconds =
  (write: (seconds: number, draw: Draw) => string): Habit['change'] =>
  ({ timestamp }, draw) =>
    /^\d{10}$/.test(timestamp) ? { timestamp: write(Number(timestamp), draw) } : undefined

const inQuery = (target: string, change: (query: string) => string): string => {
  const [path = '', query] = target.split('?')
  return query === undefined ? path : `${path}?${change(query)}`
}

const reserialized = ['body-reserialized', 'body-crlf', 'body-trailing-newline', 'body-lines-joined']
const reencoded = ['target-decoded', 'target-reencoded']

const habits: Readonly<Record<string, Habit>> = {
  'indented by two': jsonHabit(reserialized, (value) => JSON.stringify(value, null, 2)),
  'indented by four': jsonHabit(reserialized, (value) => JSON.stringify(value, null, 4)),
  'json.dumps': jsonHabit(reserialized, (value) => escapedLetters(spacedJson(value))),
  compact: jsonHabit(reserialized, (value) => JSON.stringify(value)),
  'members sorted': jsonHabit(reserialized, (value) => JSON.stringify(sortedValue(value))),
  'slashes escaped': jsonHabit(reserialized, (value) => JSON.stringify(value).replaceAll('/', '\\/')),
  'HTML escaped': jsonHabit(reserialized, (value) =>
    JSON.stringify(value).replace(/[<>&]/g, (c) => `\\u00${c.charCodeAt(0).toString(16)}`),
  ),
  'a line feed more': textHabit(['trailing-line-feed', ...reserialized], (text) => `${text}\n`),
  trimmed: textHabit(reserialized, (text) => text.trim()),
  'CR LF': textHabit(['body-crlf'], (text) => text.replace(/\r?\n/g, '\r\n')),
  'a byte order mark': textHabit(['body-bom'], (text) => `\ufeff${text}`),
  'quoted as a string': textHabit(['body-quoted'], (text) => JSON.stringify(text)),
  // Where another habit makes `null` of it, that is what was signed in place of the body.
  'no body': { slot: 'body', ids: ['body-missing', 'body-printed'], change: () => ({ body: Buffer.alloc(0) }) },
  'null for no body': {
    slot: 'body',
    ids: ['body-printed', 'body-other'],
    change: ({ body }) => (body.length === 0 ? { body: Buffer.from('null') } : undefined),
  },
  'the hash of the body': {
    slot: 'body',
    ids: ['body-hashed'],
    change: ({ body }) => ({ body: Buffer.from(Buffer.from(hash('sha256', new Uint8Array(body))).toString('hex')) }),
  },
  'in Latin-1': {
    slot: 'body',
    ids: ['body-encoding'],
    change: ({ body }) => ({ body: Buffer.from(body.toString(), 'latin1') }),
  },
  'UTF-8 taken for Latin-1': {
    slot: 'body',
    ids: ['body-encoding'],
    change: ({ body }) => ({ body: Buffer.from(body.toString('latin1')) }),
  },
  'in two chunks': {
    slot: 'body',
    ids: ['body-encoding'],
    change: ({ body }, { below }) => {
      const at = below(body.length + 1)
      return { body: Buffer.from(body.subarray(0, at).toString() + body.subarray(at).toString()) }
    },
  },
  'as many bytes as characters': {
    slot: 'body',
    ids: ['body-other'],
    // More than a line feed is lost: that alone may come back with a joint.
    change: ({ body }) => {
      const kept = body.subarray(0, body.toString().length)
      return body.length - kept.length > 2 ? { body: kept } : undefined
    },
  },
  'a value unfilled': textHabit(['part-unfilled'], (text, { of }) =>
    text.replace(/\d{3,4}(?=[,"}\]])/, of(['{{$randomInt}}', `$${'{__Random(1,1000)}'}`])),
  ),
  'a member less': jsonHabit(['body-other'], (value) =>
    Array.isArray(value)
      ? JSON.stringify(value)
      : JSON.stringify(Object.fromEntries(Object.entries(value as object).slice(0, -1))),
  ),
  'without the query': targetHabit(['target-without-query'], (target) => target.split('?')[0] as string),
  decoded: targetHabit(reencoded, (target) => decodeURIComponent(target)),
  'decoded, + as a space': targetHabit(reencoded, (target) => decodeURIComponent(target.replaceAll('+', ' '))),
  'lower-case escapes': targetHabit(reencoded, (target) => target.replace(/%[0-9A-F]{2}/g, (one) => one.toLowerCase())),
  'escaped twice': targetHabit(reencoded, (target) => target.replaceAll('%', '%25')),
  'values by URLSearchParams': targetHabit([...reencoded, 'query-respelled'], (target) =>
    inQuery(target, (query) => new URLSearchParams(query).toString()),
  ),
  'parameters sorted': targetHabit(['query-reordered'], (target) =>
    inQuery(target, (query) => query.split('&').toSorted().join('&')),
  ),
  'parameters reversed': targetHabit(['query-reordered'], (target) =>
    inQuery(target, (query) => query.split('&').toReversed().join('&')),
  ),
  'a parameter less': targetHabit(['query-respelled', 'target-without-query'], (target) =>
    target.replace(/[?&][^?&]*$/, ''),
  ),
  'a slash more': targetHabit(['target-trailing-slash'], (target) => target.replace(/\/?(?=\?|$)/, '/')),
  'two slashes at the beginning': targetHabit(['target-double-slash'], (target) => `/${target}`),
  'without its first segment': targetHabit(['target-prefix-lost'], (target) => target.replace(/^\/[^/?]+(?=\/)/, '')),
  'under a prefix': targetHabit(
    ['target-prefix-added'],
    (target, { of }) => of(['/api', '/prod', '/gateway']) + target,
  ),
  'without its slash': targetHabit(['target-no-leading-slash'], (target) => target.slice(1)),
  'in upper case': targetHabit(['method-case', 'text-encoded'], (target) => target.toUpperCase()),
  'the method in lower case': {
    slot: 'method',
    ids: ['method-case'],
    change: ({ method }) => ({ method: method.toLowerCase() }),
  },
  'another method': {
    slot: 'method',
    ids: ['method-other'],
    change: (_, { of }) => ({ method: of(['GET', 'POST', 'PUT']) }),
  },
  milliseconds: {
    slot: 'timestamp',
    ids: ['timestamp-milliseconds'],
    change: inSeconds((seconds, { below }) => `${seconds}${String(below(1000)).padStart(3, '0')}`),
  },
  'a second later': {
    slot: 'timestamp',
    ids: ['timestamp-drift'],
    change: inSeconds((seconds, { of }) => String(seconds + of([-2, -1, 1, 2]))),
  },
  'a date': {
    slot: 'timestamp',
    ids: ['timestamp-format'],
    change: inSeconds((seconds) => new Date(seconds * 1000).toISOString()),
  },
  'digits in groups': {
    slot: 'timestamp',
    ids: ['timestamp-grouped'],
    change: inSeconds((seconds) => seconds.toLocaleString('en-US')),
  },
  'the nonce in upper case': {
    slot: 'nonce',
    ids: ['nonce-case', 'text-encoded'],
    change: ({ nonce }) => ({ nonce: nonce.toUpperCase() }),
  },
  'the nonce without hyphens': {
    slot: 'nonce',
    ids: ['nonce-dashes'],
    change: ({ nonce }) => ({ nonce: nonce.replaceAll('-', '') }),
  },
  'joined by CR LF': joinHabit(['separator-crlf'], joinedBy('\r\n')),
  'joined by CR LF, one at the end': joinHabit(['separator-crlf'], joinedBy('\r\n', '\r\n')),
  'joined by a backslash and n': joinHabit(['separator-literal'], joinedBy('\\n')),
  'the same, and at the end': joinHabit(['separator-literal', 'trailing-line-feed'], joinedBy('\\n', '\\n')),
  'joined by |': joinHabit(['separator-other'], joinedBy('|')),
  'joined by nothing': joinHabit(['separator-missing'], joinedBy('')),
  'a line feed at the end': joinHabit(['trailing-line-feed', 'separator-other', ...reserialized], joinedBy('\n', '\n')),
  'a line feed at the beginning': joinHabit(['leading-line-feed'], joinedBy('\n', '', '\n')),
  'the nonce before the timestamp': joinHabit(['parts-reordered'], (signing) =>
    right({ ...signing, nonce: signing.timestamp, timestamp: signing.nonce }),
  ),
  'the digest of the text, in hex': joinHabit(['hex-digest-signed'], (signing) =>
    Buffer.from(Buffer.from(hash('sha256', new Uint8Array(right(signing)))).toString('hex')),
  ),
  'the text in Base64': joinHabit(['text-encoded'], (signing) => Buffer.from(right(signing).toString('base64'))),
  'all of it twice': joinHabit(['parts-reordered'], (signing) => Buffer.concat([right(signing), right(signing)])),
  'the signature in hex': headerHabit(
    ['signature-hex'],
    inSignature((bytes) => bytes.toString('hex')),
  ),
  'the signature in base64url': headerHabit(
    ['signature-base64url', 'signature-unpadded'],
    inSignature((bytes) => bytes.toString('base64url')),
  ),
  'the hex of the signature in Base64': headerHabit(
    ['signature-hex'],
    inSignature((bytes) => Buffer.from(bytes.toString('hex')).toString('base64')),
  ),
  'values in quotation marks': headerHabit(['header-quoted'], (header) => header.replace(/=([^,]*)(?=,|$)/g, '="$1"')),
  // A line with signs of several kinds is told as one in another form. Within quotation marks, the bracket is a part of the signature.
  'a bracket behind the line': headerHabit(
    [/^header-quoted .*\]/, 'header-form', 'signature-printed (1 character after it)'],
    (header) => `${header}]`,
  ),
  'blanks behind commas': headerHabit(['header-whitespace', 'header-form'], (header) => header.replaceAll(',', ', ')),
}

/** Clients are not drawn with these habits. The bytes of other habits may show no more than one of these. */
const undrawnHabits: Readonly<Record<string, Habit>> = {
  'the text in lower case': joinHabit([/^text-encoded \(in lower case/], (signing) =>
    Buffer.from(right(signing).toString().toLowerCase()),
  ),
  'the text in upper case': joinHabit([/^text-encoded \(in upper case/], (signing) =>
    Buffer.from(right(signing).toString().toUpperCase()),
  ),
}

const targets = [
  '/v1/jobs',
  '/v1/jobs/8812',
  '/v1/jobs?page=2&size=50',
  '/v1/jobs/red%20fox/result?q=a%2Fb&at=10%3A00%2B08%3A00',
  '/v1/models/%E7%81%AF?name=caf%C3%A9',
  '/v1/jobs?q=red+fox&b=1&a=2',
]

const bodies = [
  '',
  '{"request_id":"1001","count":4,"stages":[{"type":"DIFFUSION","width":512}],"text":"a/b <fog> & été"}',
  '{"text":"灯台 at dawn","seed":-1,"more":{"b":1.5,"a":null}}',
  '{ "b": "plain", "a": [1, 2, 300] }\n',
  '{\n  "name": "north",\n  "size": 417\n}',
  'plain text, été\r\nsecond line\r\n',
]

export interface Client {
  readonly names: ReadonlyArray<string>
  readonly habits: ReadonlyArray<Habit>
  readonly sent: Signing
  readonly signed: Signing
}

/** What was signed, and the line that was sent for a signature of chance. The line has the sent nonce and timestamp, whatever was signed. */
const outcomeOf = (signing: Signing): string => signing.join(signing).toString('latin1') + signing.header(line(chance))

const chance = Buffer.from('+/7'.repeat(114).slice(0, 342)).toString('base64').slice(0, 344)

/** What a client signs that has these habits; each draws for itself. */
const signedWith = (sent: Signing, names: ReadonlyArray<string>, seed: number): Signing | undefined => {
  let signed = sent
  for (const name of names) {
    const { change } = (habits[name] ?? undrawnHabits[name]) as Habit
    const changed = change(signed, drawOf(seed + name.length))
    if (changed === undefined) return undefined
    signed = { ...signed, ...changed }
  }
  return signed
}

/** The client of a seed; undefined if one of its habits makes no difference. */
export const clientOf = (seed: number): Client | undefined => {
  const { of, below } = drawOf(seed)
  const body = of(bodies)
  const sent: Signing = {
    method: body === '' ? of(['GET', 'DELETE', 'POST']) : of(['POST', 'PUT']),
    target: of(targets),
    timestamp: String(now - below(200)),
    nonce: of([`${below(2 ** 31).toString(36)}-aB-${below(1000)}`, `f00d${below(2 ** 31).toString(16)}`]),
    body: Buffer.from(body),
    join: right,
    header: (header) => header,
  }
  const names = Array.from({ length: of([1, 2, 2]) }, () => of(Object.keys(habits)))
  const signed = signedWith(sent, names, seed)
  if (signed === undefined || new Set(names).size < names.length) return undefined
  const fewer = names.map((_, i) => signedWith(sent, names.toSpliced(i, 1), seed) ?? sent)
  // A habit that changes nothing, or two of which one takes back the other.
  if ([sent, ...fewer].some((each) => outcomeOf(each) === outcomeOf(signed))) return undefined
  return { names, habits: names.map((name) => habits[name] as Habit), sent, signed }
}

/** One habit and the usual pairs are searched for to the end; the rest is passed over. */
const budget = 25_000_000

export const reportOn = ({ sent, signed }: Client): Report => {
  const signature = signatureOf(new Uint8Array(signed.join(signed)))
  const { method, target, body } = sent
  const authorization = [signed.header(line(signature, sent.nonce, sent.timestamp))]
  const keys = [{ appId: 'app-1', key: publicKey(2048, 'app-1') }]
  return diagnose({ method, target, authorization, body: new Uint8Array(body), keys, now }, hash, budget)
}

/** What says only that a part is another one, and covers all that was done to it. */
const vague: Readonly<Partial<Record<Slot, string>>> = { target: 'target-other', body: 'body-other' }

/** Texts that a sentence names as signed, or as sent. */
const named = /(?:signed|and) (\S+) where (\S+) was sent/g

/**
 * What else tells a habit that these ids tell. A part that was encoded otherwise may have another order as well, the hash may be that of no body,
 * and the only line end of the body may be the one that was added: the details say so.
 */
const furtherFindings: Readonly<Record<string, ReadonlyArray<string | RegExp>>> = {
  'query-reordered': [/another order/],
  'body-missing': [/of no bytes/],
  'body-crlf': ['trailing-line-feed (CRLF)'],
}

/** Whether a finding tells a habit. */
const covers = ({ ids }: Habit, { id, detail }: Finding): boolean => {
  const named = `${id} (${detail})`
  const isTold = (told: string | RegExp): boolean =>
    typeof told === 'string' ? told === id || told === named : told.test(named)
  return ids.some((told) => isTold(told) || (typeof told === 'string' && furtherFindings[told]?.some(isTold)))
}

/** Whether all that the join does beside the right one is to put something at the end. */
const endsAlone = (signing: Signing): boolean => {
  const plain = right(signing)
  return plain.equals(signing.join(signing).subarray(0, plain.length))
}

/** Whether the signed body is the sent one and further line ends. */
const isWithLineEnds = (signed: Buffer, sent: Buffer): boolean =>
  sent.equals(signed.subarray(0, sent.length)) && /^[\r\n]*$/.test(signed.subarray(sent.length).toString())

/**
 * What the client signs and sends once it has undone what a finding tells, and nothing else. The bytes do not show whether a line end is the last
 * of the body or stands after it, so it is undone with either.
 */
const undo = (signing: Signing, { part, id }: Finding, sent: Signing): Signing => {
  const { join, body } = signing
  if (id === 'text-encoded') return { ...signing, join: right }
  switch (part) {
    case 'method':
    case 'target':
    case 'timestamp':
    case 'nonce':
      return { ...signing, [part]: sent[part] }
    case 'body':
    case 'encoding':
      return { ...signing, body: sent.body, join: endsAlone(signing) ? right : join }
    case 'join':
    case 'hash': {
      const isEndOfBody = id === 'trailing-line-feed' && isWithLineEnds(body, sent.body)
      return { ...signing, join: right, body: isEndOfBody ? sent.body : body }
    }
    default:
      return { ...signing, header: sent.header }
  }
}

/** Why an exact report is not true of a client; undefined if it is. */
const untruth = (
  { habits: made, sent, signed }: Client,
  { findings }: Pick<Report, 'findings'>,
): string | undefined => {
  const claims = findings.find((found) => !made.some((habit) => covers(habit, found)))
  if (claims !== undefined) return `${claims.id} was not done`
  const missed = made.find((habit) => {
    const alike = made.filter(({ slot }) => slot === habit.slot)
    const isOther = findings.some(({ id }) => id === vague[habit.slot])
    return !findings.some((found) => (isOther ? alike : [habit]).some((each) => covers(each, found)))
  })
  if (missed !== undefined) return `${missed.ids.join(' or ')} is left out`
  const undone = findings.reduce((signing, found) => undo(signing, found, sent), signed)
  if (outcomeOf(undone) !== outcomeOf(sent)) return 'what is told is undone, and the request is not right'
  const theirs = signed.join(signed).toString('latin1')
  const ours = sent.target + sent.body.toString('latin1')
  for (const { what } of findings)
    for (const [, a = '', b = ''] of what.matchAll(named)) {
      const isNamed = (text: string, whole: string): boolean =>
        text === 'space' || whole.includes(Buffer.from(text.replace(/[,.:]$/, '')).toString('latin1'))
      if (!isNamed(a, theirs) && made.length === 1) return `${a} was not signed: ${what}`
      if (!isNamed(b, ours)) return `${b} was not sent: ${what}`
    }
  return undefined
}

/** The clients with one habit that sign and send the same bytes as this one with several. */
const simplerClients = ({ names, sent, signed }: Client, seed: number): ReadonlyArray<Client> =>
  Object.entries(names.length < 2 ? {} : { ...habits, ...undrawnHabits }).flatMap(([name, habit]) => {
    const outcome = signedWith(sent, [name], seed)
    const isSame = outcome !== undefined && outcomeOf(outcome) === outcomeOf(signed)
    return isSame ? [{ names: [name], habits: [habit], sent, signed: outcome }] : []
  })

/** Why an exact report is true neither of the client of a seed nor of a simpler one whose bytes are the same. */
export const untruthOf = (client: Client, seed: number, report: Pick<Report, 'findings'>): string | undefined => {
  const why = untruth(client, report)
  if (why === undefined) return undefined
  return simplerClients(client, seed).some((simpler) => untruth(simpler, report) === undefined) ? undefined : why
}

/** Whether the text that the report shows as the right one is that of the sent request: then signing it makes the request right. */
const isRightText = ({ sent }: Client, { expected }: Report): boolean =>
  expected?.bytes !== undefined && right(sent).equals(expected.bytes)

/** The clients of seeds from one on, until so many reports were exact: those whose report is not true, each with why. */
export const untrueReports = (exactReports: number, first: number): ReadonlyArray<string> => {
  const untrue: Array<string> = []
  for (let seed = first, exact = 0; exact < exactReports; seed++) {
    const client = clientOf(seed)
    if (client === undefined) continue
    const report = reportOn(client)
    if (!report.exact) continue
    exact++
    const why = isRightText(client, report) ? untruthOf(client, seed, report) : 'the text shown as right is another one'
    const told = report.findings.map(({ id, detail }) => `${id} (${detail})`).join(' + ')
    if (why !== undefined) untrue.push(`seed ${seed}, ${client.names.join(' + ')}: ${why}; told ${told}`)
  }
  return untrue
}
