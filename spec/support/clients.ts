/**
 * Clients whose mistakes are known: some are of the catalogue, some are made without it, one to three at once; with a URL and a
 * host that are right, wrong or not given.
 */
import { type Draft, draftOf, message, textOf, type View } from '../../src/kit/diagnosis/Draft.ts'
import { type Case, diagnose } from '../../src/kit/diagnosis/examine.ts'
import { splitTarget } from '../../src/kit/diagnosis/forms/percent.ts'
import type { Mistake } from '../../src/kit/diagnosis/Mistake.ts'
import type { Report } from '../../src/kit/diagnosis/Report.ts'
import { sameCause } from '../../src/kit/diagnosis/search/sameCause.ts'
import { hash } from '../../src/platform/node/hash.ts'
import { type Draw, drawOf, line, now, plantable, publicKey, signatureOf, viewOf } from './planting.ts'

/** What a client did, by the ids that say it rightly. */
interface Deed {
  readonly name: string
  readonly ids: ReadonlyArray<string>
  /** It put another body in place of the right one. */
  readonly ofBody?: true
}

export interface Client {
  readonly request: Case
  readonly deeds: ReadonlyArray<Deed>
  readonly signed: Draft
}

const bytes = (text: string): Uint8Array => new Uint8Array(Buffer.from(text))

const targets = [
  '/v1/jobs',
  '/v1/jobs/8812',
  '/v1/jobs/8812/',
  '/v1/jobs/8812/result',
  '/jobs',
  '/jobs/8812',
  '/v2/jobs',
  '/',
  '/v1',
  '/v1/jobs?page=2',
  '/v1/jobs?a=1&b=2',
  '/v1/jobs?b=2&a=1',
  '/v1/jobs/?a=1',
  '/v1/models',
  '/v1/models/7?full',
  '/api/v1/jobs',
  '/v1/v1/jobs',
  '/v1//jobs',
  '/v1/jobs/a%20b',
  '/v1/jobs?next=eHk%3D&title=red%20fox',
  '/v1/jobs?q=x+y',
]

const bodies = [
  '',
  '',
  '{}',
  '[]',
  '""',
  'null',
  '1',
  '\n',
  '{"a":1}',
  '{"a": 1}',
  '{"b":[1.0],"a":"é"}\n',
  'a\r\nb\r\n',
  'text',
]

/** A request as it is sent: a small one, because a hundred thousand are examined; one in twenty has a job for a body. */
const sentBy = (draw: Draw): View => {
  const { below, of, real } = draw
  const timestamp = String(now - below(200))
  const job = real() < 0.05 ? viewOf(draw).body : bytes('')
  const body = job.length > 0 && job.length < 2000 ? job : bytes(of(bodies))
  const nonce = of([
    () => below(2 ** 31).toString(36),
    () => `${below(2 ** 31)}-aB`,
    () => of(['1', 'ABC', 'a-b', timestamp, 'app-1']),
  ])()
  const target = of(targets)
  const host = of(['jobs.example', 'jobs.example:8443', '127.0.0.1:9000', 'v1', 'localhost'])
  const base = `${of(['http://', 'https://', '//', ''])}${host}`
  const url = of([
    target,
    target,
    `/edge${target}`,
    `/v1${target}`,
    of(targets),
    splitTarget(target)[0],
    `/login?next=${target}`,
  ])
  return {
    method: of(['GET', 'GET', 'POST', 'PUT', 'DELETE']),
    target,
    timestamp,
    nonce,
    body,
    appId: 'app-1',
    host: real() < 0.5 ? host : undefined,
    url: real() < 0.5 ? `${of([base, base, ''])}${url}${of(['', '', '#top', '#/v1/jobs', '#'])}` : undefined,
  }
}

const bodyOf = (draft: Draft): string => Buffer.from(draft.body).toString()

