/**
 * The request line: a method or a target that was signed otherwise than it was sent. What libraries do to percent
 * escapes and queries stands in percent.ts.
 *
 * `undoes` of a mistake lists the mistakes that it would undo in part: the search never makes it after one of them. So the
 * query may be cut off before the host is added, and not after it: `target-without-query` undoes `target-with-origin`.
 */

import * as Bytes from '../../../core/Bytes.ts'
import type { Hash } from '../../../effects/Hash.ts'
import { memoized } from '../../values/memoized.ts'
import { type Draft, rewritable } from '../Draft.ts'
import { backslashTargets } from '../forms/backslashMarks.ts'
import { changedUnits } from '../forms/changedUnits.ts'
import { utf8 } from '../forms/charsets.ts'
import { rarelyRespelledTargets, respelledTargets } from '../forms/components.ts'
import { cutFields, cutTargets } from '../forms/cutParts.ts'
import { decodedFlags } from '../forms/decodedFlags.ts'
import { distinct, withRarity } from '../forms/distinct.ts'
import { encodedFlags } from '../forms/encodedFlags.ts'
import { respelledValues } from '../forms/fieldValues.ts'
import { asForms, firstReplacedInTarget } from '../forms/firstReplaced.ts'
import { withLostCapitals } from '../forms/lostCapitals.ts'
import { isNearly, mistypedTargets } from '../forms/mistypedTargets.ts'
import { miswrittenTargets } from '../forms/miswrittenTargets.ts'
import { withParameters } from '../forms/movedParameters.ts'
import { rarelyNormalized, usuallyNormalized } from '../forms/normalized.ts'
import { otherMilliseconds } from '../forms/otherMilliseconds.ts'
import { pathsIntoQuery, pathsOutOfQuery } from '../forms/pathInQuery.ts'
import * as percent from '../forms/percent.ts'
import { printedQueries } from '../forms/printedFields.ts'
import { printedPieces } from '../forms/printedPieces.ts'
import { queriesAsPath } from '../forms/queryAsPath.ts'
import type { Form, Rare } from '../forms/Respelling.ts'
import { rarelyRawTargets, rawTargets } from '../forms/rawTargets.ts'
import { recodedTargets } from '../forms/recoded.ts'
import { emptiedFields, respelledFieldTexts } from '../forms/respelledFieldTexts.ts'
import { testOfRespelling } from '../forms/respelledTarget.ts'
import { sentDecoded } from '../forms/sentDecoded.ts'
import { shareForms } from '../forms/shareForms.ts'
import { splitDecoded } from '../forms/splitDecoded.ts'
import { subsets } from '../forms/subsets.ts'
import {
  decodedUpToHash,
  otherExtensions,
  otherTargets,
  seldomTargets,
  withMissingValues,
  withoutTwoParameters,
} from '../forms/targets.ts'
import { preparedFields, trimmedFieldsWhereSigned, untrimmedFields } from '../forms/trimmedFields.ts'
import { twoTargetChanges } from '../forms/twoTargetChanges.ts'
import { likelyUnfilledTargets, seldomUnfilledTargets, unfilledTargets } from '../forms/unfilledValues.ts'
import { unresolvedDots } from '../forms/unresolvedDots.ts'
import type { Mistake, Variation } from '../Mistake.ts'
import { forBoth } from '../remedies.ts'
import { changes, sends } from './mistake.ts'

/**
 * After one of these an origin or a fragment may still be added, and a whole URL or a fragment escaped; no other change of the
 * target follows. A fragment has neither path nor query, whatever it looks like.
 */
const triedLast = ['target-other', 'target-with-origin', 'target-with-fragment']

/**
 * The same after a decoded target: what a URL library or a framework makes of a target is signed, and nobody cuts or joins it
 * later. Only an origin or a fragment may follow it.
 */
const final = [...triedLast, 'target-decoded']

const target = changes('target', 'target', { undoes: final })
const method = changes('method', 'method')

/** As functions of HTTP clients, and the lists of tools, shorten the name of a method: `http.del` of k6. */
const shortNames = (sentMethod: string): ReadonlyArray<string> =>
  sentMethod === 'DELETE' ? ['DEL', 'del'] : sentMethod === 'OPTIONS' ? ['OPT', 'opt'] : []

