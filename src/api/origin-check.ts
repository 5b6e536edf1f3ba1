import { Failure } from '#src/contract/failure.ts'
import { SENTENCE } from './sentences.ts'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses a state-changing request that another site's page may have sent, whatever its content type. Browsers cannot
 * forge `Sec-Fetch-Site`; where it is missing, `Origin` must be the configured one, never one derived from the request.
 * Throws `forbidden`. (security CS1, P-1, P-32)
 */
export function requireOwnOrigin(request: Request, siteUrl: string): void {
  if (changesNothing(request)) return
  const site = request.headers.get('Sec-Fetch-Site')
  const isOwn = site === null ? request.headers.get('Origin') === siteUrl : site === 'same-origin'
  if (!isOwn) throw new Failure('forbidden', SENTENCE.foreignOrigin)
}

/**
 * True for a page opened from one of ours: for the rare GET that another site's link must not start. If `Sec-Fetch-Site` is missing,
 * the Referer must show it.
 */
export function isFromOwnPage({ headers }: Request, siteUrl: string): boolean {
  const site = headers.get('Sec-Fetch-Site')
  return site === null ? (headers.get('Referer')?.startsWith(`${siteUrl}/`) ?? false) : site === 'same-origin'
}

/** True for a method that only reads. */
export function changesNothing({ method }: Request): boolean {
  return SAFE_METHODS.has(method)
}

/**
 * True for a request that authenticates only by its `Authorization` header. Its cookies are ignored, and pages of other sites
 * cannot send it, because we do not allow them to. Its origin therefore does not matter if its token is valid. (security CS1)
 */
export function isBearer({ headers }: Request): boolean {
  return headers.has('Authorization')
}
