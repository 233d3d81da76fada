/**
 * `countersign submit`: sends a job as its app, signed or with a token, and shows the answer of the service.
 */
import * as E from 'fp-ts/lib/Either.js'
import type { ReadableBody, SubmissionAnswer } from '../../client/node.ts'
import * as Job from '../../job/Job.ts'
import { message as jobMessage } from '../../job/JobError.ts'
import { fileParts } from '../../platform/node/fileParts.ts'
import * as args from './arguments.ts'
import { bodyParts } from './bodyParts.ts'
import { clientArguments, clientFrom, clientWays } from './clientArguments.ts'
import { readBytes } from './files.ts'
import { type Command, command, type Given, optional, optionalOperand } from './grammar.ts'
import { clientRefusal } from './keyFile.ts'
import { CommandError, type Outcome, type World } from './Outcome.ts'
import { jobPolicies, policiesOf, policyArguments } from './policies.ts'
import { shownBody } from './shownBody.ts'
import { withNote } from './terminal.ts'

const submitArguments = {
  ...clientArguments(', without /v1/jobs'),
  ...policyArguments(jobPolicies),
  body: optional(args.file, 'a file of any size, sent unchanged and not checked, instead of JOB.json'),
  job: optionalOperand(
    { ...args.file, shows: 'JOB.json' },
    'the file with the job, sent unchanged; - for standard input',
  ),
}
type SubmitArguments = Given<typeof submitArguments>

export const submit: Command = command({
  args: submitArguments,
  either: clientWays,
  example: '--base-url https://jobs.example --app-id app-1 --private-key my-key/private_key.pem job.json',
  run: async (given, world): Promise<Outcome> => {
    const { baseUrl } = given
    if (/\/v1\/jobs\/*$/.test(baseUrl))
      throw new CommandError(2, `--base-url ${baseUrl}: give it without /v1/jobs, which is added`)
    const client = await clientFrom(given, world)
    const body = await bodyOf(given, world)
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
    throw new CommandError(2, 'give JOB.json, or --body with a file that is not checked')
  if (path !== undefined) {
    const { close } = await bodyParts(path, world)
    if (path === '-')
      throw new CommandError(
        2,
        '--body -: the body is read twice, so give the name of a file; only a job can come from standard input, as -',
      )
    await close()
    return fileParts(path)
  }
  const body = await readBytes('JOB.json', `${job}`, world)
  const decoded = Job.decode(body, policiesOf(given))
  if (E.isLeft(decoded)) throw new CommandError(2, `JOB.json ${job}: ${jobMessage(decoded.left)}`)
  return body
}

const outcomeOf = ({ status, headers, body, json }: SubmissionAnswer): Outcome => {
  const accepted = status >= 200 && status < 300
  const text = Buffer.from(body).toString('utf8')
  const shown = shownBody(text, json)
  return {
    exit: accepted ? 0 : 1,
    text: ({ green, red }) =>
      `${accepted ? green('accepted') : red('refused')}: the service answered ${status}\n${shown}`,
    json: { outcome: accepted ? 'accept' : 'reject', status, headers, body: text, json },
  }
}
