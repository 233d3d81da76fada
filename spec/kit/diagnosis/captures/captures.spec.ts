/**
 * Requests of real clients, as a service received them. What the diagnosis proved of each stays proven; of a request that it
 * does not explain it claims nothing.
 */
import { readFileSync } from 'node:fs'
import * as E from 'fp-ts/lib/Either.js'
import * as PublicKey from '../../../../src/core/PublicKey.ts'
import { reportInChinese } from '../../../../src/kit/diagnosis/chinese/chinese.ts'
import { type Case, diagnose } from '../../../../src/kit/diagnosis/examine.ts'
import { readRequest } from '../../../../src/kit/diagnosis/pasted/readRequest.ts'
import { contentOf } from '../../../../src/kit/diagnosis/Received.ts'
import type { Report } from '../../../../src/kit/diagnosis/Report.ts'
import { decompress } from '../../../../src/platform/node/decompress.ts'
import { hash } from '../../../../src/platform/node/hash.ts'
import { assert, byTurns, right, suite } from '../../../support/suite.ts'

/** A line of captures.jsonl, behind the first, which holds the public keys. */
interface Capture {
  readonly language: string
  readonly name: string
  /** What the client does wrong, in the words of its author; `phrase`: the same for somebody who judges a report. */
  readonly fault: string
  readonly phrase?: string
  /** What a reader of the request can find out who has the service's keys: the fault, only the signed text, or neither. */
  readonly knowable?: 'yes' | 'text-only' | 'no'
  /** When it arrived, in seconds since 1970. */
  readonly now: number
  /** The paths that the service had accepted. */
  readonly paths?: ReadonlyArray<string>
  /** As received, and as signed: one character for each byte. */
  readonly request: string
  readonly signed?: string
  /** What the diagnosis says: `accept` or a reason; the ids of the cause, if it is proven. */
  readonly verdict: string
  readonly exact?: ReadonlyArray<string>
  /** The causes of which the text shows only that it is one of them. */
  readonly causes?: ReadonlyArray<ReadonlyArray<string>>
}

const bytesOf = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'latin1'))

const [head = '', ...lines] = readFileSync(new URL('captures.jsonl', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
const pems: Readonly<Record<string, string>> = JSON.parse(head).keys
const keys = Object.entries(pems).map(([appId, pem]) => {
  const read = PublicKey.ofPem(pem)
  if (E.isLeft(read) || read.right._tag !== 'PublicKey') throw new Error(`the key of ${appId}`)
  return { appId, key: read.right }
})

const caseOf = ({ request, now, paths = [] }: Capture): Case => {
  const received = right(readRequest(bytesOf(request)))
  const body = E.getOrElse((): Uint8Array => new Uint8Array())(contentOf(received.body))
  const decoded = decompress(body, 1024 * 1024)
  return { ...received, body, keys, now, paths, ...(decoded === undefined ? {} : { decoded }) }
}

const isEnglish = (text: string): boolean => /[a-z] [a-z]+ [a-z]+ [a-z]+ [a-z]/.test(text.replace(/https?:\S+/g, ''))

/** What a report says that is no Chinese. A detail may be a part of the request alone. */
const englishIn = ({ message = '', findings, alternatives }: Report): ReadonlyArray<string> => {
  const told = [findings, ...alternatives].flat()
  const sentences = [message, ...told.flatMap(({ what, remedy, tells }) => [what, remedy, tells ?? ''])]
  return [
    ...sentences.filter((text) => text !== '' && (isEnglish(text) || !/[\u4e00-\u9fff]/.test(text))),
    ...told.map(({ detail }) => detail).filter(isEnglish),
  ]
}

/** In place of a billion: what is not explained by then is not explained by a hundred times as much either. */
const fewTexts = 10_000_000

const test = byTurns(9, suite('captures of real clients'))

for (const line of lines) {
  const capture: Capture = JSON.parse(line)
  const { language, name, fault, signed, verdict, exact, causes } = capture
  test(`${language}, ${name}: ${fault}`, () => {
    const report = diagnose(caseOf(capture), hash, exact === undefined && causes === undefined ? fewTexts : undefined)
    assert.equal(englishIn(reportInChinese(report)), [])
    assert.is(report.reason ?? 'accept', verdict)
    // A time that does not fit is never exact.
    assert.is(report.exact, exact?.every((id) => !id.startsWith('clock-')) ?? false)
    if (causes !== undefined) {
      const told = [report.findings, ...report.alternatives].map((findings) => findings.map(({ id }) => id))
      assert.equal(told, causes)
    }
    if (exact === undefined) return
    const ids = report.findings.map(({ id }) => id)
    assert.equal(ids, exact)
    if (signed === undefined || report.signed?.bytes === undefined) return
    const told = [report.signed.bytes, report.signed.hashed].filter((bytes) => bytes !== undefined)
    assert.ok(told.some((bytes) => Buffer.from(bytes).toString('latin1') === signed))
  })
}
