/**
 * The string to sign as a verifier assembles it from the request, and its digest; when the diagnosis knows what was signed,
 * both side by side.
 */
import * as E from 'fp-ts/lib/Either.js'
import * as Bytes from '../../core/Bytes.ts'
import * as Method from '../../core/Method.ts'
import * as RequestTarget from '../../core/RequestTarget.ts'
import type { Report } from '../../kit/diagnosis/Report.ts'
import { bytesView } from './bytesView.ts'
import { comparisonView } from './comparisonView.ts'
import { code, el } from './element.ts'
import { hash } from './hash.ts'
import { isBearer, isCredential, readingOf } from './headerParts.ts'
import type { Inspection } from './Inspection.ts'

interface Assembled {
  readonly bytes: Bytes.Bytes
  /** What is missing or malformed; a verifier would have refused the request before. */
  readonly gaps: ReadonlyArray<string>
}

/** What a verifier would assemble; a malformed part is as it came, a missing one is empty. */
export const assemble = ({ method, target, authorization, body, settings }: Inspection): Assembled => {
  const verb = Method.parse(method)
  const place = RequestTarget.parse(target)
  const { values } = readingOf(authorization[0] ?? '', settings.authType)
  const [[timestamp], [nonce]] = [values.timestamp, values.nonce_str]
  const head = [
    E.isRight(verb) ? verb.right : method,
    E.isRight(place) ? place.right : target,
    timestamp ?? '',
    nonce ?? '',
  ]
  const gaps = [
    ...(E.isLeft(verb) ? ['the method is malformed'] : []),
    ...(E.isLeft(place) ? ['the target is malformed'] : []),
    ...(timestamp === undefined ? ['the header gives no timestamp'] : []),
    ...(nonce === undefined ? ['the header gives no nonce'] : []),
  ]
  const text = E.getOrElse(() => Bytes.empty)(Bytes.ofText(head.map((part) => `${part}\n`).join('')))
  return { bytes: Bytes.concat([text, body]), gaps }
}

/** With a report, beside the text that was signed. */
export const stringToSignView = (inspection: Inspection, report?: Report): ReadonlyArray<HTMLElement> => {
  const title = el('h3', {}, 'String to sign')
  if (isBearer(inspection.authorization[0] ?? ''))
    return [title, el('p', { class: 'quiet' }, 'A request with a token is not signed.')]
  const [line] = inspection.authorization
  if (line !== undefined && isCredential(line, inspection.settings.authType))
    return [title, el('p', { class: 'quiet' }, 'The header is not that of a signed request.')]
  const compared = report === undefined ? undefined : comparisonView(report)
  const { bytes, gaps } = assemble(inspection)
  const notice = gaps.length === 0 ? [] : [el('p', { class: 'bad' }, `Not whole: ${gaps.join(', ')}.`)]
  return [title, ...notice, ...(compared ?? signedBytes(bytes, 'The string to sign'))]
}

/** Bytes with their length and digest below. */
export const signedBytes = (bytes: Bytes.Bytes, label: string): ReadonlyArray<HTMLElement> => [
  bytesView(bytes, { label }),
  el(
    'dl',
    { class: 'facts' },
    el('dt', {}, 'Length'),
    el('dd', {}, `${bytes.length} bytes`),
    el('dt', {}, 'SHA-256'),
    el('dd', {}, code(Bytes.toHex(hash('sha256', bytes)))),
  ),
]
