import { isBot } from 'isbot'
import type { Db } from '#db/client.ts'
import { analyticsPageViews } from '#db/schema/analytics.ts'
import type { PageViewInput } from '#src/contract/page-view.ts'
import { isUuid } from '#src/contract/uuid.ts'

/** What the server knows of a page view by itself. */
type PageViewFacts = {
  siteUrl: string
  /** From the session only, never from the page. */
  userId: string | null
  userAgent: string | undefined
}

const LONGEST_PATH = 500
const LONGEST_USER_AGENT = 300
const SLUG = /^[a-z0-9-]{3,100}$/
const SESSION = /^[\w-]{8,64}$/

/** Keeps one page view of a person, cleaned of queries, tokens and other sites' paths. Bots leave no row. (product 7, security P-31) */
export async function recordPageView(db: Db, input: PageViewInput, facts: PageViewFacts): Promise<void> {
  if (!facts.userAgent || isBot(facts.userAgent)) return
  await db.insert(analyticsPageViews).values(toRow(input, facts))
}

/** The row a page view becomes. Implausible values become null. */
export function toRow(input: PageViewInput, facts: PageViewFacts): typeof analyticsPageViews.$inferInsert {
  return {
    pagePath: cleanPath(input.pagePath, facts.siteUrl),
    eventSlug: ifMatching(SLUG, input.eventSlug),
    userId: facts.userId,
    sessionId: ifMatching(SESSION, input.sessionId),
    referrer: cleanReferrer(input.referrer, facts.siteUrl),
    userAgent: facts.userAgent?.slice(0, LONGEST_USER_AGENT) ?? null,
  }
}

/** The path of a page alone: no query, no hash, no token. */
export function cleanPath(pagePath: string, siteUrl: string): string {
  const path = URL.parse(pagePath, siteUrl)?.pathname ?? '/'
  return withoutTokens(path).slice(0, LONGEST_PATH)
}

/**
 * Our own pages with their path, another site by its origin alone, and nothing for anything that is not a web address.
 */
function cleanReferrer(referrer: string | null | undefined, siteUrl: string): string | null {
  const url = referrer ? URL.parse(referrer) : null
  if (!url || !/^https?:$/.test(url.protocol)) return null
  const path = url.origin === siteUrl ? withoutTokens(url.pathname) : ''
  return `${url.origin}${path}`.slice(0, LONGEST_PATH)
}

function ifMatching(shape: RegExp, value: string | null | undefined): string | null {
  return value && shape.test(value) ? value : null
}

/** Pages whose address carries a secret behind their own name. (product 2) */
const TOKEN_PAGES = new Set(['event-sheet', 'logistics-form', 'unsubscribe', 'verify-report', 'vendor-portal', 'auth'])
/** Routes of the API with a secret behind their own name: those that programs call which can send no body. */
const TOKEN_ROUTES = new Set(['mail-inbound', 'calendar'])
const TOKEN = ':token'

const SHORTEST_TOKEN = 16

/** A path as statistics and logs may keep it: what is a token, or a person's address, is replaced by `:token`. (security TL6, P-31) */
export function withoutTokens(path: string): string {
  const segments = path.split('/')
  const isTokenPage = TOKEN_PAGES.has(segments[1] ?? '')
  const isSecret = segments[1] === 'api' && TOKEN_ROUTES.has(segments[2] ?? '')
  return segments
    .map((segment, index) =>
      segment !== '' && ((isTokenPage && index > 1) || (isSecret && index > 2) || isToken(segment)) ? TOKEN : segment,
    )
    .join('/')
}

/**
 * True for a segment nobody would choose as an address: long with capitals or underscores (base64url), long with digits
 * and letters mixed (hex, base32), or with an `@`. Slugs of words and the ids of posts and events stay.
 */
function isToken(segment: string): boolean {
  if (segment.includes('@') || /%40/i.test(segment)) return true
  if (segment.length < SHORTEST_TOKEN) return false
  if (/[A-Z_~%=]/.test(segment)) return true
  if (isUuid(segment)) return false
  return segment.split('-').some((piece) => piece.length >= SHORTEST_TOKEN && isMixed(piece))
}

/** Letters and digits that change places often; `workshop2027` changes once. */
function isMixed(piece: string): boolean {
  const changes = piece.match(/[a-z](?=\d)|\d(?=[a-z])/g)?.length ?? 0
  return changes >= 3 || /^\d+$/.test(piece)
}
