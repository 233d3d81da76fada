/** The kill matrix as one page that needs neither network nor script. */
import { html } from '../../../src/kit/conformance/reports/markup.ts'
import { behaviourOf } from './cases.ts'
import type { Matrix, Row } from './matrix.ts'

const style = `
:root { color-scheme: light dark; }
body { font: 15px/1.45 system-ui, sans-serif; margin: 0 auto; max-width: 70rem; padding: 1rem; }
table { border-collapse: collapse; }
th, td { border-bottom: 1px solid #8884; padding: .25rem .5rem; text-align: left; vertical-align: top; overflow-wrap: anywhere; }
th { font-weight: normal; } th b { display: block; } .survives { color: #d1242f; }
`

/** `target 3, wire 1`: how many cases of each behaviour notice the bug. */
const counted = (ids: ReadonlyArray<string>): string => {
  const counts = new Map<string, number>()
  for (const id of ids) counts.set(behaviourOf(id), (counts.get(behaviourOf(id)) ?? 0) + 1)
  return [...counts].map(([behaviour, count]) => `${behaviour} ${count}`).join(', ')
}

const row = ({ id, what, flag, policies, killedBy }: Row) => html`<tr class="${killedBy.length > 0 ? '' : 'survives'}">
<th scope="row"><b>${id}</b>a port that ${what}</th><td>${[flag, policies === 'none' ? undefined : `declares ${policies} of the policies`].filter((remark) => remark !== undefined).join('; ')}</td>
<td>${killedBy.length === 0 ? 'none' : html`<details><summary>${counted(killedBy)}</summary>${killedBy.join(', ')}</details>`}</td></tr>
`

export const page = ({ ids, rows }: Matrix): string => {
  const killed = rows.filter(({ killedBy }) => killedBy.length > 0).length
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Kill matrix</title><style>${{ markup: style }}</style></head>
<body><h1>Kill matrix</h1>
<p>${killed} of ${rows.length} planted bugs are noticed by the ${ids.length} cases.</p>
<table><thead><tr><th scope="col">bug</th><th scope="col">remarks</th><th scope="col">noticed by so many cases of each behaviour</th></tr></thead>
<tbody>
${rows.map(row)}</tbody></table>
</body></html>
`.markup
}
