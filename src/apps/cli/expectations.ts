/**
 * What the stand-in expects of a request, for people and for programs.
 */
import { defaults } from '../../core/VerifyPolicy.ts'
import { shellQuoted } from '../../kit/diagnosis/pasted/curlCommand.ts'
import type { Colours } from './Outcome.ts'
import type { Terms } from './verdict.ts'

export interface Expectations extends Omit<Terms, 'now'> {
  readonly url: string
  readonly metrics: string | undefined
  /** Where verified requests go; absent for the stand-in. */
  readonly upstream?: string | undefined
  readonly apps: ReadonlyArray<string>
  readonly tokens: boolean
}

/** A call that this stand-in would accept. */
const exampleOf = ({ url, apps, authType, edition, policies }: Expectations): string =>
  [
    `countersign submit --base-url ${url} --app-id ${apps[0] ?? 'APPID'} --private-key private_key.pem`,
    ...(authType === defaults.authType ? [] : [`--auth-type ${shellQuoted(authType)}`]),
    ...(edition === defaults.edition ? [] : [`--edition ${edition}`]),
    ...(policies['int64-string'] === true ? ['--policy int64-string'] : []),
    'job.json',
  ].join(' ')

/** Nobody reads more. */
const maxApps = 8

export const expectationsText =
  (it: Expectations) =>
  ({ dim }: Colours): string => {
    const { apps, tokens, edition, policies } = it
    const changed = Object.entries(policies).map(([name, taken]) => `${taken ? 'with' : 'without'} ${name}`)
    const more = apps.length - maxApps
    const rows: ReadonlyArray<readonly [string, string]> = [
      ['auth type', `${it.authType} ${dim('(--auth-type)')}`],
      [
        'edition',
        `${edition}, ${tokens ? 'signed requests and tokens' : 'signed requests only'} ${dim('(--edition, --tokens)')}`,
      ],
      ['timestamp', `at most ${it.maxAge} s old and ${it.maxSkew} s ahead ${dim('(--max-age, --max-skew)')}`],
      ['body', `at most ${it.maxBody} bytes ${dim('(--max-body)')}`],
      ['apps', `${apps.slice(0, maxApps).join(', ') || 'none yet'}${more > 0 ? ` and ${more} more` : ''}`],
      ...(changed.length === 0 ? [] : [['policies', changed.join(', ')] as const]),
      ['to sign', 'METHOD␊TARGET␊TIMESTAMP␊NONCE␊BODY'],
      ['target', `the URL from its path on: /v1/jobs?a=1 of ${it.url}/v1/jobs?a=1`],
      it.upstream === undefined ? ['example', exampleOf(it)] : ['upstream', it.upstream],
      ...(it.metrics === undefined ? [] : [['metrics', it.metrics] as const]),
    ]
    return `listening on ${it.url}\n${rows.map(([name, value]) => `  ${name.padEnd(11)}${value}\n`).join('')}`
  }

export const expectationsJson = (it: Expectations): object => ({
  listening: it.url,
  metrics: it.metrics,
  upstream: it.upstream,
  expects: {
    auth_type: it.authType,
    edition: it.edition,
    tokens: it.tokens,
    max_age: it.maxAge,
    max_skew: it.maxSkew,
    max_body: it.maxBody,
    apps: it.apps,
    policies: it.policies,
    example: it.upstream === undefined ? exampleOf(it) : undefined,
  },
})
