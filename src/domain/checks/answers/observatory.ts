/** The scoring rules below are those of Mozilla's HTTP Observatory; shown beside every score, because they change. */
export const ALGORITHM = 'Mozilla HTTP Observatory, algorithm 6 (read in August 2026)'

/** What the Observatory looks at: an answer's headers, with lower-case names, its cookies and its page. */
type Observed = { headers: Readonly<Record<string, string>>; html: string; cookies: readonly string[] }

/** One of the Observatory's tests, with what it adds to or takes from the 100 that everybody starts with. */
export type Observation = { test: string; finding: string; modifier: number }

/** Below this score nothing above 100 counts. */
const EXTRA_CREDIT_FROM = 90
const SIX_MONTHS = 15_768_000
const BROAD = ['*', 'http:', 'https:', 'ftp:', 'http://*', 'https://*', 'http://*.*', 'https://*.*']
const PRIVATE_REFERRERS = ['no-referrer', 'same-origin', 'strict-origin', 'strict-origin-when-cross-origin']
/** Below the last of them the grade is F. */
const GRADES = [
  [100, 'A+'],
  [90, 'A'],
  [85, 'A-'],
  [80, 'B+'],
  [70, 'B'],
  [65, 'B-'],
  [60, 'C+'],
  [50, 'C'],
  [45, 'C-'],
  [40, 'D+'],
  [30, 'D'],
  [25, 'D-'],
] as const

/**
 * The Observatory's findings and score for one answer, by its published rules (developer.mozilla.org/en-US/observatory/docs/tests_and_scoring).
 * The answer is taken as if it came over https. The redirection from http is another answer; see `observeRedirection`.
 */
export function observe(observed: Observed): { score: number; findings: Observation[] } {
  const findings = [
    policyFinding(observed),
    cookieFinding(observed),
    ...headerFindings(observed.headers),
    framingFinding(observed),
    integrityFinding(observed),
  ]
  return { score: getScore(findings), findings }
}

/** What it finds in the answer to a request over http for a site at `siteUrl`. No answer is as good as a redirection. */
export function observeRedirection(location: string | undefined, siteUrl: string): Observation {
  const found = (finding: string, modifier: number) => ({ test: 'redirection', finding, modifier })
  const target = location !== undefined && URL.canParse(location, siteUrl) ? new URL(location, siteUrl) : undefined
  if (target?.protocol !== 'https:') return found('not to https', -20)
  return target.host === new URL(siteUrl).host ? found('to https', 0) : found('to https on another host', -5)
}

/** 100 and what the findings add or take. */
function getScore(findings: readonly Observation[]): number {
  const sum = (some: readonly Observation[]) => some.reduce((total, { modifier }) => total + modifier, 0)
  const base = 100 + sum(findings.filter(({ modifier }) => modifier < 0))
  return base >= EXTRA_CREDIT_FROM ? base + sum(findings.filter(({ modifier }) => modifier > 0)) : base
}

/** The letter that the Observatory shows for a score. */
export function getGrade(score: number): string {
  return GRADES.find(([from]) => score >= from)?.[1] ?? 'F'
}

type Policy = Map<string, string[]>

/** A policy's directives with their sources. Of two directives of one name the first counts. */
export function parsePolicy(policy: string): Policy {
  const directives: Policy = new Map()
  for (const part of policy.split(';')) {
    const [name, ...sources] = part.trim().split(/\s+/)
    if (name && !directives.has(name.toLowerCase())) directives.set(name.toLowerCase(), sources)
  }
  return directives
}

