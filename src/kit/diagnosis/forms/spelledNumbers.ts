/**
 * JSON whose numbers were spelled in another way before a program parsed it and wrote it anew. The program writes each number in its
 * shortest form, so the sent text does not show the other spelling: `{"a":9.0,"b":1.0e-2,"c":2048.50}` was signed, and
 * `{"a":9,"b":0.01,"c":2048.5}` arrived. So each number is tried in each usual spelling, in every combination.
 */
import { isJson } from './isJson.ts'
import type { Form } from './Respelling.ts'
import { aroundNumbers, withNumbers } from './retyped.ts'

/** Each combination is hashed, so the combinations of a longer text are fewer: fewer spellings of each number are tried. */
const maxCharacters = 600_000
/** A text with more numbers has too many combinations. */
const maxNumbers = 12

const isPlain = /^-?\d+(?:\.\d+)?$/
/** An id, which nobody writes with a fraction. */
const isLong = (literal: string): boolean => literal.replace(/\D/g, '').length > 12

/** With an exponent, as languages print it: `1e-2`, `1.0e-2`, `1E-02`. */
const withExponent = (literal: string): ReadonlyArray<string> => {
  const [mantissa = '', power = '0'] = Number(literal).toExponential().split('e')
  const digits = [mantissa, ...(mantissa.includes('.') ? [] : [`${mantissa}.0`])]
  const sign = power.startsWith('-') ? '-' : ''
  const exponent = power.slice(1)
  const exponents = [`e${sign}${exponent}`, `E${sign}${exponent}`, `e${power.slice(0, 1)}${exponent.padStart(2, '0')}`]
  return digits.flatMap((digit) => exponents.map((written) => digit + written))
}

/** The spellings of a number, the likelier ones first. */
const spellingsOf = (literal: string): ReadonlyArray<string> => {
  if (!isPlain.test(literal) || isLong(literal)) return [literal]
  const isWhole = !literal.includes('.')
  const zeros = isWhole ? [`${literal}.0`, `${literal}.00`] : [`${literal}0`, `${literal}00`]
  const isSmall = !isWhole && Math.abs(Number(literal)) < 0.1
  return [...new Set([literal, ...zeros, ...(isSmall ? withExponent(literal) : [])])]
}

const combinationsOf = (choices: ReadonlyArray<ReadonlyArray<string>>): number =>
  choices.reduce((product, spellings) => product * spellings.length, 1)

/** As many spellings of each number as the limit allows. No fewer than the one that was sent and one more. */
const limited = (
  choices: ReadonlyArray<ReadonlyArray<string>>,
  maxCombinations: number,
): ReadonlyArray<ReadonlyArray<string>> => {
  for (let most = 9; most >= 2; most--) {
    const fewer = choices.map((spellings) => spellings.slice(0, most))
    if (combinationsOf(fewer) <= maxCombinations) return fewer
  }
  return []
}

/** Each text whose numbers are spelled so. None of a text whose numbers are too many. */
export function* spelledNumbers(json: string): Generator<Form> {
  if (!/\d/.test(json) || !isJson(json)) return
  const apart = aroundNumbers(json)
  if (apart.numbers.length < 2 || apart.numbers.length > maxNumbers) return
  const choices = limited(apart.numbers.map(spellingsOf), maxCharacters / json.length)
  for (let index = 1; index < (choices.length === 0 ? 0 : combinationsOf(choices)); index++) {
    let rest = index
    const numbers = choices.map((spellings) => {
      const spelling = spellings[rest % spellings.length] as string
      rest = Math.floor(rest / spellings.length)
      return spelling
    })
    yield [`numbers in other spellings: ${numbers.join(' ')}`, withNumbers(apart, numbers)]
  }
}
