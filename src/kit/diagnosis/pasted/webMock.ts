/**
 * WebMock of Ruby sorts the parameters of a query, in its messages and in the cassettes of VCR that it records.
 *
 *     sent:       GET /v1/jobs?status=done&limit=10
 *     printed:    GET http://h/v1/jobs?limit=10&status=done
 */

const output: ReadonlyArray<RegExp> = [
  // Its messages on a request without a stub: `Unregistered request: GET http://h/ with headers {…}`, and what RequestSignature prints
  /(?:^|\s)[A-Z]{3,7} https?:\/\/[^\s]{1,65536} with (?:body|headers) ['"{]/,
  // A cassette of VCR
  /(?:^|\n)recorded_with: ['"]?VCR \d|"recorded_with":\s{0,4}"VCR \d/,
]

export const sortedByWebMock =
  'WebMock prints the parameters of a query in the order of their names. If the program sent them in another order, give the target as it was sent.'

/** Whether WebMock may have sorted the query of this target: it has several parameters, and they are in the order of their names. */
export const mayBeSortedByWebMock = (target: string, printedText: string): boolean => {
  const parameters = target.slice(target.indexOf('?') + 1).split('&')
  const isSorted = parameters.every((parameter, i) => i === 0 || (parameters[i - 1] ?? '') <= parameter)
  return (
    target.includes('?') && parameters.length > 1 && isSorted && output.some((pattern) => pattern.test(printedText))
  )
}