/** The word for any method in routes of gateways. */
const methodsOfRoutes: ReadonlyArray<string> = ['ANY']

const fragmentOf = (url: string): string => (url.includes('#') ? url.slice(url.indexOf('#')) : '')

/** A URL without its fragment, as it stands there: scheme and authority, then path and query. Without either it is a path. */
const called = ({ url = '' }: Draft): readonly [origin: string, target: string] => {
  const [withoutFragment = ''] = url.split('#')
  const [origin = ''] =
    /^(?:[A-Za-z][0-9A-Za-z+.-]*:)?\/\/[^/?]*|^[^/?]*[.:][^/?]*|^localhost(?=[/?]|$)/i.exec(withoutFragment) ?? []
  return [origin, withoutFragment.slice(origin.length)]
}

/** What stands in the path in front of the target that was sent; undefined unless the URL ends with that target. */
const prefixIn = (path: string, { sent: sentTarget }: Draft): string | undefined => {
  const prefix = path.slice(0, -sentTarget.length)
  return path.startsWith('/') && path.endsWith(sentTarget) && !prefix.includes('?') ? prefix : undefined
}

/** With and without scheme, with and without port, and the port alone. */
const originsOf = (host: string): ReadonlyArray<string> =>
  [host, ...(/:\d{1,5}$/.test(host) ? [host.replace(/:\d{1,5}$/, '')] : [`${host}:443`, `${host}:80`])]
    .flatMap((hostName) => ['https://', 'http://', '//', ''].map((scheme) => scheme + hostName))
    .concat(/:\d{1,5}$/.exec(host) ?? [])

/** What languages write for the port of a URL without one: `getPort()` of Java gives -1, `port` of JavaScript nothing. */
const missingPorts: ReadonlyArray<string> = ['-1', '', 'None', 'null', 'undefined']

/** Origins of a host without a port, with a text for the missing port. */
const withMissingPort = (host: string): ReadonlyArray<string> =>
  /:\d{1,5}$/.test(host)
    ? []
    : ['https://', 'http://', '//', ''].flatMap((scheme) => missingPorts.map((port) => `${scheme}${host}:${port}`))

/** Ports and hosts of servers on the machine of a programmer. `testserver` is the host of the test client of FastAPI and Django. */
const localPorts: ReadonlyArray<string> = ['8080', '8443', '8000', '3000', '5000']
const localHosts: ReadonlyArray<string> = ['localhost', '127.0.0.1']

/** The host with another port, and the hosts of a local server. */
const localOrigins = (hosts: ReadonlyArray<string>): ReadonlyArray<string> => {
  if (hosts.length === 0) return []
  const withoutPort = hosts.filter((host) => !/:\d{1,5}$/.test(host))
  const names = [...new Set([...withoutPort, ...localHosts])].filter((host) => !host.startsWith('['))
  const origins = names.flatMap((host) =>
    ['http://', 'https://'].flatMap((scheme) => localPorts.map((port) => `${scheme}${host}:${port}`)),
  )
  return ['http://testserver', ...localHosts.map((host) => `http://${host}`), ...origins].filter(
    (origin) => !hosts.some((host) => origin === `http://${host}` || origin === `https://${host}`),
  )
}

function* withOrigin(v: Draft): Generator<Form> {
  const hosts = hostsOf(v)
  yield* withOriginOf(v, hosts)
  for (const origin of localOrigins(hosts)) yield [origin, origin + v.target, 'late']
  for (const origin of addressesOf(v, hosts))
    for (const joint of ['', '/'])
      yield [`${origin}${joint} before ${origin}`, origin + joint + origin + v.target, 'late']
}

/** The addresses of the service with a scheme: the one that was called, and those of its names. */
const addressesOf = (v: Draft, hosts: ReadonlyArray<string>): ReadonlyArray<string> => {
  const [origin] = called(v)
  const addresses = [origin, ...hosts.flatMap((host) => [`https://${host}`, `http://${host}`])]
  return [...new Set(addresses)].filter((address) => address.includes('://'))
}

const hostsOf = ({ host, hosts = [] }: Draft): ReadonlyArray<string> => [
  ...(host === undefined ? [] : [host]),
  ...hosts,
]

