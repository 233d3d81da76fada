/**
 * Judges a port's answer to a generated run, for `run`, in three steps:
 * 1. the answer is compared with that of our own port, as for a case
 * 2. for the generator `order`: is the reason that of the check that comes first?
 * 3. for a signer that draws nonces: it is asked again, and its nonces must be new each time.
 */
import { otherByteOrder, readsOtherByteOrder } from '../byteOrder.ts'
import { stepsOf } from '../codecs.ts'
import type { Fault, Judgement } from '../compareAnswer.ts'
import type { Reply } from '../Driver.ts'
import { judgeReply } from '../judgeReply.ts'
import { enough } from '../randomness.ts'
import { longest, shown } from '../shown.ts'
import type { Expectation, Inputs, Op, PortAnswer, Vector } from '../Vector.ts'
import { ask, countReply, restart } from '../work.ts'
import { whileDrawing } from './drawAhead.ts'
import type { GeneratedInput, Generator } from './Generator.ts'
import { orderFault } from './orderFault.ts'
import { ruleBroken } from './ruleBroken.ts'
import type { Session } from './Session.ts'

/** A wrong answer. */
export interface Wrong extends Fault {
  readonly drawn: GeneratedInput<Op>
  /** The rule of the member that differs; empty if no rule fits. */
  readonly rule: string
  readonly expected: Expectation
  readonly got: string
  /** Whether the port reads the texts of the input with their bytes in the other order. */
  readonly isOtherByteOrder?: boolean
}

const pass: Judgement = { verdict: 'pass' }

// ---- Nonces of the port's own

const restarted = 'after it was started again'

