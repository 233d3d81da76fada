/**
 * What a server expects of a request, said when it starts to listen: by the stand-in (`countersign serve`), and by the gateway, which
 * has an upstream. For people:
 *
 *     listening on http://127.0.0.1:8787
 *       auth type  SVC-SHA256-RSA (--auth-type)
 *       timestamp  at most 300 s old and 60 s ahead (--max-age, --max-skew)
 *
 * For programs, the same as JSON: `{"listening":"http://127.0.0.1:8787","expects":{"auth_type":"SVC-SHA256-RSA",…}}`.
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

interface Row {
  readonly label: string
  readonly content: string
}

export const expectationsText =
  (expectations: Expectations) =>
  (colours: Colours): string => {
    const rows = rowsOf(expectations, colours)
    return `listening on ${expectations.url}\n${rows.map(({ label, content }) => `  ${label.padEnd(11)}${content}\n`).join('')}`
  }

/** The options that change an expectation are dim, after it. */
const rowsOf = (expectations: Expectations, { dim }: Colours): ReadonlyArray<Row> => {
  const { url, authType, edition, tokens, maxAge, maxSkew, maxBody, upstream, metrics } = expectations
  const credentials = tokens ? 'signed requests and tokens' : 'signed requests only'
  const policies = changedPolicies(expectations)
  return [
    { label: 'auth type', content: `${authType} ${dim('(--auth-type)')}` },
    { label: 'edition', content: `${edition}, ${credentials} ${dim('(--edition, --tokens)')}` },
    {
      label: 'timestamp',
      content: `at most ${maxAge} s old and ${maxSkew} s ahead ${dim('(--max-age, --max-skew)')}`,
    },
    { label: 'body', content: `at most ${maxBody} bytes ${dim('(--max-body)')}` },
    { label: 'apps', content: appsListed(expectations) },
    ...(policies === '' ? [] : [{ label: 'policies', content: policies }]),
    { label: 'to sign', content: 'METHOD␊TARGET␊TIMESTAMP␊NONCE␊BODY' },
    { label: 'target', content: `the URL from its path on: /v1/jobs?a=1 of ${url}/v1/jobs?a=1` },
    upstream === undefined
      ? { label: 'example', content: exampleOf(expectations) }
      : { label: 'upstream', content: upstream },
    ...(metrics === undefined ? [] : [{ label: 'metrics', content: metrics }]),
  ]
}

/** A longer list would hide the other rows. */
const maxApps = 8

const appsListed = ({ apps }: Expectations): string => {
  const listed = apps.slice(0, maxApps).join(', ') || 'none yet'
  return apps.length > maxApps ? `${listed} and ${apps.length - maxApps} more` : listed
}

const changedPolicies = ({ policies }: Expectations): string =>
  Object.entries(policies)
    .map(([name, isTaken]) => `${isTaken ? 'with' : 'without'} ${name}`)
    .join(', ')

/** A command whose request this stand-in would accept. */
const exampleOf = ({ url, apps, authType, edition, policies }: Expectations): string =>
  [
    `countersign submit --base-url ${url} --app-id ${apps[0] ?? 'APPID'} --private-key private_key.pem`,
    ...(authType === defaults.authType ? [] : [`--auth-type ${shellQuoted(authType)}`]),
    ...(edition === defaults.edition ? [] : [`--edition ${edition}`]),
    ...(policies['int64-string'] === true ? ['--policy int64-string'] : []),
    'job.json',
  ].join(' ')

export const expectationsJson = (expectations: Expectations): object => ({
  listening: expectations.url,
  metrics: expectations.metrics,
  upstream: expectations.upstream,
  expects: {
    auth_type: expectations.authType,
    edition: expectations.edition,
    tokens: expectations.tokens,
    max_age: expectations.maxAge,
    max_skew: expectations.maxSkew,
    max_body: expectations.maxBody,
    apps: expectations.apps,
    policies: expectations.policies,
    example: expectations.upstream === undefined ? exampleOf(expectations) : undefined,
  },
})
