/**
 * The hint for a port that reads the texts `{"utf16"}` with their bytes in the other order, as half of all libraries do by default.
 * Such a port signs and refuses other texts, and no remedy of a case would say why.
 */
import { compareAnswer } from './compareAnswer.ts'
import { within } from './content.ts'
import type { Expectation, PortAnswer, Vector } from './Vector.ts'

export const otherByteOrder =
  'the port reads {"utf16"} with the low byte of each unit first, and the high byte comes first (UTF-16BE)'

/** Whether a wrong answer is right for the input with the bytes in the other order. */
export const readsOtherByteOrder = async (
  vector: Vector,
  answer: PortAnswer,
  expectedOf: (input: unknown) => Promise<Expectation>,
): Promise<boolean> => {
  const json = JSON.stringify(vector.input)
  if (!json.includes('"utf16"')) return false
  const input = swapBytes(vector.input)
  // A text such as `{"utf16":""}` is the same in both orders.
  if (JSON.stringify(input) === json) return false
  const judged = await compareAnswer({ ...vector, expect: await expectedOf(input) } as Vector, answer, [])
  return judged.verdict === 'pass' && judged.reasonAgrees !== false
}

/** The input with the bytes of each code unit in the other order: `00e9` becomes `e900`. */
const swapBytes = (json: unknown, member = ''): unknown =>
  member === 'utf16' && typeof json === 'string' ? json.replace(/(..)(..)/g, '$2$1') : within(json, swapBytes)
