/** What Mozilla's HTTP Observatory looks at: an answer's headers and its page. */
type Observed = { headers: Record<string, string>; html: string; cookies: string[] }

/** One of the Observatory's tests, with what it adds to or takes from the 100 everybody starts with. */
type Finding = { test: string; finding: string; modifier: number }

/** Below this score nothing above 100 counts. */
const EXTRA_CREDIT_FROM = 90
const SIX_MONTHS = 15_768_000
const BROAD = ['*', 'http:', 'https:', 'ftp:', 'http://*', 'https://*', 'http://*.*', 'https://*.*']
const PRIVATE_REFERRERS = ['no-referrer', 'same-origin', 'strict-origin', 'strict-origin-when-cross-origin']

/**
 * The Observatory's findings and score for one answer, by its published rules (developer.mozilla.org/en-US/observatory/docs/tests_and_scoring).
 * The answer is taken as if it came over https: the redirection test and the preload list have nothing to look at on this machine.
 */
export function observe(observed: Observed): { score: number; findings: Finding[] } {
  const findings = [
    policyFinding(observed),
    cookieFinding(observed),
    ...headerFindings(observed.headers),
    framingFinding(observed),
    integrityFinding(observed),
  ]
  const penalties = findings.filter(({ modifier }) => modifier < 0)
  const base = 100 + sum(penalties)
  const extra = sum(findings.filter(({ modifier }) => modifier > 0))
  return { score: base >= EXTRA_CREDIT_FROM ? base + extra : base, findings }
}

function sum(findings: Finding[]): number {
  return findings.reduce((total, { modifier }) => total + modifier, 0)
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

function policyFinding({ headers }: Observed): Finding {
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

function cookieFinding({ cookies }: Observed): Finding {
  const isSafe = (cookie: string) => /;\s*secure/i.test(cookie) && /;\s*samesite=(lax|strict)/i.test(cookie)
  if (cookies.length === 0) return { test: 'cookies', finding: 'none', modifier: 0 }
  return cookies.every((cookie) => isSafe(cookie) && /;\s*httponly/i.test(cookie))
    ? { test: 'cookies', finding: 'all safe', modifier: 5 }
    : { test: 'cookies', finding: 'not all safe', modifier: -20 }
}

function headerFindings(headers: Record<string, string>): Finding[] {
  const maxAge = Number(/max-age=(\d+)/.exec(headers['strict-transport-security'] ?? '')?.[1] ?? -1)
  const referrer = headers['referrer-policy']
  const resource = headers['cross-origin-resource-policy']
  const isShared = headers['access-control-allow-origin'] !== undefined
  const withCredentials = headers['access-control-allow-credentials'] === 'true'
  const referrerModifier = referrer === undefined ? 0 : PRIVATE_REFERRERS.includes(referrer) ? 5 : -5
  const resourceModifiers: Record<string, number> = { 'same-origin': 10, 'same-site': 10, 'cross-origin': 0, none: 0 }
  const found = (test: string, finding: unknown, modifier: number) => ({ test, finding: String(finding), modifier })
  return [
    found('strict-transport-security', maxAge, maxAge < 0 ? -20 : maxAge < SIX_MONTHS ? -10 : 0),
    found(
      'x-content-type-options',
      headers['x-content-type-options'],
      headers['x-content-type-options'] === 'nosniff' ? 0 : -5,
    ),
    found('referrer-policy', referrer, referrerModifier),
    found('cross-origin-resource-policy', resource, resourceModifiers[resource ?? 'none'] ?? -5),
    found('cross-origin-resource-sharing', isShared, isShared && withCredentials ? -50 : 0),
  ]
}

function framingFinding({ headers }: Observed): Finding {
  const found = (finding: string, modifier: number) => ({ test: 'x-frame-options', finding, modifier })
  const ancestors = parsePolicy(headers['content-security-policy'] ?? '').get('frame-ancestors')
  if (ancestors && !ancestors.some((source) => BROAD.includes(source))) return found('by policy', 5)
  return /^(deny|sameorigin)$/i.test(headers['x-frame-options'] ?? '') ? found('by header', 0) : found('missing', -20)
}

/** Scripts of our own origin need no integrity attribute. */
function integrityFinding({ html }: Observed): Finding {
  const foreign = [...html.matchAll(/<script\b[^>]*\ssrc="((?:https?:)?\/\/[^"]*)"/gi)]
  const modifier = foreign.length === 0 ? 0 : foreign.some(([tag]) => !tag.includes('https:')) ? -50 : -5
  return { test: 'subresource-integrity', finding: `${foreign.length} foreign scripts`, modifier }
}
