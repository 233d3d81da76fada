/** The kill matrix as one page that needs neither network nor script. */
import { behaviourOf } from './cases.ts'
import type { Matrix, Row } from './matrix.ts'

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const style = `
:root { color-scheme: light dark; --line: #8884; --kill: #1a7f37; --none: #b42318; }
body { font: 15px/1.45 system-ui, sans-serif; margin: 0 auto; max-width: 110rem; padding: 1rem; }
h1 { font-size: 1.4rem; } h2 { font-size: 1.1rem; margin-top: 2rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; }
th, td { border-bottom: 1px solid var(--line); padding: .25rem .5rem; text-align: left; vertical-align: top; }
thead th { white-space: nowrap; vertical-align: bottom; }
thead th.n { writing-mode: vertical-rl; rotate: 180deg; font-weight: normal; }
td.zero { color: var(--line); }
td.n { text-align: right; font-variant-numeric: tabular-nums; }
td.n.kill { color: var(--kill); font-weight: 600; }
tr.survives th { color: var(--none); }
tbody th { min-width: 15rem; font-weight: normal; }
tbody th b { display: block; }
details { max-width: 22rem; } summary { cursor: pointer; white-space: nowrap; }
ul { margin: .3rem 0; padding-left: 1.1rem; max-height: 14rem; overflow-y: auto; overflow-wrap: anywhere; }
@media (prefers-color-scheme: dark) { :root { --kill: #3fb950; --none: #ff7b72; } }
@media (max-width: 40rem) { body { padding: .6rem; font-size: 14px; } tbody th { min-width: 10rem; } }
`

const row = ({ id, what, flag, policies, killedBy }: Row, behaviours: ReadonlyArray<string>): string => {
  const cells = behaviours.map((behaviour) => {
    const count = killedBy.filter((each) => behaviourOf(each) === behaviour).length
    return count === 0 ? '<td class="n zero">·</td>' : `<td class="n kill">${count}</td>`
  })
  const cases = killedBy.map((each) => `<li>${escaped(each)}</li>`).join('')
  const told =
    killedBy.length === 0 ? 'none' : `<details><summary>${killedBy.length}</summary><ul>${cases}</ul></details>`
  const remarks = [flag, policies === 'none' ? undefined : `declares ${policies} of the policies`].flatMap(
    (r) => r ?? [],
  )
  return `<tr${killedBy.length === 0 ? ' class="survives"' : ''}><th scope="row"><b>${escaped(id)}</b>${escaped(what)}${
    remarks.length > 0 ? ` <small>(${escaped(remarks.join('; '))})</small>` : ''
  }</th><td>${told}</td>${cells.join('')}</tr>`
}

export const page = ({ ids, rows }: Matrix): string => {
  // In the order of the suite, and behind it what stands in no file.
  const behaviours = [...new Set([...ids, ...rows.flatMap(({ killedBy }) => killedBy)].map(behaviourOf))]
  const groups = [...new Set(rows.map(({ group }) => group))]
  const killed = rows.filter(({ killedBy }) => killedBy.length > 0).length
  const head = behaviours.map((behaviour) => `<th scope="col" class="n">${escaped(behaviour)}</th>`).join('')
  const tables = groups.map((group) => {
    const own = rows.filter((each) => each.group === group)
    const body = own.map((each) => row(each, behaviours)).join('\n')
    const caught = own.filter(({ killedBy }) => killedBy.length > 0).length
    return `<h2>${escaped(group)}: ${caught} of ${own.length}</h2>
<div class="wide" tabindex="0" role="region" aria-label="${escaped(group)}"><table>
<thead><tr><th scope="col">a port that</th><th scope="col">noticed by</th>${head}</tr></thead>
<tbody>
${body}
</tbody></table></div>`
  })
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Kill matrix</title><style>${style}</style></head>
<body><h1>Kill matrix</h1>
<p>${killed} of ${rows.length} planted bugs are noticed by the ${ids.length} cases. A number counts the cases of a behaviour that
notice the bug. Cases that take long are put to a bug only if no other notices it.</p>
${tables.join('\n')}
</body></html>
`
}
