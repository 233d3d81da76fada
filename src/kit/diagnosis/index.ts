/** Why a request is refused: what the caller signed, and with which mistakes. A verifier does without it. */

// The catalogue itself.
export type { Hash, HashName } from '../../effects/Hash.ts'
export { catalogue } from './catalogue.ts'
export type { Draft, Layout, Slot, View } from './Draft.ts'
// The examination. Hashes are an argument: on Node `hash` of countersign/node.
export { type Case, diagnose, type Examination, examine, type KnownKey } from './examine.ts'
// For a verifier's `onRefusal`.
export { type Circumstances, type Explainer, type ExplainSettings, explainRefusals } from './explainRefusals.ts'
export type { Mistake, Need, Part, Respelling, Sending, SignedText, Variation } from './Mistake.ts'
// For what reaches no verifier: a server's event `clientError`.
export { type ParserError, type ParserRefusal, parserRefusal } from './pasted/parserRefusal.ts'
export type { Logged } from './pasted/readLogLine.ts'
export { readRequest } from './pasted/readRequest.ts'
export { type Surroundings, unparsedRequest } from './pasted/unparsedRequest.ts'
// Requests as people have them.
export { contentOf, filesOf, type Received, type Unreadable } from './Received.ts'
export type { Difference, Finding, KeyFound, Progress, Report, Text } from './Report.ts'
export type { RemedyFor } from './remedies.ts'
// What sets a mistake right.
export { type Language, languages, rightCode, rightCodeFor, type SentRequest, wholeProgram } from './rightCode.ts'
export { summary } from './summary.ts'
