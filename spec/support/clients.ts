/**
 * Clients whose mistakes are known, drawn from a seed: one to three mistakes at once, some of the catalogue and some that nobody wrote for
 * it. The URL and the host that a client gives are right, wrong or missing. `truths.ts` judges the reports on them.
 */
import { type Draft, draftOf, message, type View } from '../../src/kit/diagnosis/Draft.ts'
import { diagnose } from '../../src/kit/diagnosis/examine.ts'
import { splitTarget } from '../../src/kit/diagnosis/forms/percent.ts'
import type { Mistake, Variation } from '../../src/kit/diagnosis/Mistake.ts'
import type { Report } from '../../src/kit/diagnosis/Report.ts'
import { sameCause } from '../../src/kit/diagnosis/search/sameCause.ts'
import { hash } from '../../src/platform/node/hash.ts'
import { reportedId } from './finding.ts'
import { type Draw, drawOf, line, now, plantable, publicKey, signatureOf, viewOf } from './planting.ts'
import { type Client, type Deed, truthsOfTarget } from './truths.ts'

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

/** A request as it is sent. It is small, because a hundred thousand are examined. One in twenty has a job as its body. */
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

// ---- Mistakes that nobody wrote for the catalogue

/** A deed, and what it changes of the draft. */
interface Done {
  readonly deed: Deed
  readonly change: Partial<Draft>
}

/** Does a deed to a draft. Undefined if the deed changes nothing. */
type Doing = (draft: Draft, draw: Draw) => Done | undefined

