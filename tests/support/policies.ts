/** What a page may load and do, but for its own hashed scripts and styles. (security HD2) */
export const PAGE_POLICY: Record<string, string[]> = {
  'default-src': ["'none'"],
  'img-src': ["'self'", 'https:', 'data:'],
  'font-src': ["'self'"],
  'connect-src': ["'self'"],
  'form-action': ["'self'", 'https://accounts.google.com'],
  'base-uri': ["'none'"],
  'frame-ancestors': ["'none'"],
}
/** For answers that are no page: nothing may be loaded, framed or sent from them. */
export const CLOSED_POLICY: Record<string, string[]> = {
  'default-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
  'frame-ancestors': ["'none'"],
}
