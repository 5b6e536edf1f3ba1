import { isUuid } from '#src/contract/uuid.ts'

const LONGEST_PATH = 500

/** The path of a page alone: no query, no hash, no token. */
export function cleanPath(pagePath: string, siteUrl: string): string {
  const path = URL.parse(pagePath, siteUrl)?.pathname ?? '/'
  return withoutTokens(path).slice(0, LONGEST_PATH)
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
