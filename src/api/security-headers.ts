import type { MiddlewareHandler } from 'hono'
import { secureHeaders } from 'hono/secure-headers'

/** Hono's defaults are weaker than our standard (180 days, no CSP), so each header is named here. (security HD1, P-2) */
const setHeaders = secureHeaders({
  strictTransportSecurity: 'max-age=31536000; includeSubDomains',
  xContentTypeOptions: 'nosniff',
  referrerPolicy: 'strict-origin-when-cross-origin',
  crossOriginResourcePolicy: 'same-origin',
  crossOriginOpenerPolicy: 'same-origin',
  contentSecurityPolicy: {
    defaultSrc: ["'none'"],
    baseUri: ["'none'"],
    formAction: ["'none'"],
    frameAncestors: ["'none'"],
  },
  permissionsPolicy: { camera: [], geolocation: [], microphone: [], payment: [], usb: [], browsingTopics: [] },
  xFrameOptions: 'DENY',
  originAgentCluster: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
})

/** Tells the CDN how long to keep an answer and what purges it. */
const CDN_HEADERS = ['Netlify-CDN-Cache-Control', 'Netlify-Cache-Tag']
/** Never sent with an error. */
const CACHE_HEADERS = [...CDN_HEADERS, 'ETag', 'Last-Modified']

/**
 * The parameters that distinguish answers; the CDN ignores all others. There is one list for all addresses, because the CDN
 * expects the same from every answer of an address, errors included. (https://docs.netlify.com/build/caching/caching-overview/)
 */
const VARY = 'query=after|category|cursor|limit|q|sort'

/**
 * Adds to every answer of a function, errors included, the security headers, a charset, what distinguishes answers, and
 * `no-store` unless the route set another rule. A 304 says nothing to the CDN, which must not keep it as the answer.
 */
export const securityHeaders: MiddlewareHandler = async (c, next) => {
  await setHeaders(c, next)
  const { headers } = c.res
  const type = headers.get('Content-Type')
  if (type === 'application/json') headers.set('Content-Type', 'application/json; charset=utf-8')
  if (c.res.status >= 400) for (const name of CACHE_HEADERS) headers.delete(name)
  if (c.res.status === 304) for (const name of CDN_HEADERS) headers.delete(name)
  else headers.set('Netlify-Vary', VARY)
  if (c.res.status >= 400 || !headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store')
}
