/** Two targets that differ in several ways: the shortest chain of named operations from the signed one to the one that arrived. */
import fc from 'fast-check'
import { translate } from '../../../src/kit/diagnosis/chinese/chinese.ts'
import { chainDifference, chainWords, targetChain } from '../../../src/kit/diagnosis/targetChain.ts'
import { reportOnText, textToSign } from '../../support/signedText.ts'
import { assert, forAll, suite } from '../../support/suite.ts'

const chains = suite('the chain from the signed target to the one that arrived')

const segment = fc.stringMatching(/^[a-z]{2,6}(?:%40|%2C|%3A|%2F)?[A-Z]?$/)
const parameter = fc.stringMatching(/^[a-z]{3,6}=(?:[a-z0-9]{1,3}(?:%3A|%20)?)?$/)

const targets = fc
  .record({
    segments: fc.array(segment, { minLength: 2, maxLength: 5 }),
    parameters: fc.uniqueArray(parameter, { maxLength: 4, selector: (item) => item.split('=')[0] }),
  })
  .map(({ segments, parameters }) => {
    const query = parameters.length === 0 ? '' : `?${parameters.join('&')}`
    return `/${segments.join('/')}${query}`
  })

const splitAt = (target: string, mark: string): readonly [before: string, after: string] => {
  const at = target.indexOf(mark)
  return at < 0 ? [target, ''] : [target.slice(0, at), target.slice(at)]
}

const onPath =
  (change: (path: string) => string) =>
  (target: string): string => {
    const [path, query] = splitAt(target, '?')
    return change(path) + query
  }

const onParameters =
  (change: (parameters: ReadonlyArray<string>) => ReadonlyArray<string>) =>
  (target: string): string => {
    const [path, query] = splitAt(target, '?')
    return query === '' ? target : `${path}?${change(query.slice(1).split('&')).join('&')}`
  }

/** What programs do to a target, written apart from the code that names it: the name of the operation, and what it does. */
const changes: Readonly<Record<string, (target: string) => string>> = {
  'prefix, removed': onPath((path) => path.replace(/^\/[^/]+(?=\/)/, '')),
  'prefix, added': onPath((path) => `/edge${path}`),
  'slashes, doubled': onPath((path) => path.replace(/^(\/[^/]+)\/(?=[^/])/, '$1//')),
  'slash at the end, added': onPath((path) => (path.endsWith('/') ? path : `${path}/`)),
  'decoded, all': (target) => decodeURIComponent(target),
  'decoded, the path': onPath((path) => decodeURIComponent(path)),
  'decoded, %40 and %3A': (target) => target.replaceAll('%40', '@').replaceAll('%3A', ':'),
  'encoded again': (target) => target.replace(/%(?=[0-9A-F]{2})/gi, '%25'),
  'case of escapes': (target) => target.replace(/%[0-9A-F]{2}/g, (spelling) => spelling.toLowerCase()),
  spaces: (target) => target.replaceAll('%20', '+'),
  'parameters, removed': onParameters((items) => (items.length < 2 ? items : items.slice(1))),
  'parameters, added': onParameters((items) => [...items, 'trace=7']),
  'parameters, the query removed': (target) => splitAt(target, '?')[0],
  order: onParameters((items) => items.toReversed()),
  'equals sign': onParameters((items) => items.map((item) => item.replace(/=$/, ''))),
}

const nameOf = (change: string): string => change.split(',')[0] ?? ''

const drawnChanges = fc.uniqueArray(fc.constantFrom(...Object.keys(changes)), {
  minLength: 1,
  maxLength: 3,
  selector: nameOf,
})

/** The targets that the steps made, the signed one first. */
const targetsOf = (signed: string, steps: ReadonlyArray<{ readonly target: string }>): ReadonlyArray<string> => [
  signed,
  ...steps.map(({ target }) => target),
]

/** Where an operation hides what another one needs, such as the escapes that a second decoding would change, no chain need be found. */
const findable = (signed: string, drawn: ReadonlyArray<string>): string | undefined => {
  try {
    return drawn.reduce((target, change) => changes[change]?.(target) ?? target, signed)
  } catch {
    return undefined
  }
}

chains('for all targets and up to three operations: a chain as short at most, whose steps lead to what arrived', () =>
  forAll([targets, drawnChanges], { numRuns: 300 }, (signed, drawn) => {
    const arrived = findable(signed, drawn)
    if (arrived === undefined || arrived === signed) return
    const chain = targetChain(signed, arrived)
    const seen = `${signed} ${drawn.join(' + ')} ${arrived}`
    assert.ok(chain !== undefined && chain.length <= drawn.length, `${seen}: ${chain && chainWords(chain)}`)
    assert.is(chain?.at(-1)?.target, arrived)
    const made = targetsOf(signed, chain ?? [])
    for (const [i, step] of (chain ?? []).entries())
      assert.ok(
        step.operation
          .apply(made[i] ?? '', arrived)
          .some(({ target, words }) => target === made[i + 1] && words === step.words),
        `${seen}: ${step.words}`,
      )
  }),
)

