import { CouldNotRun } from '#src/contract/checks.ts'
import { askEach, requireSite } from '../ask-each.ts'
import type { Check, CheckContext, CheckedRoute, Finding } from '../check.ts'
import { withSyntheticMember } from './synthetic-member.ts'

const MEND = 'docs/security.md: Access'
const MISSING = '00000000-0000-4000-8000-000000000000'

/** Hundreds of calls, a few at a time: a host that answers each after half a second needs as long. */
const TIME = 25_000

const shared = { group: 'routes', mend: MEND, every: 'round', retries: 1, time: TIME, blips: 0 } as const

/**
 * The table of routes and policies against the live site. Nothing is changed: only addresses that refuse the caller are read,
 * and writes come from another site with an empty body.
 */
export const ROUTE_CHECKS: readonly Check[] = [
  { ...shared, key: 'routes.nobody', title: 'Reading without a session', run: readAsNobody },
  { ...shared, key: 'routes.member', title: 'Reading as a member without a role', run: readAsMember },
  { ...shared, key: 'routes.origin', title: 'Writing from another site', run: writeFromAnotherSite },
  { ...shared, key: 'routes.unknown', title: 'Addresses that do not exist', run: askUnknown },
]

async function readAsNobody(context: CheckContext): Promise<Finding> {
  const { probe } = context
  await requireSite(context)
  const closed = readsOf(context)
  const answers = await askEach(closed, (route) => probe.ask(getAddress(route)))
  const wrong = answers.filter(({ answer }) => answer.status !== 401)
  return judge(wrong.map(toEvidence), {
    good: `${closed.length} routes that are not public refused a caller without a session with 401.`,
    bad: (first) => `${first} did not refuse a caller without a session`,
  })
}

async function readAsMember(context: CheckContext): Promise<Finding> {
  const { probe } = context
  await requireSite(context)
  const closed = readsOf(context)
  return withSyntheticMember(context, async ({ cookie }) => {
    const answers = await askEach(closed, (route) => probe.ask(getAddress(route), { headers: { Cookie: cookie } }))
    const wrong = answers.filter(({ item: { policy }, answer: { status } }) => !isAsMember(policy, status))
    const own = closed.filter(({ policy }) => policy === 'signedIn').length
    return judge(wrong.map(toEvidence), {
      good: `${closed.length - own} routes for others refused a member without a role, and ${own} answered them.`,
      bad: (first) => `${first} did not answer a member without a role as its policy says`,
    })
  })
}

/** True for an answer that a member without a role should get. To the vendor portal an account is nobody. (decision 0057) */
function isAsMember(policy: CheckedRoute['policy'], status: number): boolean {
  if (policy === 'signedIn') return status !== 401 && status < 500
  return status === (policy === 'vendor' ? 401 : 403)
}

/** Every route that checks where a request comes from. An empty body would change nothing even if it went through. */
async function writeFromAnotherSite(context: CheckContext): Promise<Finding> {
  const { probe } = context
  await requireSite(context)
  const writes = routesOf(context).filter(({ method, checksOrigin }) => method !== 'GET' && checksOrigin !== false)
  const headers = {
    'Content-Type': 'application/json',
    Origin: 'https://evil.example',
    'Sec-Fetch-Site': 'cross-site',
  }
  const answers = await askEach(writes, (route) =>
    probe.ask(getAddress(route), { method: route.method, headers, body: '{}' }),
  )
  const wrong = answers.filter(({ answer }) => answer.status !== 403)
  return judge(wrong.map(toEvidence), {
    good: `${writes.length} routes that change something refused a request of another site with 403.`,
    bad: (first) => `${first} did not refuse a request of another site`,
  })
}

/** Addresses that a scanner tries, and spellings of an address that exists. */
const UNKNOWN = [
  '/api/no-such-address',
  '/api/admin/no-such-address',
  '/api/%61dmin/users',
  '/api/admin//users',
  '/api/admin/users;x=1',
  '/api/admin/users%2f',
  '/api/Admin/users',
  '/api/admin/%2e%2e/users',
  '/api/auth/..;/admin/users',
]

async function askUnknown(context: CheckContext): Promise<Finding> {
  const { probe } = context
  await requireSite(context)
  const answers = await askEach(UNKNOWN, (path) => probe.ask(path))
  const wrong = answers
    .filter(({ answer }) => answer.status !== 404)
    .map(({ item, answer }) => `GET ${item}: ${answer.status}`)
  return judge(wrong, {
    good: `${UNKNOWN.length} addresses that do not exist were answered with 404.`,
    bad: (first) => `${first} is not answered with 404`,
  })
}

type Sentences = { good: string; bad: (first: string) => string }

function judge(wrong: readonly string[], { good, bad }: Sentences): Finding {
  const [first] = wrong
  if (first === undefined) return { state: 'pass', said: good }
  const more = wrong.length > 1 ? `, and ${wrong.length - 1} more` : ''
  return { state: 'fail', said: `${bad(first)}${more}.`, evidence: { wrong: wrong.slice(0, 20) } }
}

function toEvidence({ item: { method, path }, answer }: { item: CheckedRoute; answer: { status: number } }): string {
  return `${method} ${path}: ${answer.status}`
}

/** Throws `CouldNotRun` for an empty list: that nothing was asked is not that nothing is wrong. */
function routesOf({ routes }: CheckContext): readonly CheckedRoute[] {
  if (routes.length === 0) throw new CouldNotRun('The list of routes is missing from the program that runs this check.')
  return routes
}

/** What only some people may read. */
function readsOf(context: CheckContext): CheckedRoute[] {
  return routesOf(context).filter(({ method, policy }) => method === 'GET' && policy !== 'public')
}

/** With an id in each parameter that is nobody's. */
function getAddress({ path }: CheckedRoute): string {
  return path.replace(/:\w+(\{[^}]*\})?/g, MISSING).replace(/(.)\/$/, '$1')
}
