/**
 * `countersign submit`: sends a job as its app, signed or with a token, and shows the answer of the service.
 */
import * as E from 'fp-ts/lib/Either.js'
import { type ClientOptions, createClient, type ReadableBody, type SubmissionAnswer } from '../../client/node.ts'
import { isToken } from '../../core/Token.ts'
import * as Job from '../../job/Job.ts'
import { message as jobMessage } from '../../job/JobError.ts'
import { visibleLines } from '../../kit/conformance/reports/visible.ts'
import { fileParts } from '../../platform/node/fileParts.ts'
import * as args from './arguments.ts'
import { bodyParts } from './bodyParts.ts'
import { readBytes, readText } from './files.ts'
import { type Command, command, defaulting, type Given, option, optional, optionalOperand } from './grammar.ts'
import { clientRefusal, privateKeyFrom } from './keyFile.ts'
import { CommandError, type Outcome, type World } from './Outcome.ts'
import { jobPolicies, policiesOf, policyArguments } from './policies.ts'
import { withNote } from './terminal.ts'

const submitArguments = {
  baseUrl: option(args.text('URL'), "the service's https URL, without /v1/jobs; http for a loopback host"),
  appId: optional(args.appId, 'the app that signs'),
  privateKey: optional(args.privateKeyFile, 'its private key: PEM, DER or a JWK'),
  tokenFile: optional(args.file, 'a file with an access token, instead of the two above'),
  edition: args.edition,
  retries: defaulting(
    args.count,
    0,
    'further attempts after a refused connection, a 503, a 429 or a refusal for a wrong clock',
  ),
  proxy: optional(
    args.proxyUrl,
    'the proxy on the way, or none; a URL with a password only in COUNTERSIGN_PROXY; unless set, https_proxy, all_proxy and no_proxy count',
  ),
  ca: optional(args.file, 'certificates in PEM to trust, instead of the usual ones'),
  authType: args.authType,
  passphraseEnv: args.passphraseEnv,
  ...policyArguments(jobPolicies),
  body: optional(args.file, 'a file of any size, sent as it is and not looked into, instead of JOB.json'),
  job: optionalOperand(
    { ...args.file, shows: 'JOB.json' },
    'the file with the job, sent as it is; - for standard input',
  ),
}
type SubmitArguments = Given<typeof submitArguments>

export const submit: Command = command({
  args: submitArguments,
  either: [['appId', 'privateKey'], ['tokenFile']],
  example: '--base-url https://jobs.example --app-id app-1 --private-key my-key/private_key.pem job.json',
  run: async (given, world): Promise<Outcome> => {
    const { baseUrl, retries, edition } = given
    if (/\/v1\/jobs\/*$/.test(baseUrl))
      throw new CommandError(2, `--base-url ${baseUrl}: give it without /v1/jobs, which is added`)
    const credentials = await credentialsOf(given, world)
    const body = await bodyOf(given, world)
    const ca = given.ca === undefined ? undefined : await readText('--ca', given.ca, world)
    const proxy = given.proxy === 'none' ? false : given.proxy
    const client = await createClient({ baseUrl, retries, edition, proxy, ca, ...credentials } as ClientOptions).catch(
      clientRefusal(given),
    )
    const note = { text: 'waiting for the service…' }
    const onProgress = ({ sent, total }: { readonly sent: number; readonly total: number }) => {
      note.text = sent < total ? `sent ${Math.floor((100 * sent) / total)} %` : 'waiting for the service…'
    }
    const submit = client.submitJob(body, { onProgress })
    return withNote(note, submit, world).then(outcomeOf, clientRefusal(given))
  },
})

/** The job's bytes, which are looked into, or a file that is read part by part. */
const bodyOf = async (given: SubmitArguments, world: World): Promise<Uint8Array | ReadableBody> => {
  const { job, body: path } = given
  if ((job === undefined) === (path === undefined))
    throw new CommandError(2, 'give JOB.json, or --body with a file that is not looked into')
  if (path !== undefined) {
    const { close } = await bodyParts(path, world)
    if (path === '-') throw new CommandError(2, '--body -: it is read twice, so it is a file; a job comes in as -')
    await close()
    return fileParts(path)
  }
  const body = await readBytes('JOB.json', `${job}`, world)
  const decoded = Job.decode(body, policiesOf(given))
  if (E.isLeft(decoded)) throw new CommandError(2, `JOB.json ${job}: ${jobMessage(decoded.left)}`)
  return body
}

const credentialsOf = async (given: SubmitArguments, world: World): Promise<object> => {
  const { appId, privateKey, tokenFile, authType, passphraseEnv } = given
  if (tokenFile === undefined) {
    if (appId === undefined || privateKey === undefined)
      throw new CommandError(2, 'give --app-id and --private-key, or --token-file')
    return { appId, authType, ...(await privateKeyFrom(privateKey, passphraseEnv, world)) }
  }
  if (appId !== undefined || privateKey !== undefined)
    throw new CommandError(2, 'give --app-id and --private-key, or --token-file, and not both')
  const token = (await readText('--token-file', tokenFile, world)).trim()
  if (!isToken(token))
    throw new CommandError(2, `--token-file ${tokenFile}: it does not hold one access token, and nothing else`)
  return { token }
}

const outcomeOf = ({ status, headers, body, json }: SubmissionAnswer): Outcome => {
  const accepted = status >= 200 && status < 300
  const text = Buffer.from(body).toString('utf8')
  // Indented: no line of it can be taken for one of ours.
  const shown = visibleLines(pretty(text, json))
    .trimEnd()
    .replace(/^(?=.)/gm, '  ')
  return {
    exit: accepted ? 0 : 1,
    text: ({ green, red }) =>
      `${accepted ? green('accepted') : red('refused')}: the service answered ${status}\n${shown}${shown === '' ? '' : '\n'}`,
    json: { outcome: accepted ? 'accept' : 'reject', status, headers, body: text, json },
  }
}

/** Indented, unless that would change the text: JavaScript rounds numbers of many digits. */
const pretty = (text: string, json: unknown): string =>
  json !== undefined && JSON.stringify(json) === text ? JSON.stringify(json, null, 2) : text
