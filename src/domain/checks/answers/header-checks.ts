import { requireOpen } from '../ask-each.ts'
import type { Check, CheckContext, Finding } from '../check.ts'
import { askEveryKind } from './kinds-of-answers.ts'
import { ALGORITHM, getGrade, type Observation, observe, observeRedirection } from './observatory.ts'

const MEND = 'docs/security.md: Secrets and headers'
/** A page below this score lacks more than one small header. */
const LOWEST_SCORE = 90

/** The security headers of each kind of answer, and the way from HTTP to HTTPS. */
export const HEADER_CHECKS: readonly Check[] = [
  {
    key: 'headers.score',
    group: 'headers',
    title: 'Security headers',
    mend: MEND,
    every: 'round',
    retries: 1,
    blips: 0,
    run: scoreHeaders,
  },
  {
    key: 'headers.redirection',
    group: 'headers',
    title: 'Redirection from HTTP to HTTPS',
    mend: MEND,
    every: 'round',
    retries: 1,
    blips: 1,
    run: askOverHttp,
  },
]

/** Passes if no rule takes a point from any kind of answer. */
async function scoreHeaders(context: CheckContext): Promise<Finding> {
  const scored = (await askEveryKind(context)).map(({ kind, path, answer: { headers, body } }) => {
    const isPage = headers.get('Content-Type')?.includes('text/html')
    const cookies = headers.getSetCookie()
    const { score, findings } = observe({ headers: Object.fromEntries(headers), html: isPage ? body : '', cookies })
    return { kind, path, score, grade: getGrade(score), lost: findings.filter(({ modifier }) => modifier < 0) }
  })
  const lowest = scored.reduce((low, next) => (next.score < low.score ? next : low))
  const result = `${lowest.score} points, grade ${lowest.grade}`
  const evidence = {
    algorithm: ALGORITHM,
    answers: scored.map(({ path, score, grade, lost }) => ({ path, score, grade, lost: lost.map(describe) })),
  }
  const lost = scored.filter((one) => one.lost.length > 0)
  if (lost.length === 0) return { state: 'pass', said: `Each kind of answer has at least ${result}.`, evidence }
  const why = lowest.lost.map(describe).join(', ')
  const said = `${lost.length} of ${scored.length} kinds of answers lose points. ${lowest.kind} has ${result}: ${why}.`
  return { state: lowest.score < LOWEST_SCORE ? 'fail' : 'warn', said, evidence }
}

function describe({ test, finding, modifier }: Observation): string {
  return `${test} ${finding} (${modifier})`
}

async function askOverHttp({ probe, site }: CheckContext): Promise<Finding> {
  const { status, headers } = requireOpen(await probe.ask('/', { isHttp: true }))
  const location = headers.get('Location') ?? undefined
  const isRedirect = status >= 300 && status < 400
  const { finding, modifier } = observeRedirection(isRedirect ? location : undefined, site.siteUrl)
  const evidence = { status, finding, modifier }
  if (modifier === 0) return { state: 'pass', said: `HTTP is redirected to HTTPS with ${status}.`, evidence }
  const said =
    modifier === -5
      ? 'HTTP is redirected to HTTPS on another host first, which no browser remembers for this one.'
      : `A request over HTTP is answered with ${status} and not redirected to HTTPS.`
  return { state: modifier === -5 ? 'warn' : 'fail', said, evidence }
}
