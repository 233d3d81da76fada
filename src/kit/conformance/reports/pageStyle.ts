/**
 * How the page looks. Colours are named once for light and once for dark, and no meaning rests on a colour alone.
 */

const light = `
  --ground: #ffffff; --panel: #f5f6f8; --line: #d5d9e0; --text: #1a1d23; --quiet: #555d6b; --link: #0b57d0;
  --good: #0a6b35; --good-ground: #e3f5e9; --bad: #a8141c; --bad-ground: #fdeaea; --warn: #7a4b00; --warn-ground: #fdf2da;
  --none: #4d5563; --none-ground: #eceef2; --mark: #5c1a00; --mark-ground: #ffd08a;`

const dark = `
  --ground: #14171c; --panel: #1d2128; --line: #3a414d; --text: #e7eaf0; --quiet: #a6afbd; --link: #8ab8ff;
  --good: #7fdca0; --good-ground: #14301f; --bad: #ffa3a0; --bad-ground: #42191b; --warn: #f3c66f; --warn-ground: #382a0d;
  --none: #b8c0cd; --none-ground: #282d36; --mark: #ffe9c7; --mark-ground: #7d4300;`

export const style: string = `
:root { color-scheme: light dark; ${light} }
@media (prefers-color-scheme: dark) { :root { ${dark} } }
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body { margin: 0 auto; max-width: 76rem; padding: 1.5rem clamp(0.75rem, 3vw, 2rem) 4rem; background: var(--ground);
  color: var(--text); font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.75rem; line-height: 1.2; margin: 0 0 0.25rem; }
h2 { font-size: 1.35rem; line-height: 1.3; margin: 2.75rem 0 0.75rem; }
h3 { font-size: 1.1rem; margin: 2rem 0 0.5rem; }
h4 { font-size: 1rem; margin: 1.5rem 0 0.5rem; color: var(--quiet); }
h5 { font-size: 1rem; margin: 0; }
h6 { font-size: 0.85rem; margin: 1rem 0 0.25rem; color: var(--quiet); font-weight: 600; }
p { margin: 0.35rem 0; }
a { color: var(--link); text-underline-offset: 0.15em; }
a:focus-visible, summary:focus-visible, [tabindex]:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; border-radius: 3px; }
code, pre, .hex { font-family: ui-monospace, 'SF Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace; }
code, pre { font-size: 0.875em; }
pre { margin: 0; padding: 0.6rem 0.75rem; background: var(--panel); border: 1px solid var(--line); border-radius: 6px;
  white-space: pre-wrap; overflow-wrap: anywhere; tab-size: 4; line-height: 1.55; }
.quiet { color: var(--quiet); }
.small { font-size: 0.85rem; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.box { position: relative; overflow-x: auto; border: 1px solid var(--line); border-radius: 8px; }
.tag { display: inline-block; max-width: 100%; padding: 0 0.5em; border-radius: 99px; font: 600 0.8rem/1.6 system-ui, sans-serif; white-space: nowrap; }
.good { color: var(--good); background: var(--good-ground); }
.bad { color: var(--bad); background: var(--bad-ground); }
.warn { color: var(--warn); background: var(--warn-ground); }
.none { color: var(--none); background: var(--none-ground); }
.ports { list-style: none; margin: 1.25rem 0 0; padding: 0; display: grid; gap: 0.5rem; }
.ports li { padding: 0.6rem 0.85rem; border: 1px solid var(--line); border-left: 5px solid; border-radius: 8px; background: var(--panel); }
.ports li.good { border-left-color: var(--good); } .ports li.bad { border-left-color: var(--bad); }
.ports a { font-weight: 600; }
.ports span { color: var(--text); }
.matrix { overflow-wrap: break-word; border-collapse: separate; border-spacing: 0; width: 100%; font-size: 0.9rem; }
.matrix th, .matrix td { padding: 0.35rem 0.75rem; text-align: left; border-bottom: 1px solid var(--line); vertical-align: top; }
.matrix tr > * + * { border-left: 1px solid var(--line); }
.matrix tbody tr:last-child > * { border-bottom: 0; }
.matrix th { background: var(--panel); font-weight: 600; }
.matrix th[scope='row'] { position: sticky; left: 0; white-space: nowrap; font-weight: 500; }
.matrix td { min-width: 8rem; }
.matrix.rules th[scope='row'] { white-space: normal; min-width: 9rem; }
.matrix .said { display: block; font-size: 0.85rem; }
.matrix thead th { min-width: 6rem; }
@media (min-width: 60rem) { .matrix { table-layout: fixed; } .matrix th:first-child { width: 11rem; } .matrix.rules th:first-child { width: 17rem; } }
.matrix td a { color: inherit; font-weight: 600; }
.matrix small { font-size: 0.8rem; white-space: nowrap; }
.facts { display: grid; grid-template-columns: max-content 1fr; gap: 0.25rem 1.25rem; margin: 0.75rem 0 0; }
.facts dt { color: var(--quiet); } .facts dd { margin: 0; min-width: 0; }
.case { margin: 0.75rem 0; padding: 0.75rem 1rem; border: 1px solid var(--line); border-radius: 8px; scroll-margin-top: 0.75rem; }
.case:target { outline: 2px solid var(--link); outline-offset: 2px; }
.case h5 { display: flex; flex-wrap: wrap; gap: 0.15rem 0.6rem; align-items: center; }
.case h5 a { color: inherit; text-decoration: none; } .case h5 a:hover { text-decoration: underline; }
summary { cursor: pointer; padding: 0.2rem 0; color: var(--link); width: fit-content; max-width: 100%; }
.flags { margin: 0; padding: 0; list-style: none; }
.flags li { padding: 0.4rem 0.75rem; margin: 0.35rem 0; border-left: 3px solid var(--warn); background: var(--warn-ground); border-radius: 0 6px 6px 0; }
.pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 22rem), 1fr)); gap: 0 1rem; }
.pair > * { min-width: 0; }
.copy { display: block; user-select: all; -webkit-user-select: all; }
mark { color: var(--mark); background: var(--mark-ground); font-weight: 700; border-radius: 2px; }
.first { outline: 2px solid currentColor; outline-offset: 1px; }
.lf, .raw { color: var(--quiet); }
.first.lf, .first.raw { color: var(--mark); }
/* Many fonts lack the sign for a line feed: it stays in the text, to be copied, and is drawn as two small letters. */
.lf { font-size: 0; }
.lf::after { content: 'LF'; font-size: 0.6rem; font-weight: 600; padding: 0 0.2em; margin-left: 0.15em; border: 1px solid; border-radius: 3px; }
.first.lf { outline: 0; } .first.lf::after { border-width: 2px; background: var(--mark-ground); }
.hex { border-collapse: collapse; font-size: 0.8rem; line-height: 1.6; white-space: pre; }
.hex th, .hex td { padding: 0 0.75rem; text-align: left; font-weight: 400; }
.hex thead th { font-weight: 600; padding-top: 0.35rem; border-bottom: 1px solid var(--line); }
.hex .first { outline-width: 1.5px; outline-offset: 0; }
.hex tbody th { color: var(--quiet); } .hex td { border-left: 1px solid var(--line); }
.hex tbody tr:last-child > * { padding-bottom: 0.35rem; }
.ids { margin: 0.25rem 0 0.75rem; padding-left: 1.25rem; columns: min(100%, 20rem); overflow-wrap: anywhere; font-size: 0.85rem; }
.ids li { break-inside: avoid; padding-right: 0.75rem; }
.ids .quiet { display: block; }
@media (max-width: 36rem) {
  .facts { grid-template-columns: 1fr; gap: 0; } .facts dd { margin-bottom: 0.5rem; }
  .case { padding: 0.65rem 0.75rem; }
  .matrix th, .matrix td { padding: 0.35rem 0.5rem; } .matrix td { min-width: 7rem; }
}
@media print {
  :root { ${light} }
  body { max-width: none; padding: 0; font-size: 10pt; }
  .tag, .matrix td, mark { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  .box { overflow: visible; } .case:target { outline: 0; }
  h2, h3, h4, h5, h6 { break-after: avoid; } pre, tr { break-inside: avoid; }
  details.shown::details-content { content-visibility: visible; height: auto; }
}
`