const outsideCatalogue: ReadonlyArray<Doing> = [
  (draft, { of }) => signTarget(draft, 'the target of another resource', of(targets)),
  (draft, { of }) =>
    signTarget(draft, 'the target of another resource, at a prefix', of(['/api', '/v1', '/edge']) + of(targets)),
  (draft) => signTarget(draft, 'the collection', splitTarget(draft.target)[0].replace(/\/[^/]*\/?$/, '') || '/'),
  (draft, { of }) => {
    const values = ['{id}', ':id', '<id>', 'undefined', 'null', '[object Object]', '%7Bid%7D']
    return signTarget(draft, 'a template', draft.target.replace(/[^/?]+(?=\?|$)/, of(values)))
  },
  (draft, { of }) => {
    const mark = draft.target.includes('?') ? '&' : '?'
    return signTarget(draft, 'a parameter more', draft.target + mark + of(['', 'a=1', '_=1']))
  },
  (draft) => signTarget(draft, 'a parameter less', draft.target.replace(/[?&][^&]*$/, '')),
  (draft) => {
    const path = draft.url?.replace(/^(?:https?:)?\/\/[^/?#]*/, '').split('#')[0]
    return signTarget(draft, 'the path of the URL that it says it calls', path ?? '')
  },
  (draft) => signTarget(draft, 'all of the URL that it says it calls', draft.url ?? ''),
  (draft, { of }) => signTarget(draft, 'dot segments', draft.target.replace('/', of(['/./', '/x/../', '/../']))),
  (draft, { of }) => {
    const character = of(['/', '-', 'e', '=', '&', '1'])
    const percentEscape = `%${character.charCodeAt(0).toString(16)}`
    const escaped = draft.target.replace(new RegExp(`(?<=.)${character}`), percentEscape)
    return signTarget(draft, 'one escape', escaped, ['target-reencoded'])
  },
  (draft, { of }) => signBody(draft, 'another value', bodyOf(draft).replace(/\d/, of(['0', '7', '42']))),
  (draft, { of }) => signBody(draft, 'another body', of(bodies)),
  (draft, { of }) => signBody(draft, 'white space', bodyOf(draft).replace(/[,:]/, of([' $&', '$& ', '$&\n']))),
  (draft, { of }) => signBody(draft, 'line ends behind it', bodyOf(draft) + of(['\n\n', '\r\n', ' '])),
  (draft, { below }) => {
    if (!/^\d+$/.test(draft.timestamp)) return undefined
    const timestamp = String(Number(draft.timestamp) + below(100_000) - 50_000)
    return { deed: { name: 'another time', ids: ['timestamp-drift'] }, change: { timestamp } }
  },
  (_, { below }) => ({ deed: { name: 'another nonce', ids: [] }, change: { nonce: below(2 ** 31).toString(36) } }),
]

const bodyOf = (draft: Draft): string => Buffer.from(draft.body).toString()

/** An address before the target, or a fragment after it, may come from the URL: then both ids are true. */
const idsOfUrl = ['target-with-origin', 'target-with-fragment']

const signTarget = (draft: Draft, name: string, signed: string, ids: ReadonlyArray<string> = []): Done | undefined => {
  const isChanged = draft.target !== draft.sent
  if (isChanged || signed === draft.target || /[^ -~]/.test(signed)) return undefined
  const withoutAddress = signed.replace(/^(?:https?:)?\/\/[^/?#]*|^[^/?#]+/, '').replace(/#.*$/, '')
  const hasAddress = withoutAddress !== signed && (signed.startsWith('//') || !signed.startsWith(withoutAddress))
  const furtherIds = withoutAddress === draft.sent ? [] : truthsOfTarget(withoutAddress, draft)
  const ofUrl = hasAddress || signed.includes('#') ? idsOfUrl : []
  return {
    deed: { name: `${name}: ${signed}`, ids: [...ids, ...truthsOfTarget(signed, draft), ...furtherIds, ...ofUrl] },
    change: { target: signed },
  }
}

const signBody = (draft: Draft, name: string, signed: string): Done | undefined => {
  const body = bytes(signed)
  if (Buffer.compare(body, draft.body) === 0) return undefined
  return { deed: { name: `${name}: ${JSON.stringify(signed.slice(0, 40))}`, ids: [], ofBody: true }, change: { body } }
}

// ---- Mistakes of the catalogue

const mistakesInText: ReadonlyArray<Mistake> = plantable.filter(({ slots }) => slots.length > 0)

/** Makes a mistake in one of its forms. Undefined if it is not possible in this draft. */
const makeMistake = (mistake: Mistake, draft: Draft, { of }: Draw): Done | undefined => {
  const form: Variation | undefined = of([...mistake.variations(draft, hash)])
  if (form === undefined || form.signed._tag !== 'Draft') return undefined
  const { change } = form.signed
  const meaningTheSame = sameCause.flatMap(({ cause, alsoLedTo }) => (alsoLedTo === mistake.id ? [cause] : []))
  const ids = [mistake.id, reportedId(mistake, form.detail), ...meaningTheSame]
  if (change.target !== undefined && change.target !== draft.target) ids.push(...truthsOfTarget(change.target, draft))
  if (change.body?.length === 0) ids.push('body-missing')
  // Python prints a value with single quotes.
  if (form.detail === 'with single quotes') ids.push('body-printed')
  if (mistake.id === 'nonce-missing') ids.push('part-missing')
  const deed: Deed = { name: `${mistake.id} (${form.detail})`, ids }
  return { deed: change.body === undefined ? deed : { ...deed, ofBody: true }, change }
}

// ---- Clients

/** The client of a seed. Undefined if its mistakes are not possible in its request. */
export const clientOf = (seed: number): Client | undefined => {
  const draw = drawOf(seed)
  const { of, real } = draw
  const sent = sentBy(draw)
  const count = of([1, 1, 1, 2, 2, 3])
  const deeds: Array<Deed> = []
  const used = new Set<Doing | Mistake>()
  let draft = draftOf(sent)
  while (deeds.length < count) {
    const choice = real() < 0.4 ? of(outsideCatalogue) : of(mistakesInText)
    if (used.has(choice)) return undefined
    used.add(choice)
    const done = typeof choice === 'function' ? choice(draft, draw) : makeMistake(choice, draft, draw)
    if (done === undefined) return undefined
    deeds.push(done.deed)
    draft = { ...draft, ...done.change }
  }
  const { method, target, body, host, url } = sent
  const authorization = [line(signatureOf(message(draft, hash)), sent.nonce, sent.timestamp)]
  const keys = [{ appId: 'app-1', key: publicKey(2048, 'app-1') }]
  return { deeds, signed: draft, request: { method, target, authorization, body, keys, host, url, now } }
}

/** The budget of a diagnosis: most requests are searched for one mistake, some for two at once, and a few for three. */
const budgetOf = (seed: number): number => {
  if (seed % 100 === 0) return 40_000_000
  return seed % 25 === 1 ? 10_000_000 : 1_500_000
}

/** A client, its seed and the report on its request. */
export interface Diagnosed {
  readonly seed: number
  readonly client: Client
  readonly report: Report
}

/** So many clients with their reports, from a seed on. Seeds without a client are passed over. */
export function* diagnosed(count: number, first: number): Generator<Diagnosed> {
  for (let seed = first, made = 0; made < count; seed++) {
    const client = clientOf(seed)
    if (client === undefined) continue
    made++
    yield { seed, client, report: diagnose(client.request, hash, budgetOf(seed)) }
  }
}
