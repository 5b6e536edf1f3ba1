import { randomUUID } from 'node:crypto'
import { CouldNotRun } from '#src/contract/checks.ts'
import { LIMITS } from '../../security/limits.ts'
import { requireOpen, requireSite } from '../ask-each.ts'
import type { Check, CheckContext, Finding } from '../check.ts'

const [{ most: ALLOWED }] = LIMITS.probe.windows
const CALLS = ALLOWED + 2

/** A rate limit as the live site applies it, at an address that only the probe can use. */
export const LIMIT_CHECKS: readonly Check[] = [
  {
    key: 'limits.probe',
    group: 'limits',
    title: 'Rate limits',
    mend: 'docs/security.md: Limits and bans',
    every: 'round',
    retries: 1,
    blips: 0,
    run: tryLimit,
  },
]

/** Each call names another address in the headers that proxies set, under a name of its own that counts from zero. */
async function tryLimit(context: CheckContext): Promise<Finding> {
  const { probe } = context
  await requireSite(context)
  const bucket = `limits:${randomUUID()}`
  const answers = []
  for (let call = 1; call <= CALLS; call += 1) {
    const forged = `198.51.100.${call}`
    const headers = { 'Sec-Fetch-Site': 'same-origin', 'X-Forwarded-For': forged, 'X-Real-IP': forged }
    const answer = await probe.ask('/api/probe-limit', { method: 'POST', headers, bucket })
    if (answer.status === 404) throw new CouldNotRun('The site does not know the mark of the probe.')
    answers.push(call <= ALLOWED ? requireOpen(answer) : answer)
  }
  const statuses = answers.map(({ status }) => status)
  const evidence = { statuses }
  const refused = answers.slice(ALLOWED)
  if (refused.some(({ status }) => status !== 429))
    return {
      state: 'fail',
      said: `${CALLS} calls with forged addresses were let through, where ${ALLOWED} are allowed.`,
      evidence,
    }
  if (refused.some(({ headers }) => !(Number(headers.get('Retry-After')) > 0)))
    return {
      state: 'fail',
      said: 'A call beyond the limit is not told when to try again: there is no Retry-After.',
      evidence,
    }
  const said = `After ${ALLOWED} calls, two more were refused with 429 and Retry-After, whatever address they named.`
  return { state: 'pass', said, evidence }
}
