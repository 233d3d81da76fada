/**
 * `countersign verify`: judges one request as a verifier would, without a replay guard, for somebody who looks for a fault. If the
 * signature is invalid, the text shows what it was checked against:
 *
 *     refused: signature_invalid …
 *     the string to sign was taken to be
 *       POST␊
 *       /v1/jobs␊
 *       1700000000␊
 *       5b1d7d3e␊
 *       and a body of 32 bytes, sha256 9f86…
 */
import * as E from 'fp-ts/lib/Either.js'
import type { AppId } from '../../core/AppId.ts'
import { ours } from '../../core/Policies.ts'
import * as StringToSign from '../../core/StringToSign.ts'
import * as VerifyPolicy from '../../core/VerifyPolicy.ts'
import { visibleLines } from '../../kit/conformance/reports/visible.ts'
import { readHead, readScheme } from '../../programs/verifyRequest.ts'
import type { DryRequest } from '../../server/dryRun.ts'
import * as args from './arguments.ts'
import { type BodyParts, bodyParts } from './bodyParts.ts'
import { alsoCalled, type Command, command, option, optional } from './grammar.ts'
import { ownedPath, publicKeysFrom } from './keyFile.ts'
import type { Colours, Outcome, World } from './Outcome.ts'
import { policiesOf, policyArguments, requestPolicies } from './policies.ts'
import { bodyMissing, receivedRequest, requestArguments, requestOrParts } from './receivedRequest.ts'
import { withNote } from './terminal.ts'
import { type Terms, termsOf, verdictOn, verdictText } from './verdict.ts'

export const verify: Command = command({
  args: {
    publicKey: alsoCalled(
      'keys',
      option(args.publicKeyFile, "the app's public key: PEM, DER, a JWK or a JWK Set; also as APPID=FILE"),
    ),
    ...requestArguments,
    appId: optional(
      args.appId,
      'the app id that the key belongs to. Without this option, the key is used for every app id',
    ),
    now: optional(args.time, args.nowWords),
    ...args.keptTerms,
    maxKeyBits: args.maxKeyBits,
    ...policyArguments(requestPolicies),
  },
  either: [requestOrParts],
  example: `--public-key my-key/public_key.pem --method POST --target /v1/jobs --authorization "$LINE" --body job.json`,
  run: async (given, world): Promise<Outcome> => {
    const changedPolicies = policiesOf(given)
    const { content: included, notes, now: arrival, settings, ...head } = await receivedRequest(given, world)
    const terms = termsOf({ ...given, now: given.now ?? arrival }, changedPolicies, settings)
    const keys = await ownedKeys(given, terms, world)
    const content = await bodyParts(included?.bytes ?? given.body, world)
    try {
      const verdict = await withNote('verifying…', verdictOn({ ...head, body: content.parts }, keys, terms), world)
      // A body that could not be read to its end proves nothing.
      const fault = content.fault()
      if (fault !== undefined) throw fault
      const isWhole = included !== undefined && !head.lacksBody
      const notesOnBody = isWhole ? bodyMissing(head, included.bytes.length) : []
      const isInvalid = verdict.outcome === 'reject' && verdict.reason === 'signature_invalid'
      const hasBody = included !== undefined || given.body !== undefined
      const comparison = isInvalid ? stringToSign(head, terms, await bodyWords(hasBody, content)) : ''
      return outcomeOf(verdict, [...notes, ...notesOnBody], comparison)
    } finally {
      await content.close()
    }
  },
})

interface KeyArguments {
  readonly publicKey: string
  readonly maxKeyBits: number
  readonly appId: AppId | undefined
}

/** The keys of the file, each with the app that `--app-id` or the argument `APPID=FILE` names. */
const ownedKeys = async (
  { publicKey, maxKeyBits, appId }: KeyArguments,
  { policies }: Pick<Terms, 'policies'>,
  world: World,
) => {
  const { owner, path } = ownedPath(publicKey)
  const keys = await publicKeysFrom(path, { maxKeyBits, policies }, world)
  return keys.map((key) => ({ appId: appId ?? owner, key }))
}

const bodyWords = async (hasBody: boolean, content: BodyParts): Promise<string> =>
  hasBody
    ? `a body of ${content.length()} bytes, sha256 ${await content.sha256()}`
    : 'no body (none was given with --body)'

/** The verdict, then the notes, then the string to sign. */
const outcomeOf = (
  verdict: Awaited<ReturnType<typeof verdictOn>>,
  notes: ReadonlyArray<string>,
  comparison: string,
): Outcome => {
  const noteLines = ({ dim }: Colours): string =>
    notes.map((note) => `${dim('note:')} ${visibleLines(note)}\n`).join('')
  return {
    exit: verdict.outcome === 'accept' ? 0 : 1,
    text: (colours) => `${verdictText(verdict, colours)}${noteLines(colours)}${comparison}`,
    json: notes.length === 0 ? verdict : { ...verdict, notes },
  }
}

/**
 * What the signature was checked against, with its line ends made visible: a reader who knows what the caller signed sees which
 * part differs. Of the body only size and digest: it may be large, and is not ours to show.
 */
const stringToSign = (
  request: Pick<DryRequest, 'method' | 'target' | 'authorization'>,
  { authType, policies }: Pick<Terms, 'authType' | 'policies'>,
  body: string,
): string => {
  const policy = { ...VerifyPolicy.defaults, authType, policies: { ...ours, ...policies } }
  const scheme = readScheme(policy, request)
  if (E.isLeft(scheme) || scheme.right._tag === 'Bearer') return ''
  const opened = readHead(policy, request, scheme.right, undefined)
  if (E.isLeft(opened)) return ''
  const head = StringToSign.head(opened.right)
  return `the verifier used this string to sign:\n${head.replace(/^(.*)\n/gm, '  $1␊\n')}  and ${body}
to see which text the caller signed, run \`countersign diagnose\` with the same options\n`
}