chains('for all chains: each step is named, no operation twice, and each sentence has its Chinese', () =>
  forAll([targets, drawnChanges], { numRuns: 100 }, (signed, drawn) => {
    const arrived = findable(signed, drawn)
    const chain = arrived === undefined ? undefined : targetChain(signed, arrived)
    if (arrived === undefined || chain === undefined) return
    const names = chain.map(({ operation }) => operation.name)
    assert.is(new Set(names).size, names.length)
    const telling = chainDifference(signed, arrived)
    for (const { words } of chain) {
      assert.ok(telling?.what.includes(words.slice(1)), telling?.what)
      assert.ok(translate(`${words}.`) !== undefined || translate(words) !== undefined, words)
    }
    assert.not.equal(translate(telling?.what ?? ''), undefined, telling?.what)
    assert.not.equal(translate(telling?.remedy ?? ''), undefined, telling?.remedy)
  }),
)

chains('rows: what a chain says', () => {
  for (const [signed, arrived, words] of [
    [
      '/ext/v1/a%2Bb%3Dc%26.png?part=1',
      '/v1/a+b=c&.png?part=1',
      'The prefix /ext was removed. The escapes %2B, %3D and %26 were decoded.',
    ],
    [
      '/v1/files//a%40b%2C1?x=1',
      '/v1/files/a@b,1?x=1',
      'Slashes that stand together were merged. The escapes %40 and %2C were decoded.',
    ],
    ['/files/a%2Fb.png', '/v1/files/a/b.png', 'The prefix /v1 was added. The escape %2F was decoded.'],
    [
      '/v1/a?b=1&flag=',
      '/v1/a?flag&b=1',
      'The order of the parameters was changed. The equals sign after flag was removed.',
    ],
    ['/v1/../v2/a b?c=1', '/v2/a%20b?c=1', 'The dot segments were resolved. The character " " was escaped.'],
    [
      'https://h.example/v1/a?b=1#top',
      '/v1/a',
      'The origin https://h.example was removed. The query ?b=1 was removed. The fragment #top was removed.',
    ],
    ['/v1/a%40b?c=%40', '/v1/a@b?c=%40', 'In the path, the escape %40 was decoded.'],
  ] as const)
    assert.is(chainWords(targetChain(signed, arrived) ?? []), words)
})

chains('two other targets have no chain', () => {
  for (const [signed, arrived] of [
    ['/v2/jobs', '/v1/42/jobs?size=10'],
    ['/v1/jobs', '/v1/jobs'],
    ['/v1/a', '/v1/b'],
    ['/v1/a?b=1', '/v1/a?c=2'],
    ['', '/v1'],
  ] as const)
    assert.is(targetChain(signed, arrived), undefined, `${signed} ${arrived}`)
})

chains('a stray & is no parameter without a name', () => {
  assert.match(chainWords(targetChain('/v1?a=1&b=2', '/v1?b=2&a=1&') ?? []), /a stray & was added/i)
  assert.match(chainWords(targetChain('/v1?a=1&b=2&', '/v1?b=2&a=1') ?? []), /a stray & was removed/i)
})

chains('a proxy is named only if each step is what proxies do', () => {
  assert.match(chainDifference('/ext/a%40b/c', '/a@b/c')?.remedyFor?.operator ?? '', /proxy_pass without a path/)
  assert.is(chainDifference('/ext/a/c?b=1&a=2', '/a/c?a=2&b=1')?.remedyFor, undefined)
})

chains('with the URL that was called, a report names the steps', () => {
  const signed = '/ext/v1/a%40b?part=1'
  const { findings } = reportOnText(textToSign({ method: 'GET', target: signed }), {
    method: 'GET',
    target: '/v1/a@b?part=1',
    url: `https://api.example.com${signed}`,
  })
  assert.match(
    findings[0]?.what ?? '',
    /the target of its URL, but .* arrived\. The prefix \/ext was removed\. The escape %40 was/,
  )
  assert.match(findings[0]?.remedyFor?.operator ?? '', /nocanon/)
})

chains('an equals sign after a name is no percent escape, also where the order differs too', () => {
  for (const [signed, target] of [
    ['/v1/x?flag=&b=1&a=2', '/v1/x?flag&a=2&b=1'],
    ['/v1/x?flag&b=1&a=2', '/v1/x?flag=&a=2&b=1'],
  ] as const) {
    const { findings } = reportOnText(textToSign({ target: signed }), { target }, 300_000_000)
    const told = findings.map(({ what }) => what).join(' ')
    assert.not.match(told, /percent escape/)
    assert.match(told, /equals sign/)
    assert.not.match(findings.map(({ what }) => translate(what) ?? what).join(' '), /[a-z]{4,} [a-z]{3,}/)
  }
})

chains('for all targets of any text: the search ends', () =>
  forAll([fc.string(), fc.string()], { numRuns: 100 }, (signed, arrived) => {
    const chain = targetChain(`/${signed}`, `/${arrived}`)
    assert.ok(chain === undefined || chain.at(-1)?.target === `/${arrived}`)
  }),
)
