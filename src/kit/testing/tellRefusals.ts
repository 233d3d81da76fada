/** What a test's verifier prints of refused requests: why, as far as a diagnosis can say, once for each cause. */
import type { Hash } from '../../effects/Hash.ts'
import { isExplainable } from '../../effects/isExplainable.ts'
import type { RefusedRequest } from '../../effects/RefusedRequest.ts'
import { timer } from '../../platform/common/timer.ts'
import type { Explainer } from '../diagnosis/explainRefusals.ts'
import type { Report } from '../diagnosis/Report.ts'

/** `print` gets some lines. Without a hash only the refusal's own words are printed. */
export const tellRefusals = (
  hash: Hash | undefined,
  print: (text: string) => void,
): ((request: RefusedRequest) => void) => {
  const told = new Set<string>()
  const once = (cause: string, lines: ReadonlyArray<string>): void => {
    if (told.has(cause)) return
    told.add(cause)
    print(['countersign/testing: a request was refused', ...lines].join('\n  '))
  }
  const tell = ({ findings }: Pick<Report, 'findings'>, { reason, message }: RefusedRequest): void => {
    const certain = findings.filter(({ guess }) => guess !== true)
    once([reason, ...certain.map(({ id }) => id)].join(), [
      `${reason}: ${message}`,
      ...certain.flatMap(({ what, remedy }) => [what, `→ ${remedy}`]),
      silently,
    ])
  }
  let explaining: Promise<Explainer> | undefined
  return (request) => {
    if (!isExplainable(request.reason)) return
    if (hash === undefined) return tell({ findings: [] }, request)
    // Its owner may overwrite the body before the diagnosis is loaded, which is much code.
    const kept = request.body === undefined ? request : { ...request, body: Uint8Array.from(request.body) }
    explaining ??= import('../diagnosis/explainRefusals.ts').then(({ explainRefusals }) =>
      explainRefusals({ hash, timer, tell, perMinute: 100 }),
    )
    explaining.then((explain) => explain(kept))
  }
}

const silently = '(told once for each cause; explain: false tells nothing)'