/** The usual forms come first. With another mistake of the target, the search asks for no more than these and one further form. */
function* withOriginOf(v: Draft, hosts: ReadonlyArray<string>): Generator<Form> {
  const [origin, path] = called(v)
  const origins = new Set([origin, ...hosts.flatMap(originsOf)])
  origins.delete('')
  if (origin !== '' && prefixIn(path, v) !== undefined) yield ['the URL', origin + path]
  for (const each of origins) yield [each, each + v.target]
  for (const each of origins) {
    yield [`${each} alone`, each, 'alone']
    yield [`${each}/ alone`, `${each}/`, 'alone']
  }
  for (const each of hosts.flatMap(withMissingPort)) yield [each, each + v.target, 'alone']
  for (const text of hosts.flatMap((host) => printedUrls(host, v.target))) yield [text, text, 'alone']
}

/** The whole URL as languages print an object that holds it, and as functions for file names join it. */
const printedUrls = (host: string, sentTarget: string): ReadonlyArray<string> => {
  const [path, query] = percent.splitTarget(sentTarget)
  return ['https', 'http'].flatMap((scheme) => {
    const url = `${scheme}://${host}${sentTarget}`
    return [
      `${scheme}:/${host}${sentTarget}`,
      `URL('${url}')`,
      `#<URI::${scheme.toUpperCase()} ${url}>`,
      `<${url}>`,
      `Url { url: ${url} }`,
      `"${url}"`,
      `ParseResult(scheme='${scheme}', netloc='${host}', path='${path}', params='', query='${query.slice(1)}', fragment='')`,
      `SplitResult(scheme='${scheme}', netloc='${host}', path='${path}', query='${query.slice(1)}', fragment='')`,
      `${scheme}://${host}/#${sentTarget}`,
    ]
  })
}

const prefixesLost = (v: Draft): ReadonlyArray<Form> => {
  const [path, query] = percent.splitTarget(v.target)
  const segments = path.split('/').slice(1)
  return [1, 2, 3]
    .filter((count) => count < segments.length)
    .map((count) => [`/${segments.slice(0, count).join('/')}`, `/${segments.slice(count).join('/')}${query}`])
}

/** A URL that ends with the target shows what stood in front, unless the target is a slash: most URLs of another path end so. */
const prefixAdded = (v: Draft): ReadonlyArray<Form> => {
  const [, path] = called(v)
  const prefix = v.target === '/' ? undefined : prefixIn(path, v)
  return [
    ...(prefix === undefined ? [] : [[prefix, path] as const]),
    ...(v.prefixes ?? [])
      .filter((knownPrefix) => knownPrefix !== prefix)
      .map((otherPrefix): Form => [otherPrefix, otherPrefix + v.target]),
    ...bucketsOf(v.host ?? '').map((bucket): Form => [bucket, bucket + v.target, 'alone']),
  ]
}

/** The first name of the host as a prefix: object stores take a bucket in either place. Not the name of a service, nor an address. */
const bucketsOf = (host: string): ReadonlyArray<string> => {
  const [, bucket] = /^([a-z0-9][a-z0-9-]{1,62})\.[a-z0-9-]*[a-z][a-z0-9-]*\.[a-z0-9.-]+(?::\d+)?$/.exec(host) ?? []
  return bucket === undefined || ['www', 'api'].includes(bucket) ? [] : [`/${bucket}`]
}

/** Whether another single mistake makes this text of the target. With `only`, the texts are these bytes alone. */
const madeOtherwise = (v: Draft, hash: Hash, only?: Bytes.Bytes): ((candidate: string) => boolean) => {
  const isAmongFormsOf = memoized((mistake: Mistake) => isAmong(targetsOf(mistake.variations(v, hash, only))))
  // The test of a family takes longer than to look into a set.
  const ofTarget = requestMistakes
    .filter(({ id, slots }) => slots.includes('target') && id !== 'target-other')
    .toSorted((a, b) => Number(a.id in families) - Number(b.id in families))
  const mayMake = memoized(({ id }: Mistake) => families[id]?.(v.target))
  const isMadeBy = (mistake: Mistake, candidate: string): boolean =>
    mayMake(mistake)?.(candidate) !== false && isAmongFormsOf(mistake)(candidate)
  return (candidate) => ofTarget.some((mistake) => isMadeBy(mistake, candidate))
}

