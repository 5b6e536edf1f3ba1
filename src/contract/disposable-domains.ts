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