/** Mistakes that nobody wrote for the catalogue. They say by themselves which ids tell the truth about them. */
const outside: ReadonlyArray<(draft: Draft, draw: Draw) => readonly [Deed, Partial<Draft>] | undefined> = [
  (draft, { of }) => target(draft, 'the target of another resource', of(targets)),
  (draft, { of }) =>
    target(draft, 'the target of another resource, at a prefix', of(['/api', '/v1', '/edge']) + of(targets)),
  (draft) => target(draft, 'the collection', splitTarget(draft.target)[0].replace(/\/[^/]*\/?$/, '') || '/'),
  (draft, { of }) => {
    const values = ['{id}', ':id', '<id>', 'undefined', 'null', '[object Object]', '%7Bid%7D']
    return target(draft, 'a template', draft.target.replace(/[^/?]+(?=\?|$)/, of(values)))
  },
  (draft, { of }) =>
    target(draft, 'a parameter more', draft.target + (draft.target.includes('?') ? '&' : '?') + of(['', 'a=1', '_=1'])),
  (draft) => target(draft, 'a parameter less', draft.target.replace(/[?&][^&]*$/, '')),
  (draft) => {
    const path = draft.url?.replace(/^(?:https?:)?\/\/[^/?#]*/, '').split('#')[0]
    return target(draft, 'the URL that it says it calls', path ?? '')
  },
  (draft) => target(draft, 'all of the URL that it says it calls', draft.url ?? ''),
  (draft, { of }) => target(draft, 'dot segments', draft.target.replace('/', of(['/./', '/x/../', '/../']))),
  (draft, { of }) => {
    const c = of(['/', '-', 'e', '=', '&', '1'])
    const text = draft.target.replace(new RegExp(`(?<=.)${c}`), `%${c.charCodeAt(0).toString(16)}`)
    return target(draft, 'one escape', text, 'target-reencoded')
  },
  (draft, { of }) => body(draft, 'another value', bodyOf(draft).replace(/\d/, of(['0', '7', '42']))),
  (draft, { of }) => body(draft, 'another body', of(bodies)),
  (draft, { of }) => body(draft, 'white space', bodyOf(draft).replace(/[,:]/, of([' $&', '$& ', '$&\n']))),
  (draft, { of }) => body(draft, 'line ends behind it', bodyOf(draft) + of(['\n\n', '\r\n', ' '])),
  (draft, { below }) => {
    if (!/^\d+$/.test(draft.timestamp)) return undefined
    const timestamp = String(Number(draft.timestamp) + below(100_000) - 50_000)
    return [{ name: 'another time', ids: ['timestamp-drift'] }, { timestamp }]
  },
  (_, { below }) => [{ name: 'another nonce', ids: [] }, { nonce: below(2 ** 31).toString(36) }],
]

/** Whether a single id says rightly how the signed target differs from the sent one, by a definition of its own. */
const truths: Readonly<Record<string, (signed: string, draft: Draft) => boolean>> = {
  'target-other': () => true,
  'part-missing': (signed) => signed === '',
  'target-without-query': (signed, { sent }) => signed === splitTarget(sent)[0],
  'target-trailing-slash': (signed, { sent }) =>
    signed === `${sent}/` ||
    (splitTarget(signed)[1] === splitTarget(sent)[1] &&
      splitTarget(signed)[0].replace(/\/$/, '') === splitTarget(sent)[0].replace(/\/$/, '')),
  'target-prefix-lost': (signed, { sent }) =>
    sent.length > signed.length && sent.endsWith(signed) && signed.startsWith('/'),
  'target-prefix-added': (signed, { sent }) => signed.endsWith(sent) && signed.startsWith('/') && sent.length > 1,
  'target-no-leading-slash': (signed, { sent }) => `/${signed}` === sent,
  'target-double-slash': (signed, { sent }) => signed.replace(/\/+/g, '/') === sent.replace(/\/+/g, '/'),
  'target-with-origin': (signed, { sent, url = '', host }) =>
    signed.endsWith(sent) &&
    ((url.split('#')[0] === signed && !signed.startsWith('/')) ||
      (/^(?:https?:)?\/\//.test(url) && url.startsWith(signed.slice(0, -sent.length))) ||
      (host !== undefined && signed.includes(host.replace(/:\d+$/, '')))),
  'target-with-fragment': (signed, { sent, url = '' }) => signed === `${sent}#${url.split('#')[1]}`,
  'target-decoded': (signed, { sent }) => decoded(signed) === decoded(sent),
  'target-reencoded': (signed, { sent }) =>
    decoded(signed).replaceAll('=', '') === decoded(sent).replaceAll('=', '') ||
    decoded(decoded(signed)) === decoded(sent),
  // A program put an object or nothing into the query, and its language printed it.
  'query-respelled': (signed, { sent }) =>
    splitTarget(signed)[0] === splitTarget(sent)[0] &&
    ['[object Object]', 'undefined', 'null'].includes(splitTarget(signed)[1].slice(1)),
  'query-reordered': (signed, { sent }) =>
    items(signed) === items(sent) && splitTarget(signed)[0] === splitTarget(sent)[0],
}

const truthsOf = (signed: string, draft: Draft): ReadonlyArray<string> =>
  Object.keys(truths).filter((id) => truths[id]?.(signed, draft))

const items = (text: string): string => splitTarget(text)[1].slice(1).split('&').toSorted().join('&')

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

/** Together with the fragment or the origin that the URL has. */
const extra = ['target-with-origin', 'target-with-fragment']

const target = (
  draft: Draft,
  name: string,
  text: string,
  ...ids: ReadonlyArray<string>
): readonly [Deed, Partial<Draft>] | undefined => {
  if (draft.target !== draft.sent || text === draft.target || /[^ -~]/.test(text)) return undefined
  const inner = text.replace(/^(?:https?:)?\/\/[^/?#]*|^[^/?#]+/, '').replace(/#.*$/, '')
  const origin = inner !== text && (text.startsWith('//') || !text.startsWith(inner))
  return [
    {
      name: `${name}: ${text}`,
      ids: [
        ...ids,
        ...truthsOf(text, draft),
        ...(inner === draft.sent ? [] : truthsOf(inner, draft)),
        ...(origin ? extra : []),
        ...(text.includes('#') ? extra : []),
      ],
    },
    { target: text },
  ]
}

const body = (draft: Draft, name: string, text: string): readonly [Deed, Partial<Draft>] | undefined => {
  const content = bytes(text)
  if (Buffer.compare(content, draft.body) === 0) return undefined
  return [{ name: `${name}: ${JSON.stringify(text.slice(0, 40))}`, ids: [], ofBody: true }, { body: content }]
}

/** Whether an id says rightly how the signed body differs from the sent one, whoever made it. */
const truthsOfBody: Readonly<Record<string, (signed: string, sent: string) => boolean>> = {
  'body-other': () => true,
  'body-missing': (signed) => signed.trim() === '',
  'trailing-line-feed': (signed) => signed.endsWith('\n'),
  'body-trailing-newline': (signed, sent) => sent.replace(/\r?\n$/, '') === signed,
  'body-crlf': (signed, sent) => sent.replaceAll('\r', '') === signed.replaceAll('\r', ''),
  'body-lines-joined': (signed, sent) => blank(sent) === blank(signed),
  // An empty object is an empty array in PHP.
  'body-reserialized': (signed, sent) => value(sent)?.replaceAll('{}', '[]') === value(signed)?.replaceAll('{}', '[]'),
  'body-printed': (signed, sent) => signed === 'null' || (sent === '' && ['{}', '[]', '""'].includes(signed)),
  'body-quoted': (signed, sent) => JSON.stringify(sent) === signed || JSON.stringify(signed) === sent,
}

const blank = (text: string): string => text.replace(/\s/g, '')

const value = (text: string): string | undefined => {
  try {
    return JSON.stringify(JSON.parse(text))
  } catch {
    return undefined
  }
}

const textual: ReadonlyArray<Mistake> = plantable.filter(({ slots }) => slots.length > 0)

/** The client of a seed; `undefined` if its mistakes are not possible in its request. */
export const clientOf = (seed: number): Client | undefined => {
  const draw = drawOf(seed)
  const { of, real } = draw
  const sent = sentBy(draw)
  const count = of([1, 1, 1, 2, 2, 3])
  const deeds: Array<Deed> = []
  let draft = draftOf(sent)
  const used = new Set<unknown>()
  while (deeds.length < count) {
    if (real() < 0.4) {
      const make = of(outside)
      const made = used.has(make) ? undefined : make(draft, draw)
      if (made === undefined) return undefined
      used.add(make)
      deeds.push(made[0])
      draft = { ...draft, ...made[1] }
    } else {
      const mistake = of(textual)
      const form = used.has(mistake) ? undefined : of([...mistake.variations(draft, hash)])
      if (form === undefined || form.signed._tag !== 'Draft') return undefined
      used.add(mistake)
      const { target: place = draft.target, body: content } = form.signed.change
      const same = sameCause.flatMap(({ cause, alsoLedTo }) => (alsoLedTo === mistake.id ? [cause] : []))
      const ids = [
        mistake.id,
        ...same,
        ...(place === draft.target ? [] : truthsOf(place, draft)),
        ...(content?.length === 0 ? ['body-missing'] : []),
        ...(mistake.id === 'nonce-missing' ? ['part-missing'] : []),
      ]
      deeds.push({ name: `${mistake.id} (${form.detail})`, ids, ...(content === undefined ? {} : { ofBody: true }) })
      draft = { ...draft, ...form.signed.change }
    }
  }
  const authorization = [line(signatureOf(message(draft, hash)), sent.nonce, sent.timestamp)]
  const { method, target: place, body: content, host, url } = sent
  const keys = [{ appId: 'app-1', key: publicKey(2048, 'app-1') }]
  return {
    deeds,
    signed: draft,
    request: { method, target: place, authorization, body: content, keys, host, url, now },
  }
}

/** Whether the signed text is the right one without its body, whatever was left out to get there. */
const isBodiless = (client: Client): boolean => {
  const right = fourLines(client)
  return [right, `${right}\n`].includes(Buffer.from(textOf(client.signed)).toString())
}

/** What should stand in front of the body, without the last line feed. */
const fourLines = ({ request: { method, target: place, authorization } }: Client): string => {
  const [, nonce, timestamp] = /nonce_str=(.*),timestamp=(.*),/.exec(authorization[0] ?? '') ?? []
  return [method, place, timestamp, nonce].join('\n')
}

/** An exact report may leave out what another mistake covers; it never tells what was not done. */
export const isTrue = ({ exact, findings }: Report, client: Client): boolean => {
  const { deeds, signed, request } = client
  const sent = Buffer.from(request.body).toString()
  // What stands behind the four right lines is a body, whatever was done to get there.
  const text = Buffer.from(textOf(signed)).toString()
  const head = `${fourLines(client)}\n`
  const [, secondLine = ''] = text.split('\n')
  const bodies = [
    ...(deeds.some(({ ofBody }) => ofBody === true) ? [Buffer.from(signed.body).toString()] : []),
    ...(text.startsWith(head) ? [text.slice(head.length)] : []),
  ]
  return (
    !exact ||
    findings.every(
      ({ id }) =>
        id === 'nonce-from-clock' ||
        deeds.some(({ ids }) => ids.includes(id)) ||
        (id === 'body-missing' && isBodiless(client)) ||
        (id === 'separator-other' && text === `${head}\n${sent}`) ||
        // Two deeds may leave one difference between the targets.
        (secondLine !== signed.sent && truths[id]?.(secondLine, signed) === true) ||
        bodies.some((body) => truthsOfBody[id]?.(body, sent) === true),
    )
  )
}

/** The work for a client: most are searched for one mistake, some for two at once, and a few for three. */
const budgetOf = (seed: number): number => (seed % 100 === 0 ? 40_000_000 : seed % 25 === 1 ? 10_000_000 : 1_500_000)

/** The reports on the clients of so many seeds, from one on; seeds without a client are passed over. */
export function* diagnosed(count: number, first: number): Generator<readonly [seed: number, Client, Report]> {
  for (let seed = first, made = 0; made < count; seed++) {
    const client = clientOf(seed)
    if (client === undefined) continue
    made++
    yield [seed, client, diagnose(client.request, hash, budgetOf(seed))]
  }
}
