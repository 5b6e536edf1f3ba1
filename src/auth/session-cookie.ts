import { DEVICE_LIFE } from '#src/domain/accounts/prune-accounts.ts'
import { cookieAttributes, hostCookieName, readCookie } from './cookie.ts'
import { PENDING_LIFE } from './pending-sign-in.ts'
import { LONGEST_SESSION } from './sessions.ts'

const TOKEN = /^[\w-]{43}$/
const SECONDS = LONGEST_SESSION / 1000
const PENDING_SECONDS = PENDING_LIFE / 1000
const DEVICE_SECONDS = DEVICE_LIFE / 1000

/**
 * A cookie that scripts may read: it says that there may be a session, but not whose. Pages load what signed-in
 * people see only if it is set. (architecture 5)
 */
const HINT_COOKIE = 'signed_in'

const cookieName = (siteUrl: string) => hostCookieName('session', siteUrl)
/** The cookie of a sign-in that waits for its second factor. */
const pendingCookieName = (siteUrl: string) => hostCookieName('pending_sign_in', siteUrl)
/** The cookie of a device that was used to sign in. */
const deviceCookieName = (siteUrl: string) => hostCookieName('device', siteUrl)

/** The cookie of a contact in the vendor portal. */
const vendorCookieName = (siteUrl: string) => hostCookieName('vendor_session', siteUrl)

/** The session token of a request; null if there is none or it is malformed. */
export function readToken(headers: Headers, siteUrl: string): string | null {
  return readTokenNamed(headers, cookieName(siteUrl))
}

/** The same for a sign-in that waits for its second factor. */
export function readPendingToken(headers: Headers, siteUrl: string): string | null {
  return readTokenNamed(headers, pendingCookieName(siteUrl))
}

/** The same for a device that was used to sign in before. */
export function readDeviceToken(headers: Headers, siteUrl: string): string | null {
  return readTokenNamed(headers, deviceCookieName(siteUrl))
}

/** The same for a session of the vendor portal. */
export function readVendorToken(headers: Headers, siteUrl: string): string | null {
  return readTokenNamed(headers, vendorCookieName(siteUrl))
}

/** The `Set-Cookie` value of a session of the vendor portal, for as many seconds. 0 with an empty token removes it. */
export function vendorCookie(token: string, seconds: number, siteUrl: string): string {
  return `${vendorCookieName(siteUrl)}=${token}; ${cookieAttributes(seconds, siteUrl)}; HttpOnly`
}

/** The `Set-Cookie` value after a sign-in on a device. It outlives the session and does not grant access. */
export function deviceCookie(token: string, siteUrl: string): string {
  return `${deviceCookieName(siteUrl)}=${token}; ${cookieAttributes(DEVICE_SECONDS, siteUrl)}; HttpOnly`
}

/** The `Set-Cookie` values for a new session: the token and the hint. */
export function sessionCookies(token: string, siteUrl: string): string[] {
  return cookies(token, '1', SECONDS, siteUrl)
}

/** The `Set-Cookie` values that remove both. */
export function blankCookies(siteUrl: string): string[] {
  return cookies('', '', 0, siteUrl)
}

/** The `Cookie` value of a browser that shows a session. */
export function shownCookie(token: string, siteUrl: string): string {
  return `${cookieName(siteUrl)}=${token}`
}

/** The `Set-Cookie` value while a second factor is required. */
export function pendingCookie(token: string, siteUrl: string): string {
  return `${pendingCookieName(siteUrl)}=${token}; ${cookieAttributes(PENDING_SECONDS, siteUrl)}; HttpOnly`
}

/** Removes it. */
export function blankPendingCookie(siteUrl: string): string {
  return `${pendingCookieName(siteUrl)}=; ${cookieAttributes(0, siteUrl)}; HttpOnly`
}

/** Also null for a request with `Authorization`: only that counts, and its cookies are ignored. */
function readTokenNamed(headers: Headers, name: string): string | null {
  if (headers.has('Authorization')) return null
  const token = readCookie(headers, name)
  return token !== undefined && TOKEN.test(token) ? token : null
}

function cookies(token: string, hint: string, seconds: number, siteUrl: string): string[] {
  const rest = cookieAttributes(seconds, siteUrl)
  return [`${cookieName(siteUrl)}=${token}; ${rest}; HttpOnly`, `${HINT_COOKIE}=${hint}; ${rest}`]
}