function* targetsOf(forms: Iterable<Variation>): Generator<string> {
  for (const { signed } of forms)
    if (signed._tag === 'Draft' && signed.change.target !== undefined) yield signed.change.target
}

/** Tells whether a text is among these. It makes no more of them than it needs to find the text. */
const isAmong = (texts: Iterable<string>): ((wanted: string) => boolean) => {
  const made = new Set<string>()
  const unmade = texts[Symbol.iterator]()
  return (wanted) => {
    while (!made.has(wanted)) {
      const step = unmade.next()
      if (step.done === true) return false
      made.add(step.value)
    }
    return true
  }
}

/** These have so many forms that none is made for a text that cannot be one of theirs. */
const families: Readonly<Record<string, (target: string) => (candidate: string) => boolean>> = {
  'target-reencoded': (target) => {
    const isRespelled = testOfRespelling(target)
    return (candidate) => !isWithControls(candidate, target) && isRespelled(candidate)
  },
  'query-respelled': (target) => {
    const start = `${percent.splitTarget(target)[0]}?`
    return (candidate) => candidate.startsWith(start)
  },
}

/** No encoder writes a line end or another control character, and none is decoded unless its escape was sent. */
const isWithControls = (signedText: string, sentTarget: string): boolean => {
  for (let i = 0; i < signedText.length; i++) if (signedText.charCodeAt(i) < 0x20) return !/%[01]/.test(sentTarget)
  return false
}

/**
 * Other targets: where the URL is not that of the request, its path and query may be what was signed; else it is another one
 * of the service. What another single mistake makes of the target is left to that.
 */
function* others(v: Draft, hash: Hash, only?: Bytes.Bytes): Generator<Form> {
  const wanted = only && rewritable(only, only.length)
  if (v.target !== v.sent || (only !== undefined && wanted === undefined)) return
  const isMade = madeOtherwise(v, hash, only)
  // The forms below take longer to make than this answer.
  if (wanted !== undefined && isMade(wanted)) return
  const tried = new Set([v.sent])
  for (const { targets, rare } of otherTargetsInTurn(v, hash, wanted)) {
    // Before the search tries a late target, it has tried what the other mistakes make. So a second try of one finds nothing.
    const mayRepeat = rare === 'late' && wanted === undefined
    for (const candidate of targets) {
      if ((wanted !== undefined && candidate !== wanted) || tried.has(candidate)) continue
      tried.add(candidate)
      if (mayRepeat || !isMade(candidate)) yield [`signed ${candidate}, sent ${v.sent}`, candidate, rare]
    }
  }
}

interface OtherTargets {
  readonly targets: Iterable<string>
  readonly rare?: Rare
}

/** The likely ones first, and the rare ones last. With `wanted`, at least those that are this target. */
function* otherTargetsInTurn(v: Draft, hash: Hash, wanted?: string): Generator<OtherTargets> {
  const [, path] = called(v)
  const isElsewhere = path.startsWith('/') && prefixIn(path, v) === undefined
  if (isElsewhere) yield { targets: [path, percent.splitTarget(path)[0]] }
  yield { targets: otherTargets(v.sent, v.paths ?? [], wanted) }
  yield {
    targets: [
      ...pathsOutOfQuery(v.sent),
      ...otherExtensions(v.sent),
      ...seldomTargets(v.sent),
      ...decodedUpToHash(v.sent),
    ],
    rare: 'alone',
  }
  const content = v.body.length === 0 ? undefined : rewritable(v.body)
  if (content !== undefined)
    yield { targets: Array.from(withParameters(v.sent, content, wanted), ([, target]) => target), rare: 'alone' }
  yield { targets: likelyUnfilledTargets(v.sent, wanted), rare: 'with body' }
  yield { targets: unfilledTargets(v.sent, wanted), rare: 'alone' }
  const isShorter = wanted === undefined || wanted.length < v.sent.length
  yield {
    targets: [
      ...withoutTwoParameters(v.sent),
      ...pathsIntoQuery(v.sent, wanted),
      ...(isShorter ? cutTargets(v.sent) : []),
      ...withMissingValues(v.sent, wanted),
      ...seldomUnfilledTargets(v.sent, wanted),
      ...printedPieces(v.sent, wanted),
      ...backslashTargets(v.sent),
      ...withLostCapitals(v.sent, wanted),
      ...otherMilliseconds(v.sent, wanted),
      ...unresolvedDots(v.sent, wanted),
      ...twoTargetChanges(v.sent, wanted),
      ...Array.from(miswrittenTargets(v.sent, v.method), ([, target]) => target),
      ...(wanted === undefined || isNearly(wanted, v.sent) ? mistypedTargets(v.sent) : []),
    ],
    rare: 'late',
  }
  yield {
    targets: textsOf(changedUnits(v.sent, { wanted, hash, parts: v })),
    rare: 'late',
  }
}