function policyFinding({ headers }: Observed): Observation {
  const policy = parsePolicy(headers['content-security-policy'] ?? '')
  const found = (finding: string, modifier: number) => ({ test: 'content-security-policy', finding, modifier })
  if (policy.size === 0) return found('not implemented', -25)
  const sources = (name: string) => policy.get(name) ?? policy.get('default-src') ?? ['*']
  const has = (name: string, bad: readonly string[]) => sources(name).some((source) => bad.includes(source))
  const inline = (name: string) => (sources(name).some((s) => /^'(sha|nonce-)/.test(s)) ? [] : ["'unsafe-inline'"])
  if (has('script-src', [...BROAD, 'data:', ...inline('script-src')]) || has('object-src', BROAD))
    return found('unsafe sources for scripts or objects', -20)
  const everything = [...policy].flatMap(([name, list]) => (/^(img|media)-src$/.test(name) ? [] : list))
  if (everything.some((source) => /^(http|ftp):/.test(source))) return found('insecure scheme', -20)
  if (has('script-src', ["'unsafe-eval'"]) || has('style-src', ["'unsafe-eval'"])) return found('unsafe-eval', -10)
  if ([...sources('img-src'), ...sources('media-src')].some((source) => /^(http|ftp):/.test(source)))
    return found('insecure scheme for images', -10)
  if (has('style-src', [...BROAD, 'data:', ...inline('style-src')])) return found('unsafe styles', 0)
  const isClosed = policy.get('default-src')?.join() === "'none'"
  return isClosed ? found("no unsafe, default-src 'none'", 10) : found('no unsafe', 5)
}

/** A name that sounds like a session counts as one. */
function cookieFinding({ cookies }: Observed): Observation {
  const found = (finding: string, modifier: number) => ({ test: 'cookies', finding, modifier })
  const sessions = cookies.filter((cookie) => /^[^=]*(sess|auth|sid|token)/i.test(cookie))
  const lacks = (some: readonly string[], attribute: RegExp) => some.some((cookie) => !attribute.test(cookie))
  const [secure, httpOnly, sameSite] = [/;\s*secure\b/i, /;\s*httponly\b/i, /;\s*samesite=(lax|strict|none)\b/i]
  if (cookies.length === 0) return found('none', 0)
  if (lacks(sessions, secure)) return found('a session without Secure', -40)
  if (lacks(sessions, httpOnly)) return found('a session without HttpOnly', -30)
  if (lacks(cookies, secure)) return found('a cookie without Secure', -20)
  return lacks(cookies, sameSite) ? found('a cookie without SameSite', -20) : found('all safe', 5)
}

function headerFindings(headers: Observed['headers']): Observation[] {
  const hsts = headers['strict-transport-security'] ?? ''
  const maxAge = Number(/max-age=(\d+)/.exec(hsts)?.[1] ?? -1)
  const referrer = headers['referrer-policy']
  const resource = headers['cross-origin-resource-policy']
  const isShared = headers['access-control-allow-origin'] !== undefined
  const withCredentials = headers['access-control-allow-credentials'] === 'true'
  const referrerModifier = referrer === undefined ? 0 : PRIVATE_REFERRERS.includes(referrer) ? 5 : -5
  const resourceModifiers: Record<string, number> = { 'same-origin': 10, 'same-site': 10, 'cross-origin': 0, none: 0 }
  const found = (test: string, finding: unknown, modifier: number) => ({ test, finding: String(finding), modifier })
  const asked = (name: string, wanted: string, right: number, wrong: number) =>
    found(name, headers[name] ?? 'none', headers[name] === wanted ? right : wrong)
  return [
    found('strict-transport-security', maxAge, maxAge < 0 ? -20 : maxAge < SIX_MONTHS ? -10 : 0),
    asked('x-content-type-options', 'nosniff', 0, -5),
    found('referrer-policy', referrer, referrerModifier),
    found('cross-origin-resource-policy', resource, resourceModifiers[resource ?? 'none'] ?? -5),
    asked('cross-origin-opener-policy', 'same-origin', 10, 0),
    asked('cross-origin-embedder-policy', 'require-corp', 10, 0),
    found('cross-origin-resource-sharing', isShared, isShared && withCredentials ? -50 : 0),
  ]
}

function framingFinding({ headers }: Observed): Observation {
  const found = (finding: string, modifier: number) => ({ test: 'x-frame-options', finding, modifier })
  const ancestors = parsePolicy(headers['content-security-policy'] ?? '').get('frame-ancestors')
  if (ancestors && !ancestors.some((source) => BROAD.includes(source))) return found('by policy', 5)
  return /^(deny|sameorigin)$/i.test(headers['x-frame-options'] ?? '') ? found('by header', 0) : found('missing', -20)
}

/** Scripts of our own origin need no integrity attribute. */
function integrityFinding({ html }: Observed): Observation {
  const foreign = [...html.matchAll(/<script\b[^>]*\ssrc="((?:https?:)?\/\/[^"]*)"/gi)]
  const modifier = foreign.length === 0 ? 0 : foreign.some(([tag]) => !tag.includes('https:')) ? -50 : -5
  return { test: 'subresource-integrity', finding: `${foreign.length} foreign scripts`, modifier }
}
