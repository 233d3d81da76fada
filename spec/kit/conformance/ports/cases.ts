// One accepted and one refused case of each op, for specs that do not run all cases, and the report on a port.
import { ours, type Policies } from '../../../../src/core/Policies.ts'
import { stepsOf } from '../../../../src/kit/conformance/codecs.ts'
import { conform } from '../../../../src/kit/conformance/conform.ts'
import { type Driver, inProcess, isNoHello } from '../../../../src/kit/conformance/Driver.ts'
import type { Port } from '../../../../src/kit/conformance/port.ts'
import type { PortReport } from '../../../../src/kit/conformance/Report.ts'
import type { ConformSettings, Mode } from '../../../../src/kit/conformance/settings.ts'
import { readSuite, type Suite } from '../../../../src/kit/conformance/suite.ts'
import type { Vector } from '../../../../src/kit/conformance/Vector.ts'

export const packaged: Suite = readSuite()

export const caseOf = (id: string): Vector => {
  const found = packaged.vectors.find((vector) => vector.id === id)
  if (found === undefined) throw new Error(`there is no case ${id}`)
  return found
}

/** Whether the case is refused; for `verify`, in its last step. */
export const isNegative = ({ op, expect }: Vector): boolean =>
  op === 'verify'
    ? expect.outcome === 'reject' || stepsOf(expect).at(-1)?.outcome === 'reject'
    : expect.outcome === 'reject'

export const fewPositives: ReadonlyArray<string> = [
  'string-to-sign/made-of-five-parts',
  'string-to-sign/five-parts',
  'target/signed-for-the-wire',
  'authorization/usual',
  'authorization/write-usual',
  'rsa/plain',
  'keys/public',
  'job/seeded',
  'job/write-whole',
  'wire/bytes',
]

export const fewNegatives: ReadonlyArray<string> = [
  'string-to-sign/line-feed-in-nonce-to-sign',
  'string-to-sign/separator-crlf',
  'authorization/no-line',
  'authorization/write-app-id-comma',
  'rsa/length-empty',
  'keys/public-bits-1024',
  'job/not-json',
  'job/write-fraction',
  'wire/no-job',
]

export const few: ReadonlyArray<string> = [...fewPositives, ...fewNegatives]

/** The policies, these on and no other. */
export const onlyOn = (names: ReadonlyArray<string>): Policies =>
  Object.fromEntries(Object.keys(ours).map((name) => [name, names.includes(name)])) as unknown as Policies

export const withoutCanaries: Mode = { _tag: 'Fresh', canaries: [] }

/** Of these cases unless others are set. */
export const reportOn = async (port: Port | Driver, settings: Partial<ConformSettings> = {}): Promise<PortReport> => {
  const common = { suite: packaged, level: 'full', ids: few, today: '2026-11-21', seed: 'any' } as const
  const report = await conform('run' in port ? port : inProcess(port), { ...common, ...settings })
  if (isNoHello(report)) throw new Error(report.detail)
  return report
}