/** The nonces in an answer: `n-1` of `… nonce_str=n-1,timestamp=…`. */
const noncesIn = (value: unknown): ReadonlyArray<string> => JSON.stringify(value).match(/(?<=nonce_str=)[^,"]*/g) ?? []

/** A port may draw nonces ahead and use them in a ring: so it is asked for many nonces several times more. */
const moreTimes = Array.from({ length: 8 }, () => 'once more')
/** A port may seed its generator with the second of its start: so it is started several times within a second. */
const restarts = [restarted, restarted, restarted]

/** The questions to ask again, in order, as words that end a sentence: `… was asked for the same request a second time`. */
const repetitionsOf = ({ driver }: Session, times: number): ReadonlyArray<string> => {
  if (times < enough) return ['a second time']
  return ['a second time', ...moreTimes, ...(driver.fresh === undefined ? [] : restarts)]
}

/** A signer that is asked for the same again must draw new nonces, also after it was started again. */
const judgeNewNonces = async (session: Session, input: Inputs['sign'], { value }: PortAnswer): Promise<Judgement> => {
  const { driver, settings, work } = session
  const { times } = input
  if (times === undefined) return pass
  const areMany = times >= enough
  // Two runs may draw the same question for many nonces: the second one needs no further answers.
  if (areMany && session.areManyNoncesNew) return pass
  const known = new Set(noncesIn(value))
  for (const when of repetitionsOf(session, times)) {
    if (when === restarted) await restart(work, driver)
    // A process that makes the nonces of an earlier one again does so from its start: two of them show it.
    const isFew = !areMany || when === restarted
    const again = { op: 'sign', input: { ...input, times: isFew ? 2 : times } }
    const replying = ask(work, driver, again, settings.limitMs)
    const reply = await (isFew ? replying : whileDrawing(session.store, replying))
    for (const nonce of reply._tag === 'Answer' ? noncesIn(reply.answer.value) : []) {
      if (known.has(nonce))
        return {
          verdict: 'fail',
          message: `the port was asked for the same request ${when}, and used the nonce ${nonce} again`,
        }
      known.add(nonce)
    }
  }
  if (areMany) session.areManyNoncesNew = true
  return pass
}

// ---- The order of checks

const reasonOf = (verdict: unknown): unknown => (verdict as { readonly reason?: unknown }).reason

/**
 * The generator `order` sends three requests after a valid one: with two faults, with the first of them, and with the second. The
 * reason for both faults must be that of the fault that is checked first. A port may use words of its own: then the order is
 * counted and not judged.
 */
const judgeOrder = (
  { hello, order }: Session,
  { checks }: GeneratedInput<Op>,
  expected: Expectation,
  { value }: PortAnswer,
): Judgement => {
  const [, ofBoth, ofFirst, ofSecond] = [value].flat().map(reasonOf)
  if (typeof ofBoth !== 'string' || typeof ofFirst !== 'string') return pass
  const isJudged = hello.reasons !== undefined
  // A port of other words that has one word for both faults shows no order.
  if (!isJudged && ofFirst === ofSecond) return pass
  const step = stepsOf(expected)[1]
  const reasonOfSuite = step !== undefined && 'reason' in step ? step.reason : ofFirst
  const wanted = isJudged ? reasonOfSuite : ofFirst
  order.of++
  if (ofBoth === wanted) order.agree++
  if (!isJudged || ofBoth === wanted || checks === undefined) return pass
  const message = orderFault(checks, wanted, { ofBoth, ofFirst, ofSecond })
  return { verdict: 'fail', message: `request 2 of ${stepsOf(expected).length}: ${message}` }
}

// ---- An answer

const vectorOf = ({ op }: Generator, { input }: GeneratedInput<Op>, expect: Expectation): Vector =>
  ({ id: '', since: '', comment: '', flags: [], op, input, expect }) as unknown as Vector

const judgementOn = async (
  session: Session,
  generator: Generator,
  drawn: GeneratedInput<Op>,
  expected: Expectation,
  answer: PortAnswer,
): Promise<Judgement> => {
  const { op, kind } = generator
  const { input } = drawn
  const judged = await judgeReply(vectorOf(generator, drawn, expected), { _tag: 'Answer', answer }, [])
  if (judged.verdict !== 'pass') return judged
  const ordered = kind === 'order' ? judgeOrder(session, drawn, expected, answer) : pass
  if (ordered.verdict !== 'pass') return ordered
  return op === 'sign' && session.settings.isRecorded !== true
    ? judgeNewNonces(session, input as Inputs['sign'], answer)
    : pass
}

/** What is wrong with a reply; undefined if it is right. */
export const judge = async (
  session: Session,
  generator: Generator,
  drawn: GeneratedInput<Op>,
  expected: Expectation,
  reply: Reply,
): Promise<Wrong | undefined> => {
  if (reply._tag === 'TimeOut') session.timeOuts++
  if (reply._tag !== 'Answer') {
    const silent = await judgeReply({} as Vector, reply, [])
    return silent.verdict === 'pass' ? undefined : { drawn, expected, got: '', rule: '', ...silent }
  }
  const { answer } = reply
  const judged = await judgementOn(session, generator, drawn, expected, answer)
  if (judged.verdict === 'pass') return undefined
  const { trace: _, ...withoutTrace } = answer
  const got = shown(withoutTrace, longest)
  const expectedOf = (input: unknown): Promise<Expectation> => session.expectedOf(generator.op, input)
  if (await readsOtherByteOrder(vectorOf(generator, drawn, expected), answer, expectedOf)) {
    const message = `${judged.message}; ${otherByteOrder}`
    return { drawn, expected, got, rule: '', ...judged, message, isOtherByteOrder: true }
  }
  const rule = generator.kind === 'order' ? drawn.rule : ruleBroken(judged, drawn, expected, answer)
  return { drawn, expected, got, rule, ...judged }
}

/**
 * What is wrong with the reply to an input; undefined if it is right. Our own port answers while the reply is under way, unless
 * `answering` is its answer.
 */
export const wrongIn = async (
  session: Session,
  generator: Generator,
  drawn: GeneratedInput<Op>,
  replying: Promise<Reply>,
  answering?: Promise<Expectation>,
): Promise<Wrong | undefined> => {
  const expected = await (answering ?? session.expectedOf(generator.op, drawn.input))
  const reply = await replying
  countReply(session.work, reply)
  return judge(session, generator, drawn, expected, reply)
}

/** Puts an input to the port, and says what is wrong with the reply; undefined if it is right. */
export const wrongWith = (
  session: Session,
  generator: Generator,
  drawn: GeneratedInput<Op>,
): Promise<Wrong | undefined> => {
  const { driver, settings } = session
  return wrongIn(session, generator, drawn, driver.run(generator.op, drawn.input, settings.limitMs))
}
