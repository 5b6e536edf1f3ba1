import { CspEvaluator } from 'csp_evaluator'
import { Severity, type Finding as Weakness } from 'csp_evaluator/dist/finding.js'
import { CspParser } from 'csp_evaluator/dist/parser.js'
import type { Check, CheckContext, Finding } from '../check.ts'
import { askEveryKind } from './kinds-of-answers.ts'

/** The content security policies that are really served, as csp_evaluator judges them. */
export const POLICY_CHECKS: readonly Check[] = [
  {
    key: 'csp.served',
    group: 'csp',
    title: 'Content security policies as served',
    mend: 'docs/security.md: Secrets and headers',
    every: 'round',
    retries: 1,
    blips: 0,
    run: evaluatePolicies,
  },
]

/** Fails for a weakness that is certain, and warns of one that depends on what a source serves. */
async function evaluatePolicies(context: CheckContext): Promise<Finding> {
  const judged = (await askEveryKind(context)).map(({ kind, path, answer }) => ({
    kind,
    path,
    ...judge(answer.headers.get('Content-Security-Policy')),
  }))
  const evidence = { answers: judged.map(({ kind: _, ...found }) => found) }
  const [bad] = judged.filter(({ certain }) => certain.length > 0)
  if (bad) return { state: 'fail', said: `${bad.kind} (${bad.path}): ${bad.certain[0]}`, evidence }
  const [doubtful] = judged.filter(({ possible }) => possible.length > 0)
  if (doubtful) return { state: 'warn', said: `${doubtful.kind} (${doubtful.path}): ${doubtful.possible[0]}`, evidence }
  const said = `No weakness was found in the policies of ${judged.length} kinds of answers.`
  return { state: 'pass', said, evidence }
}

/** What is certainly weak in a policy, and what may be. */
function judge(policy: string | null): { certain: string[]; possible: string[] } {
  if (policy === null) return { certain: ['There is no content security policy.'], possible: [] }
  const found = new CspEvaluator(new CspParser(policy).csp).evaluate()
  return {
    certain: found.filter(({ severity }) => severity <= Severity.MEDIUM).map(describe),
    possible: found.filter(isPossible).map(describe),
  }
}

/** Our own origin serves nothing that a visitor has written as a script, so that it counts as no doubt. (security XS5) */
function isPossible({ severity, value }: Weakness): boolean {
  return (severity === Severity.HIGH_MAYBE || severity === Severity.MEDIUM_MAYBE) && value !== "'self'"
}

function describe({ directive, value, description }: Weakness): string {
  return `${directive}${value === undefined ? '' : ` ${value}`}: ${description}`
}