function* textsOf(forms: Iterable<readonly [string, string, ...ReadonlyArray<unknown>]>): Generator<string> {
  for (const [, text] of forms) yield text
}

/** Two slashes for a later slash, or for several: a server on the way merges all of them. */
const slashesDoubled = (target: string): ReadonlyArray<Form> => {
  const [path, query] = percent.splitTarget(target)
  const places = Array.from(path.matchAll(/\//g), ({ index }) => index).slice(0, maxSlashes)
  const doubleSlashes = (doubledPlaces: ReadonlyArray<number>): string =>
    places.reduceRight(
      (doubledPath, place) =>
        doubledPlaces.includes(place) ? `${doubledPath.slice(0, place)}/${doubledPath.slice(place)}` : doubledPath,
      path,
    ) + query
  const alone = places
    .slice(1)
    .map((place, i): Form => [`two in place of slash ${i + 2}`, doubleSlashes([place]), true])
  const several = places.length > maxSeveral ? [places] : subsets(places)
  const severalDoubled = several
    .filter((doubledPlaces) => doubledPlaces.length > 1)
    .map((doubledPlaces): Form => {
      const numbers = doubledPlaces.map((place) => places.indexOf(place) + 1)
      return [`two in place of slashes ${numbers.join(', ')}`, doubleSlashes(doubledPlaces), 'alone']
    })
  return [...alone, ...severalDoubled]
}

/** More slashes have too many choices. */
const maxSeveral = 6

/** In longer paths nobody looks for two slashes. */
const maxSlashes = 12

/**
 * The target re-escaped; decoded forms belong to `target-decoded`. With `only`, the forms that are this text, and none if it
 * differs in more than escapes. After another mistake in the target the search takes no rare form, so none is made.
 */
function* reencoded({ target, sent }: Draft, only?: Bytes.Bytes): Generator<Form> {
  const everyForm = target === sent ? everyReencoded : usuallyReencoded
  const wanted = only && rewritable(only, only.length)
  if (only === undefined) yield* everyForm(target)
  else if (wanted !== undefined && testOfRespelling(target)(wanted))
    for (const form of everyForm(target)) if (form[1] === wanted) yield form
}

/** The usual forms alone. */
function* usuallyReencoded(target: string): Generator<Form> {
  const reencodings = percent.reencodings(target)
  yield* reencodings
  yield* usuallyNormalized(target)
  const knownTexts = [...percent.decodings(target), ...reencodings].map(([, knownText]) => knownText)
  yield* distinct([target, ...knownTexts], {}, rawTargets(target), respelledTargets(target))
}

function* everyReencoded(sentTarget: string): Generator<Form> {
  yield* percent.reencodings(sentTarget)
  yield* usuallyNormalized(sentTarget)
  yield* otherwiseEncoded(sentTarget)
  // A component that was decoded too often is another text.
  yield* recoded(sentTarget)
  yield* decodedQueries(sentTarget)
  // A letter and its accent may be one character, so these are no respellings of the letters that were sent.
  yield* rarelyNormalized(sentTarget)
  yield* firstReplaced(sentTarget)
}

const firstReplaced = shareForms((sentTarget) => {
  const decodedTexts = percent.decodings(sentTarget).map(([, decodedText]) => decodedText)
  return withRarity('alone', distinct([sentTarget, ...decodedTexts], {}, asForms(firstReplacedInTarget(sentTarget))))
})

const recoded = shareForms((sent) => {
  const decoded = percent.decodings(sent).map(([, text]) => text)
  return withRarity('alone', distinct([sent, ...decoded], {}, recodedTargets(sent)))
})

const decodedQueries = shareForms((sent) => {
  const known = [...percent.decodings(sent), ...percent.reencodings(sent), ...otherwiseEncoded(sent), ...recoded(sent)]
  const knownTexts = known.map(([, text]) => text)
  return withRarity('alone', distinct([sent, ...knownTexts], {}, sentDecoded(sent)))
})

/** The forms that no function of percent.ts makes. */
const otherwiseEncoded = shareForms((sentTarget) => {
  const knownForms = [...percent.decodings(sentTarget), ...percent.reencodings(sentTarget)].map(
    ([, knownText]) => knownText,
  )
  const forms = [
    rawTargets(sentTarget),
    respelledTargets(sentTarget),
    rarelyRawTargets(sentTarget),
    rarelyRespelledTargets(sentTarget),
    withRarity('alone', queriesAsPath(sentTarget)),
  ]
  return distinct([sentTarget, ...knownForms], {}, ...forms)
})

/** The lists and values of the query in other spellings. With `only`, none if that text has another path. */
function* queryForms(sentTarget: string, only?: Bytes.Bytes): Generator<Form> {
  const [path, query] = percent.splitTarget(sentTarget)
  const start = utf8(`${path}?`)
  if (query !== '' && (only === undefined || Bytes.Eq.equals(only.subarray(0, start.length), start)))
    yield* respelledQueries(sentTarget)
}

const respelledQueries = shareForms((sentTarget) => distinct([sentTarget], {}, everyRespelledQuery(sentTarget)))

/** The rare forms come last, and are made only if the search comes to them. */
function* everyRespelledQuery(sentTarget: string): Generator<Form> {
  const [path, question] = percent.splitTarget(sentTarget)
  const query = question.slice(1)
  for (const forms of [
    respelledValues(query),
    splitDecoded(query),
    withRarity('alone', printedQueries(query, { hasJson: true })),
    withRarity('late', untrimmedFields(query, 'query')),
    withRarity('late', trimmedFieldsWhereSigned(query)),
    withRarity('late', preparedFields(query)),
    withRarity('late', respelledFieldTexts(query)),
    withRarity('late', emptiedFields(query)),
    withRarity('late', decodedFlags(query)),
    withRarity('late', encodedFlags(query)),
    withRarity('late', cutFields(query)),
  ])
    for (const [detail, respelledQuery, rare] of forms) yield [detail, `${path}?${respelledQuery}`, rare]
}

const prefixRemedy = forBoth(
  'Sign the path that is sent.',
  "If the caller sent the prefix, configure the proxy to keep it, or set the prefix as the adapter's option prefix.",
)

export const requestMistakes: ReadonlyArray<Mistake> = [
  method(
    'method-case',
    'The caller signed the method in lower or mixed case.',
    'Write the method in upper case before you sign it.',
    (v) => [
      ['lower case', v.method.toLowerCase()],
      ['capitalized', v.method.slice(0, 1) + v.method.slice(1).toLowerCase()],
    ],
  ),
  method(
    'method-other',
    'The caller signed one method, but sent another.',
    'Sign the method that is sent.',
    ({ method: sentMethod }) => [
      ...['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'].map((methodName): Form => [methodName, methodName]),
      ...['OPTIONS', ...methodsOfRoutes].map((methodName): Form => [methodName, methodName, 'alone']),
      ...shortNames(sentMethod).map((short): Form => [short, short, 'alone']),
    ],
  ),

  target(
    'target-with-origin',
    'The caller signed more than the target: also the host or its port, or the whole URL.',
    'Sign only the path and the query.',
    withOrigin,
    { needs: 'host', undoes: [], hasLateForms: true },
  ),
  target(
    'target-without-query',
    'The caller signed the path without the query.',
    'Sign the path with its query, exactly as they are on the request line.',
    (v) => [['no query', percent.splitTarget(v.target)[0]]],
  ),
  target(
    'target-decoded',
    'The caller signed the target without the percent escapes that were sent. It decoded them before signing, or its library added them after signing.',
    'Sign the target with its percent escapes, exactly as it is sent.',
    (v) => percent.decodings(v.target),
    {
      tells:
        'To check this, send a request with %2F in its path. With this mistake, the signed text has a slash there.',
      undoes: [...triedLast, 'target-reencoded'],
    },
  ),
  target(
    'target-reencoded',
    'The percent escapes in the signed target differ from those in the sent target.',
    'Encode the target once. Then sign and send exactly this text.',
    (v, _, only) => reencoded(v, only),
    {
      tells:
        'To check this, send a request with %2F in its path. With this mistake, the signed text has a percent escape there.',
      // A whole URL may be encoded as a value.
      undoes: ['target-other', 'target-decoded'],
    },
  ),
  sends('target')(
    'target-raw',
    'The caller sent a target with a character that is not allowed in a request line, such as a space, a letter beyond ASCII or the # of a fragment.',
    'Remove the # and everything after it. Percent-encode the rest once. Then sign and send exactly this text.',
    'target_invalid',
    (v) => [
      ['a space', `${v.target}${v.target.includes('?') ? '&' : '?'}title=red fox`],
      ['a letter beyond ASCII', `${v.target}é`],
    ],
  ),
  target(
    'target-with-fragment',
    'The caller also signed the fragment (the # of the URL and the text after it).',
    'Remove the # and everything after it before you sign.',
    (v) => [['the fragment', v.target + fragmentOf(v.url ?? '')]],
    { needs: 'url', undoes: [] },
  ),
  target(
    'target-no-leading-slash',
    'The caller signed the target without the slash at its beginning.',
    'Begin the signed target with a slash.',
    // After another mistake cut the path to `/`, dropping that slash too would hide it.
    (v) => (/^\/(?:\?|$)/.test(v.target) && v.target !== v.sent ? [] : [['no slash', v.target.slice(1)]]),
  ),
  target(
    'target-trailing-slash',
    'The signed path ends in a slash and the sent path does not, or the reverse.',
    'Sign exactly the path that is sent, with or without the slash at its end.',
    (v) => {
      const [path, query] = percent.splitTarget(v.target)
      const added: Form = ['added behind the query', `${v.target}/`]
      if (!path.endsWith('/')) return [['added', `${path}/${query}`], added]
      // The one slash that another mistake has left is no slash at the end.
      return path === '/' && v.sent !== v.target ? [added] : [['removed', path.slice(0, -1) + query], added]
    },
  ),
  target(
    'target-double-slash',
    'The signed path has two slashes where the sent path has one, or the reverse. The caller joined base URL and path wrongly, or a proxy merged two slashes.',
    'Join the base URL and the path with exactly one slash. Then sign and send this path.',
    (v) => [
      ['two at the beginning', `/${v.target}`],
      ['one for two', v.target.replace(/\/{2,}/g, '/')],
      ...slashesDoubled(v.target),
    ],
  ),
  target(
    'target-prefix-lost',
    "The caller signed the path without its prefix, such as the path of the service's base URL.",
    'Sign the whole path that is sent, with its prefix.',
    prefixesLost,
    {
      undoes: [
        ...final,
        'target-prefix-added',
        'target-no-leading-slash',
        'target-trailing-slash',
        'target-double-slash',
      ],
    },
  ),
  target(
    'target-prefix-added',
    'The caller signed the path with a prefix, but the path arrived without this prefix. Either the caller did not send the prefix, or a proxy removed it.',
    prefixRemedy.remedy,
    prefixAdded,
    { needs: 'url', remedyFor: prefixRemedy.remedyFor },
  ),
  target(
    'query-reordered',
    'The parameters of the query have one order in the signed target and another in the sent target.',
    'Sign the query in the order in which it is sent.',
    (v) => percent.reorderings(v.target),
  ),
  target(
    'query-respelled',
    'A list or a value of the query has one form in the signed target and another in the sent target.',
    'Write the query once. Then sign and send exactly this text.',
    (v, _, only) => queryForms(v.target, only),
    { hasLateForms: true },
  ),
  target('target-other', 'The caller signed one target, but sent another.', 'Sign the target that is sent.', others, {
    needs: 'url or paths',
    wide: true,
    hasLateForms: true,
  }),
]
