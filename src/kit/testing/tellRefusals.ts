/** What a test's verifier prints of refused requests: why, as far as a diagnosis can say, once for each cause. */
import { isExplainable, type RefusedRequest } from '../../effects/RefusedRequest.ts'
import type { Explainer, ExplainSettings } from '../diagnosis/explainRefusals.ts'
import type { Report } from '../diagnosis/Report.ts'

/** Makes a diagnosis that tells its reports: much code, which is loaded when it is needed. */
export type LoadDiagnosis = (tell: ExplainSettings['tell']) => Promise<Explainer>

/** `print` gets some lines. Without a diagnosis only the refusal's own words are printed. */
export const tellRefusals = (
  load: LoadDiagnosis | undefined,
  print: (text: string) => void,
): ((request: RefusedRequest) => void) => {
  const told = new Set<string>()
  const once = (cause: string, lines: ReadonlyArray<string>): void => {
    if (told.has(cause)) return
    told.add(cause)
    print(['countersign/testing: a request was refused', ...lines].join('\n  '))
  }
  const tell = ({ findings }: Pick<Report, 'findings'>, { reason, message }: RefusedRequest): void => {
    const certain = findings.filter(({ evidence }) => evidence !== 'guess')
    once([reason, ...certain.map(({ id }) => id)].join(), [
      `${reason}: ${message}`,
      ...certain.flatMap(({ what, remedy }) => [what, `→ ${remedy}`]),
      silently,
    ])
  }
  let explaining: Promise<Explainer> | undefined
  return (request) => {
    if (!isExplainable(request.reason)) return
    if (load === undefined) return tell({ findings: [] }, request)
    // Its owner may overwrite the body before the diagnosis is loaded.
    const kept = request.body === undefined ? request : { ...request, body: Uint8Array.from(request.body) }
    explaining ??= load(tell)
    explaining.then((explain) => explain(kept))
  }
}

const silently = '(told once for each cause; explain: false tells nothing)'
