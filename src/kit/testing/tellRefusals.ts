/**
 * Prints why a test's verifier refused requests: the cause as far as a diagnosis can prove it, once for each cause. A test that sends a
 * request with a trailing slash that was not signed prints:
 *
 *     countersign/testing: a request was refused
 *       signature_invalid: …
 *       The caller signed the path without a slash at its end, but the path arrived with a slash.
 *       → Sign the path that is sent, with the slash at its end.
 *       (told once for each cause; explain: false tells nothing)
 */
import { isExplainable, type RefusedRequest } from '../../effects/RefusedRequest.ts'
import type { Explainer, ExplainSettings } from '../diagnosis/explainRefusals.ts'
import type { Finding, Report } from '../diagnosis/Report.ts'

/** Loads the diagnosis and gives it a function for its reports. It is much code, so only a verifier that explains loads it. */
export type LoadDiagnosis = (tell: ExplainSettings['tell']) => Promise<Explainer>

/** A cause, and the paragraph about it. Two refusals have the same cause if their reasons and their findings are the same. */
const describe = (findings: ReadonlyArray<Finding>, { reason, message }: RefusedRequest) => ({
  cause: [reason, ...findings.map(({ id }) => id)].join(),
  paragraph: [
    'countersign/testing: a request was refused',
    `${reason}: ${message}`,
    ...findings.flatMap(({ what, remedy }) => [what, `→ ${remedy}`]),
    '(told once for each cause; explain: false tells nothing)',
  ].join('\n  '),
})

/**
 * A function that takes refused requests, and has `print` print a paragraph for each new cause. Without a diagnosis the paragraph
 * has only the message of the refusal.
 */
export const tellRefusals = async (
  load: LoadDiagnosis | undefined,
  print: (paragraph: string) => void,
): Promise<(request: RefusedRequest) => void> => {
  const printedCauses = new Set<string>()
  const tell = ({ findings }: Pick<Report, 'findings'>, request: RefusedRequest): void => {
    const certain = findings.filter(({ evidence }) => evidence !== 'guess')
    const { cause, paragraph } = describe(certain, request)
    if (printedCauses.has(cause)) return
    printedCauses.add(cause)
    print(paragraph)
  }
  // The diagnosis is loaded before the first refusal: a test runner may end the process right after a failed test, and does not wait
  // for the diagnosis.
  const explain = await load?.(tell)
  return (request) => {
    if (explain !== undefined) explain(request)
    else if (isExplainable(request)) tell({ findings: [] }, request)
  }
}
