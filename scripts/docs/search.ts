/** The search of the site, in the browser. TypeDoc's own finds names and not words. */
import MiniSearch from 'minisearch'
import { placeOf } from './keywords.ts'
import type { Section } from './pages.ts'

const [input, results, status] = ['input', 'results', 'status'].map((id) => document.getElementById(`tsd-search-${id}`))
const field = input as HTMLInputElement | null
const base = new URL(document.documentElement.dataset.base ?? './', location.href)
/** What people say, and how the pages call it. */
const synonyms: Readonly<Record<string, string>> = {
  k8s: 'kubernetes',
  probe: 'readiness',
  healthcheck: 'health',
  liveness: 'health',
  sigterm: 'shutdown',
  drain: 'shutdown',
  webhook: 'verify',
  webhooks: 'verify',
  rotation: 'rotate',
  rollover: 'rotate',
  retry: 'retries',
  backoff: 'retries',
  proxy: 'proxies',
  clock: 'future',
  nest: 'nestjs',
  logging: 'logs',
  helm: 'kubernetes',
  deploy: 'container',
  jwks: 'jwk',
  unauthorized: '401',
  '403': 'forbidden',
  middleware: 'adapters',
  throughput: 'capacity',
  grafana: 'dashboard',
  alert: 'alarms',
  alerts: 'alarms',
  monitoring: 'metrics',
  mock: 'stand',
  skew: 'future',
  duplicate: 'replayed',
  idempotency: 'retries',
}
const idle = new Set(['a', 'an', 'and', 'how', 'in', 'is', 'my', 'of', 'or', 'the', 'to', 'why'])

const isChinese = (text: string): boolean => /\p{Script=Han}/u.test(text)

/** Chinese puts no spaces between words: each two neighbouring characters count as one. */
const tokensOf = (text: string): Array<string> =>
  text.split(/[\n\r\p{Z}\p{P}]+/u).flatMap((token) => {
    const characters = [...token]
    if (!isChinese(token) || characters.length < 3) return [token]
    return characters.slice(1).map((character, at) => `${characters[at]}${character}`)
  })

/** A guide explains, in the language of the query; a name of the reference, such as createVerifier, is found by its whole word. */
const weightOf = ({ isGuide, title, page }: Section): number => {
  const query = field?.value ?? ''
  if (isGuide) return isChinese(page) === isChinese(query) ? 12 : 1
  return title === query && /[a-z][A-Z]/.test(title) ? 100 : 1
}

let index: MiniSearch<Section> | undefined
const indexed = (): MiniSearch<Section> => {
  if (index !== undefined) return index
  index = new MiniSearch({
    fields: ['title', 'page', 'text'],
    tokenize: tokensOf,
    storeFields: ['title', 'page', 'text', 'url', 'isGuide'],
    processTerm: (term: string) => (idle.has(term.toLowerCase()) ? null : term.toLowerCase()),
    searchOptions: {
      processTerm: (term: string) => {
        const word = term.toLowerCase()
        return idle.has(word) ? null : (synonyms[word] ?? word)
      },
      boost: { title: 4, page: 2 },
      prefix: (term: string) => term.length > 2,
      fuzzy: (term: string) => (term.length > 4 ? 0.2 : false),
      boostDocument: (_: unknown, __: string, section: Section) => weightOf(section),
    },
  })
  const { sections } = globalThis as unknown as { readonly sections: ReadonlyArray<Section> }
  index.addAll(sections.map((section, id) => ({ id, ...section })))
  return index
}

/** The words round the first match. */
const excerpt = (text: string, terms: ReadonlyArray<string>): string => {
  const at = Math.max(
    0,
    Math.min(...terms.map((term) => text.toLowerCase().indexOf(term)).filter((at) => at >= 0)) - 40,
  )
  const from = at > 0 ? text.indexOf(' ', at) : 0
  return Number.isFinite(at) ? `${at > 0 ? '…' : ''}${text.slice(from, from + 140)}…` : ''
}

const row = ({ url, title, page, text, terms }: Section & { readonly terms: ReadonlyArray<string> }, n: number) => {
  const li = Object.assign(document.createElement('li'), { id: `found-${n}`, role: 'option', ariaSelected: 'false' })
  const a = Object.assign(document.createElement('a'), { href: new URL(url, base).href, tabIndex: -1 })
  const parts = [
    ['strong', title],
    ['span', page === title ? '' : page],
    ['small', excerpt(text, terms)],
  ] as const
  for (const [tag, textContent] of parts) a.append(Object.assign(document.createElement(tag), { textContent }), ' ')
  li.append(a)
  return li
}

/** The section that a keyword names, before all others. */
const bestOf = (words: string): ReadonlyArray<Section & { readonly terms: ReadonlyArray<string> }> => {
  const place = placeOf(words)
  const { sections } = globalThis as unknown as { readonly sections: ReadonlyArray<Section> }
  return sections.filter(({ place: own }) => place !== undefined && own === place).map((one) => ({ ...one, terms: [] }))
}

if (status) status.textContent = ''
field?.addEventListener('input', () => {
  const words = field.value.trim()
  const all = indexed().search(words, { combineWith: 'AND' })
  const found = all.length > 0 ? all : indexed().search(words)
  const best = bestOf(words)
  const rows = [...best, ...found.filter(({ url }) => best.every((one) => one.url !== url))]
  results?.replaceChildren(...rows.slice(0, 10).map(row))
  if (status) status.textContent = words !== '' && rows.length === 0 ? `No page holds “${words}”.` : ''
})

const inspector = Object.assign(document.createElement('a'), {
  href: new URL('inspector.html', base).href,
  textContent: 'Inspector',
})
document.querySelector('#tsd-toolbar-links')?.append(inspector)
