/** `countersign verify`: judges one request as a verifier would, without a replay guard, for somebody who looks for a fault. */
import * as E from 'fp-ts/lib/Either.js'
import { ours } from '../../core/Policies.ts'
import * as StringToSign from '../../core/StringToSign.ts'
import * as VerifyPolicy from '../../core/VerifyPolicy.ts'
import { visibleLines } from '../../kit/conformance/reports/visible.ts'
import { readHead, readScheme } from '../../programs/verifyRequest.ts'
import type { DryRequest } from '../../server/dryRun.ts'
import * as args from './arguments.ts'
import { bodyParts } from './bodyParts.ts'
import { alsoCalled, type Command, command, option, optional } from './grammar.ts'
import { ownedPath, publicKeysFrom } from './keyFile.ts'
import type { Colours, Outcome } from './Outcome.ts'
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
    appId: optional(args.appId, 'whose key it is (any app unless set)'),
    now: optional(args.time, args.nowWords),
    ...args.keptTerms,
    maxKeyBits: args.maxKeyBits,
    ...policyArguments(requestPolicies),
  },
  either: [requestOrParts],
  example: `--public-key my-key/public_key.pem --method POST --target /v1/jobs --authorization "$LINE" --body job.json`,
  run: async (given, world): Promise<Outcome> => {
    const { publicKey, maxKeyBits, appId } = given
    const switched = policiesOf(given)
    const { content: included, notes, now: arrived, settings: kept, ...head } = await receivedRequest(given, world)
    const terms = termsOf({ ...given, now: given.now ?? arrived }, switched, kept)
    const { policies } = terms
    const { owner, path } = ownedPath(publicKey)
    const keys = await publicKeysFrom(path, { maxKeyBits, policies }, world)
    const owned = keys.map((key) => ({ appId: appId ?? owner, key }))
    const content = await bodyParts(included?.bytes ?? given.body, world)
    try {
      const verdict = await withNote('verifying…', verdictOn({ ...head, body: content.parts }, owned, terms), world)
      // Of a body that is not all there nothing is said.
      const fault = content.fault()
      if (fault !== undefined) throw fault
      const said =
        included === undefined || head.lacksBody
          ? notes
          : [...notes, ...bodyMissing(head.method, included.bytes.length)]
      const json = said.length === 0 ? verdict : { ...verdict, notes: said }
      const noted = ({ dim }: Colours): string => said.map((note) => `${dim('note:')} ${visibleLines(note)}\n`).join('')
      const read = async (): Promise<string> =>
        included === undefined && given.body === undefined
          ? 'no body (none was given with --body)'
          : `a body of ${content.length()} bytes, sha256 ${await content.sha256()}`
      const isInvalid = verdict.outcome === 'reject' && verdict.reason === 'signature_invalid'
      const compared = isInvalid ? stringToSign(head, terms, await read()) : ''
      return {
        exit: verdict.outcome === 'accept' ? 0 : 1,
        text: (colours) => `${verdictText(verdict, colours)}${noted(colours)}${compared}`,
        json,
      }
    } finally {
      await content.close()
    }
  },
})

/**
 * What the signature was checked against, with its line ends made visible: whoever knows what the caller signed sees which
 * part differs. Of the body only size and digest, for it may be large, and is not ours to show.
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
  return `the string to sign was taken to be\n${head.replace(/^(.*)\n/gm, '  $1␊\n')}  and ${body}
\`countersign diagnose\` with the same options says what the caller signed instead\n`
}
