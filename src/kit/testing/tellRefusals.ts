/** What a test's verifier prints of refused requests: why, as far as a diagnosis can say, once for each cause. */
import { isExplainable, type RefusedRequest } from '../../effects/RefusedRequest.ts'
import type { Explainer, ExplainSettings } from '../diagnosis/explainRefusals.ts'
import type { Report } from '../diagnosis/Report.ts'

/** Makes a diagnosis that tells its reports: much code, which is loaded only for a verifier that explains. */
export type LoadDiagnosis = (tell: ExplainSettings['tell']) => Promise<Explainer>

/** `print` gets some lines. Without a diagnosis only the refusal's own words are printed. */
export const tellRefusals = async (
  load: LoadDiagnosis | undefined,
  print: (text: string) => void,
): Promise<(request: RefusedRequest) => void> => {
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
      '(told once for each cause; explain: false tells nothing)',
    ])
  }
  // Loaded beforehand: a test runner may end the process when a test fails, with nothing awaited.
  const explain = await load?.(tell)
  return (request) => {
    if (explain !== undefined) explain(request)
    else if (isExplainable(request)) tell({ findings: [] }, request)
  }
}
