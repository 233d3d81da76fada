/** The search words of the site: each leads to a heading that there is. That the search shows it first: site.live.spec.ts. */
import { keywords, placeOf } from '../../scripts/docs/keywords.ts'
import { textOf } from '../support/guides.ts'
import { assert, suite } from '../support/suite.ts'

const searching = suite('the search words')
const all = Object.entries(keywords).flatMap(([place, words]) => words.map((word) => ({ place, word })))

const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\w -]/g, '')
    .replaceAll(' ', '-')

searching('each leads to a guide, and to a heading in it', () => {
  const nowhere = Object.keys(keywords).filter((place) => {
    const [path = '', anchor] = place.split('#')
    const headings = [...textOf(path).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => anchorOf(heading))
    return headings.length === 0 || (anchor !== undefined && !headings.includes(anchor))
  })
  assert.equal(nowhere, [])
})

searching('each word leads to its own place, alone, in capitals and among other words', () => {
  assert.ok(all.length >= 60, String(all.length))
  const wrong = all.filter(({ place, word }) =>
    [word, word.toUpperCase(), `what is ${word}?`].some((query) => placeOf(query) !== place),
  )
  assert.equal(wrong, [])
})

searching('a part of another word leads nowhere, and the longest words win', () => {
  assert.is(placeOf('application'), undefined)
  assert.is(placeOf('pollution'), undefined)
  assert.is(placeOf('how do i register a key'), 'src/start/registeredKey.md')
})
