import { z } from 'zod'

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
const UNSAFE = /[\u0000-\u0020\u007f-\u009f\u2028\u2029\\]/

/** An absolute http(s) address without credentials or control characters. (security IV6) */
export function isWebAddress(href: string): boolean {
  if (UNSAFE.test(href) || !/^https?:\/\//i.test(href) || !URL.canParse(href)) return false
  const url = new URL(href)
  return (url.protocol === 'https:' || url.protocol === 'http:') && url.username === '' && url.password === ''
}

/** A web address, a path on this site (`/events`) or a place on the page (`#event`); never a script or a data address. */
export function isSafeHref(href: string): boolean {
  if (UNSAFE.test(href)) return false
  if (href.startsWith('#')) return true
  if (href.startsWith('/')) return !href.startsWith('//')
  return isWebAddress(href)
}

/**
 * True if `href` is an https address on exactly the registration host: no port, no credentials.
 * A string prefix would let `https://register.example.evil.com` through. (product 5)
 */
export function isRegistrationUrl(href: string, registrationOrigin: string): boolean {
  if (!isWebAddress(href)) return false
  const url = new URL(href)
  return url.protocol === 'https:' && url.port === '' && url.hostname === new URL(registrationOrigin).hostname
}

/** A web address, or empty (stored as null). */
export function optionalWebAddress(message: string) {
  return z
    .string()
    .max(2000, message)
    .refine((value) => value === '' || isWebAddress(value), message)
    .nullish()
    .transform((value) => value || null)
}

/** An image address: on the web, or a path on this site (an upload or a file we ship). Empty becomes null. */
export function optionalImageAddress(message: string) {
  return z
    .string()
    .max(2000, message)
    .refine((value) => value === '' || (isSafeHref(value) && !value.startsWith('#')), message)
    .nullish()
    .transform((value) => value || null)
}
