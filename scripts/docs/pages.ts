/** The pages that TypeDoc wrote: what the search knows of them, and which of their links lead nowhere. */
import { posix } from 'node:path'

/** A section of a guide, or the beginning of a page of the reference. */
export interface Section {
  /** Below the site's folder, perhaps with an anchor. */
  readonly url: string
  readonly title: string
  /** The guide, or the module. */
  readonly page: string
  readonly text: string
  readonly isGuide: boolean
  /** Of a guide that a keyword names: its file, with the heading if the keyword says one. */
  readonly place?: string
}

/** HTML by path. */
export type Pages = ReadonlyMap<string, string>

/** Each cell knows the head of its column: on a phone a row is a block, and each cell a line of it with that name. */
const labelled = (table: string): string => {
  const heads = [...table.matchAll(/<th\b[^>]*>(.*?)<\/th>/gs)].map(([, head = '']) =>
    head
      .replaceAll(/<[^>]*>/g, '')
      .replaceAll('"', '&quot;')
      .trim(),
  )
  return table.replaceAll(/<tr>.*?<\/tr>/gs, (row) => {
    let column = 0
    return row.replaceAll(/<td\b/g, () => {
      const head = heads[column++] ?? ''
      return head === '' ? '<td' : `<td data-head="${head}"`
    })
  })
}

/** For a page that is opened as a file, for keyboards and for screen readers. */
export const mended = (html: string): string =>
  html
    // Browsers refuse the icons of another file; the same ones are in each page by a script.
    .replaceAll(/<use href="[^"#]*icons\.svg#/g, '<use href="#')
    // A folder that is opened as a file is a list of its files.
    .replaceAll(/href="((?:\.\.?\/)+)(#[^"]*)?"/g, 'href="$1index.html$2"')
    .replace(
      /<div class="col-content">(.*)<\/div>\s*<div class="col-sidebar">/s,
      '<main class="col-content">$1</main><div class="col-sidebar">',
    )
    .replaceAll(/<summary\b.*?<\/summary>/gs, (summary) =>
      summary.replaceAll(/<a [^>]*tsd-anchor-icon.*?<\/a>|<\/?a\b[^>]*>/gs, ''),
    )
    .replaceAll(/href="((?:\.\.\/)*media\/[^"#]+\.ts)"/g, 'href="$1.txt"')
    .replaceAll(/<table>.*?<\/table>/gs, (table) => `<div class="wide" tabindex="0">${labelled(table)}</div>`)

/** The README, as the page that the site begins with. */
export const front = (html: string): string =>
  html
    .replace('class="default"', 'class="default front"')
    .replace(
      /every function and a search: <code>.*?<\/code> in the repository/,
      '<a href="modules.html#reference">every function</a>',
    )

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', amp: '&' }

const textOf = (html: string): string =>
  html
    .replaceAll(/<(svg|button)\b.*?<\/\1>|<\/?(?:wbr|span|code|em|strong|a)\b[^>]*>/gs, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&(?:(lt|gt|quot|amp)|#\w+);/g, (_, name) => entities[name] ?? "'")
    .replaceAll(/\s+/g, ' ')
    .trim()

/** `guides` are the titles of their pages. */
export const sectionsOf = (pages: Pages, guides: ReadonlyArray<string>): ReadonlyArray<Section> =>
  [...pages].flatMap(([url, html]): ReadonlyArray<Section> => {
    const page = textOf(/<title>(.*?)(?: \| .*)?<\/title>/.exec(html)?.[1] ?? '')
    const content = /<main class="col-content">(.*?)<\/main>/s.exec(html)?.[1] ?? ''
    if (!guides.includes(page)) {
      const text = textOf(content).slice(0, 1000)
      return [{ url, title: page, page: posix.dirname(url), text, isGuide: false }]
    }
    // Behind the title of the page.
    const parts = content.slice(content.indexOf('<div class="tsd-panel')).split(/(?=<h[1-4] id=")/)
    return parts.flatMap((part) => {
      const [heading = '', id = '', title = page] = /^<h\d id="([^"]*)"[^>]*>(.*?)<\/h\d>/s.exec(part) ?? []
      const text = textOf(part.slice(heading.length))
      return text === '' ? [] : [{ url: `${url}#${id}`, title: textOf(title), page, text, isGuide: true }]
    })
  })

/** Each as `page: link`, where the page or the place in it is missing. */
export const brokenLinks = (pages: Pages): ReadonlyArray<string> =>
  [...pages].flatMap(([page, html]) =>
    [...html.matchAll(/<a [^>]*?href="(?![a-z]+:)([^"#]*\.html|)(?:#([^"]*))?"/g)]
      .filter(([, file = '', anchor = '']) => {
        const target = pages.get(file === '' ? page : posix.join(posix.dirname(page), decodeURIComponent(file)))
        return target === undefined || (anchor !== '' && !target.includes(` id="${decodeURIComponent(anchor)}"`))
      })
      .map(([, file = '', anchor = '']) => `${page}: ${file}#${anchor}`),
  )
