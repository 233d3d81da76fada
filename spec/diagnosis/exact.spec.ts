/**
 * What a report may call exact. A caller signs one target and sends another, for a reason that nobody knows. Whatever
 * mistakes are claimed, the text that was signed must show each of them.
 */
import { sign as rsaSign } from 'node:crypto'
import fc from 'fast-check'
import * as assert from 'uvu/assert'
import { diagnose } from '../../src/diagnosis/examine.ts'
import { draftOf, message } from '../../src/diagnosis/Mistake.ts'
import { decode, split } from '../../src/diagnosis/percent.ts'
import { hash } from '../../src/node/hash.ts'
import { rsa } from '../support/keys.ts'
import { now, publicKey } from '../support/planting.ts'
import { suite } from '../support/suite.ts'

const host = 'jobs.example:9000'
const origin = `http://${host}`

const segment = fc.constantFrom('v1', 'jobs', '8812', 'edge', 'a%2Fb', 'a/b', '%7Eme', '~me', 'x%20y', 'x y')
const parameter = fc.constantFrom('a=1', 'b', 'next=eHk%3D', 'next=eHk=', 'title=red%20fox', 'title=red fox', 'p=%2F')

const target = fc
  .record({
    path: fc.array(segment, { minLength: 1, maxLength: 6 }),
    end: fc.constantFrom('', '', '', '/'),
    query: fc.array(parameter, { maxLength: 3 }),
  })
  .map(({ path, end, query }) => `/${path.join('/')}${end}${query.length === 0 ? '' : `?${query.join('&')}`}`)

interface Misdirected {
  readonly sent: string
  readonly signed: string
  readonly url: string
  readonly host: string | undefined
}

const withoutSegments = (text: string, count: number): string => `/${text.split('/').slice(count).join('/')}`

/** Often the text that was signed is a piece of what is told: then a search has pieces to make up a story from. */
const misdirected: fc.Arbitrary<Misdirected> = fc
  .record({
    sent: target.filter((text) => !text.includes(' ')),
    other: target,
    fragment: fc.constantFrom('', '', '#top', '#/v1/other', '#/v1/jobs?b&a=1', '#a?b&c'),
    cut: fc.integer({ min: 1, max: 5 }),
    named: fc.boolean(),
  })
  .chain(({ sent, other, fragment, cut, named }) => {
    const urls = [
      origin + other,
      `${origin}/edge${sent}`,
      `${origin}/a/b${sent}`,
      origin + decode(sent),
      other,
      origin + sent,
    ]
    return fc.constantFrom(...urls.map((url) => url + fragment)).chain((url) => {
      const [whole = '', ...rest] = url.split('#')
      const path = whole.replace(origin, '')
      const texts = [other, path, whole, url, split(path)[0], withoutSegments(whole, cut), withoutSegments(sent, cut)]
      const more = [`/${host}${sent}`, `${sent}#${rest.join('#')}`, withoutSegments(url, cut), rest.join('#')]
      return fc.constantFrom(...texts, ...more).map((signed) => ({ sent, signed, url, host: named ? host : undefined }))
    })
  })

const reportOf = ({ sent, signed, url, host: told }: Misdirected) => {
  const view = { method: 'GET', target: sent, timestamp: String(now), nonce: 'n-1', body: new Uint8Array(), appId: 'a' }
  const text = message({ ...draftOf(view), target: signed }, hash)
  const signature = rsaSign('sha256', text, rsa(2048, 'app-1').privateKey).toString('base64')
  return diagnose(
    {
      method: view.method,
      target: sent,
      authorization: [`SVC-SHA256-RSA app_id=a,nonce_str=n-1,timestamp=${now},signature=${signature}`],
      body: view.body,
      keys: [{ appId: 'a', key: publicKey(2048, 'app-1') }],
      host: told,
      url,
      now,
    },
    hash,
    30_000_000,
  )
}

/** Without slashes and escapes, so that what another mistake did to these does not count. */
const bare = (text: string): string =>
  decode(text)
    .replace(/\/+/g, '/')
    .replace(/^\/|\/$/g, '')
const items = (text: string): string => decode(split(text)[1].slice(1)).split('&').toSorted().join('&')
const endsInSlash = (text: string): boolean => split(text)[0].endsWith('/')
const hasTwo = (text: string): boolean => text.includes('//')

/** What a signed target shows of each mistake, apart from origin and fragment. */
const marks: Readonly<Record<string, (signed: string, sent: string, whole: string) => boolean>> = {
  'target-with-origin': (_, __, whole) => /^(?:https?:)?\/\/jobs\.example|^jobs\.example/.test(decode(whole)),
  'target-with-fragment': (_, __, whole) => decode(whole).includes('#'),
  'target-without-query': (signed, sent) => sent.includes('?') && !signed.includes('?'),
  'target-no-leading-slash': (signed) => !signed.startsWith('/'),
  'target-trailing-slash': (signed, sent) => endsInSlash(signed) !== endsInSlash(sent) || signed.endsWith('/'),
  'target-double-slash': (signed, sent) => hasTwo(signed) !== hasTwo(sent),
  'target-prefix-lost': (signed, sent) =>
    split(signed)[0] === '/' ? endsInSlash(sent) : bare(split(sent)[0]).endsWith(`/${bare(split(signed)[0])}`),
  'target-prefix-added': (signed, sent) => bare(split(signed)[0]).endsWith(`/${bare(split(sent)[0])}`),
  'target-decoded': (signed, sent) => !sent.includes(signed.replace(/^\/+/, '')),
  'target-reencoded': (signed, sent, whole) => whole.startsWith('http%') || !sent.includes(signed),
  'query-reordered': (signed, sent) => items(signed) === items(sent) && split(signed)[1] !== split(sent)[1],
  'target-other': (signed, sent) => signed !== sent,
}

const only = (ids: ReadonlyArray<string>, allowed: ReadonlyArray<string>): boolean =>
  ids.every((id) => allowed.includes(id))

const exact = suite('what is exact')

exact('for all targets signed in place of another, URLs and hosts: the signed text shows each mistake claimed', () => {
  let found = 0
  fc.assert(
    fc.property(misdirected, (it) => {
      const { exact: isExact, findings, alternatives } = reportOf(it)
      if (!isExact) return
      found++
      for (const claimed of [findings, ...alternatives]) {
        const ids = claimed.map(({ id }) => id)
        const story = `${ids.join('+')} for ${JSON.stringify(it)}`
        const hasOrigin = ids.includes('target-with-origin')
        const origined = hasOrigin ? it.signed.replace(/^(?:(?:https?:)?\/\/)?jobs\.example(?::9000)?/, '') : it.signed
        const signed = ids.includes('target-with-fragment') ? origined.replace(/#.*$/, '') : origined
        for (const id of ids) assert.ok(marks[id]?.(signed, it.sent, it.signed), `${id} does not show: ${story}`)
        if (ids.includes('target-other'))
          assert.ok(only(ids, ['target-other', 'target-with-origin', 'target-with-fragment']), story)
      }
    }),
    { numRuns: Number(process.env.COUNTERSIGN_ALL ? 20_000 : 80) },
  )
  assert.ok(found > 15, `${found} were exact`)
})

exact.run()
