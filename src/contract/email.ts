import { z } from 'zod'

export const INVALID_EMAIL = 'Please enter a valid email address.'
export const DISPOSABLE_EMAIL =
  'Temporary or disposable email addresses are not permitted. Please use a permanent email address.'

/** RFC 5321 §4.5.3.1: what a mail server must accept. */
const LONGEST_ADDRESS = 254
const LONGEST_LOCAL = 64

const LOCAL = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})$/
/**
 * The characters that a domain may contain before it is spelled in ASCII: letters, marks and digits of any script,
 * dots, hyphens.
 */
const WRITTEN_DOMAIN = /^[\p{L}\p{M}\p{N}.\-\u3002\uff0e\uff61]+$/u

/**
 * One address in the one spelling we keep: without surrounding space, its domain in lower case and in ASCII (punycode).
 * Undefined for anything that is not exactly one plain address; the result is checked, not what was typed, so
 * that nothing turns into an `@`, a comma or a line break on the way. (security IV5)
 */
export function normalizeEmail(written: string): string | undefined {
  const trimmed = written.trim()
  if (trimmed.length > LONGEST_ADDRESS) return undefined
  const [local = '', domain = '', ...more] = trimmed.split('@')
  if (more.length > 0 || local.length > LONGEST_LOCAL || !LOCAL.test(local)) return undefined
  const ascii = toAscii(domain)
  if (ascii === undefined || !DOMAIN.test(ascii)) return undefined
  const address = `${local}@${ascii}`
  return address.length > LONGEST_ADDRESS ? undefined : address
}

/** The key by which two addresses are the same person's: no mailbox in use tells upper from lower case. */
export function emailKey(address: string): string {
  return address.toLowerCase()
}

/** Where the address is: `example.com`. */
export function getDomain(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1)
}

/** An address in any spelling; comes out normalized. Fails with the sentence of the product description (product 5). */
export const emailAddress = z.string(INVALID_EMAIL).transform((written, context) => {
  const address = normalizeEmail(written)
  if (address !== undefined) return address
  context.addIssue({ code: 'custom', message: INVALID_EMAIL })
  return z.NEVER
})

/** The same for registrations, which may not use disposable mailboxes. */
export const permanentEmail = emailAddress.refine((address) => !isDisposable(getDomain(address)), DISPOSABLE_EMAIL)

function toAscii(domain: string): string | undefined {
  if (!WRITTEN_DOMAIN.test(domain)) return undefined
  const href = `http://${domain}/`
  return URL.canParse(href) ? new URL(href).hostname : undefined
}

/** Providers of throw-away mailboxes. Accounts need a permanent address. (product 5: a list of 14) */
export const DISPOSABLE_DOMAINS = [
  '10minutemail.com',
  'dispostable.com',
  'fakeinbox.com',
  'getnada.com',
  'guerrillamail.com',
  'maildrop.cc',
  'mailinator.com',
  'mintemail.com',
  'sharklasers.com',
  'temp-mail.org',
  'tempmail.com',
  'throwawaymail.com',
  'trashmail.com',
  'yopmail.com',
] as const

/** True for one of those domains and for anything below it. Takes a domain as `normalizeEmail` leaves it. (security IV5) */
export function isDisposable(domain: string): boolean {
  return DISPOSABLE_DOMAINS.some((listed) => domain === listed || domain.endsWith(`.${listed}`))
}
