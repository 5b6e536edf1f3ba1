import { PENDING_LIFE } from './pending-sign-in.ts'
import { LONGEST_SESSION } from './sessions.ts'

const TOKEN = /^[\w-]{43}$/
const SECONDS = LONGEST_SESSION / 1000
const PENDING_SECONDS = PENDING_LIFE / 1000

/**
 * A script may read this one: it says that there may be a session, and nothing about whose. Pages load what signed-in
 * people see only if it is there. (design 5)
 */
export const HINT_COOKIE = 'signed_in'

/** `__Host-` binds the cookie to https and this host; only http on this machine goes without. (security SE1) */
export function cookieName(siteUrl: string): string {
  return isSecure(siteUrl) ? '__Host-session' : 'session'
}

/** The cookie of a sign-in that waits for its second factor. */
export function pendingCookieName(siteUrl: string): string {
  return isSecure(siteUrl) ? '__Host-pending_sign_in' : 'pending_sign_in'
}

/** The token a request carries; null where there is none or what is there cannot be one. */
export function readToken(headers: Headers, siteUrl: string): string | null {
  return readCookie(headers, cookieName(siteUrl))
}

/** The same of a sign-in that waits for its second factor. */
export function readPendingToken(headers: Headers, siteUrl: string): string | null {
  return readCookie(headers, pendingCookieName(siteUrl))
}

/** What `Set-Cookie` says when a session opens: the token, and the hint beside it. */
export function sessionCookies(token: string, siteUrl: string): string[] {
  return cookies(token, '1', SECONDS, siteUrl)
}

/** And when it is over. */
export function blankCookies(siteUrl: string): string[] {
  return cookies('', '', 0, siteUrl)
}

/** What `Set-Cookie` says when a second factor is owed. */
export function pendingCookie(token: string, siteUrl: string): string {
  return `${pendingCookieName(siteUrl)}=${token}; ${attributes(PENDING_SECONDS, siteUrl)}; HttpOnly`
}

/** And when it is no more. */
export function blankPendingCookie(siteUrl: string): string {
  return `${pendingCookieName(siteUrl)}=; ${attributes(0, siteUrl)}; HttpOnly`
}

/** Null too for a request that comes with `Authorization`: it is judged by that alone, and its cookies count for nothing. */
function readCookie(headers: Headers, name: string): string | null {
  if (headers.has('Authorization')) return null
  const start = `${name}=`
  for (const part of headers.get('Cookie')?.split(';') ?? []) {
    const cookie = part.trim()
    if (!cookie.startsWith(start)) continue
    const token = cookie.slice(start.length)
    return TOKEN.test(token) ? token : null
  }
  return null
}

function cookies(token: string, hint: string, seconds: number, siteUrl: string): string[] {
  const rest = attributes(seconds, siteUrl)
  return [`${cookieName(siteUrl)}=${token}; ${rest}; HttpOnly`, `${HINT_COOKIE}=${hint}; ${rest}`]
}

function attributes(seconds: number, siteUrl: string): string {
  return `Path=/; Max-Age=${seconds}; SameSite=Lax${isSecure(siteUrl) ? '; Secure' : ''}`
}

function isSecure(siteUrl: string): boolean {
  return siteUrl.startsWith('https:')
}
