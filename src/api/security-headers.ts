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

/** Headers of shared caches. Never sent with an error. */
const CACHE_HEADERS = ['Netlify-CDN-Cache-Control', 'Netlify-Cache-Tag', 'Netlify-Vary', 'ETag', 'Last-Modified']

/** Adds to every answer of an API, errors included, the security headers, a charset, and `no-store` unless the route set another rule. */
export const securityHeaders: MiddlewareHandler = async (c, next) => {
  await setHeaders(c, next)
  const { headers } = c.res
  const type = headers.get('Content-Type')
  if (type === 'application/json') headers.set('Content-Type', 'application/json; charset=utf-8')
  if (c.res.status >= 400) for (const name of CACHE_HEADERS) headers.delete(name)
  if (c.res.status >= 400 || !headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store')
}
