import * as E from 'fp-ts/lib/Either.js'
import { command, option, optional, positional, string } from 'cmd-ts'
import { ClientError, type ClientReason } from '../client/ClientError.ts'
import { type ClientOptions, createClient, type SubmissionAnswer } from '../client/node.ts'
import * as Job from '../job/Job.ts'
import { message as jobMessage } from '../job/JobError.ts'
import * as args from './arguments.ts'
import { readBytes, readText, secretFrom } from './files.ts'
import { CommandError, type Outcome } from './Outcome.ts'

export const submit = command({
  name: 'submit',
  description: "Submits a job: POST {base-url}/v1/jobs with the file's bytes unchanged",
  args: {
    baseUrl: option({ long: 'base-url', type: { ...string, displayName: 'url' }, description: 'https, or http for a loopback host' }),
    appId: option({ long: 'app-id', type: optional(args.appIdType), description: 'the app that signs, with --private-key' }),
    privateKey: option({ long: 'private-key', type: optional(args.file), description: 'its private key: PEM' }),
    tokenFile: option({ long: 'token-file', type: optional(args.file), description: 'a file with an access token, instead of signing' }),
    edition: args.edition,
    retries: option({
      long: 'retries',
      type: args.countType,
      defaultValue: () => 0,
      defaultValueIsSerializable: true,
      description: 'further attempts after a refused connection, a 503 or a clock refusal',
    }),
    authType: args.authType,
    passphraseEnv: args.passphraseEnv,
    json: args.json,
    job: positional({ type: args.file, displayName: 'JOB.json', description: 'the job, or - for standard input' }),
  },
  handler: async (given): Promise<Outcome> => {
    const body = await readBytes('job', given.job)
    const job = Job.decode(body)
    if (E.isLeft(job)) throw new CommandError(2, `job ${given.job}: ${jobMessage(job.left)}`)
    const { baseUrl, retries, edition } = given
    const credentials = await credentialsOf(given)
    try {
      const client = await createClient({ baseUrl, retries, edition, ...credentials } as ClientOptions)
      return outcomeOf(await client.submitJob(body))
    } catch (error) {
      if (error instanceof ClientError) throw new CommandError(environment.has(error.reason) ? 3 : 2, error.message)
      throw error
    }
  },
})

const environment: ReadonlySet<ClientReason> = new Set(['connection_refused', 'timed_out', 'network_failed', 'signer_unavailable'])

const credentialsOf = async (given: {
  appId: string | undefined
  privateKey: string | undefined
  tokenFile: string | undefined
  authType: string | undefined
  passphraseEnv: string
}): Promise<object> => {
  const { appId, privateKey, tokenFile, authType } = given
  if (tokenFile !== undefined) {
    if (appId !== undefined || privateKey !== undefined) throw new CommandError(2, 'give either --token-file, or --app-id and --private-key')
    return { token: (await readText('--token-file', tokenFile)).trim() }
  }
  if (appId === undefined || privateKey === undefined) throw new CommandError(2, 'give --app-id and --private-key, or --token-file')
  return { appId, privateKey: await readText('--private-key', privateKey), passphrase: secretFrom(given.passphraseEnv), authType }
}

const outcomeOf = ({ status, headers, body, json }: SubmissionAnswer): Outcome => {
  const accepted = status >= 200 && status < 300
  const text = Buffer.from(body).toString('utf8')
  const shown = json === undefined ? text : JSON.stringify(json, null, 2)
  return {
    exit: accepted ? 0 : 1,
    text: `${accepted ? 'accepted' : 'refused'}: the service answered ${status}\n${shown}${shown === '' ? '' : '\n'}`,
    json: { outcome: accepted ? 'accept' : 'reject', status, headers, ...(json === undefined ? { body: text } : { json }) },
  }
}
