import type { MiddlewareHandler } from 'hono'
import { Failure } from '#src/contract/failure.ts'
import { SENTENCE } from './sentences.ts'

/** Letters, digits and `-._~` must not be escaped; `/`, `\`, `%` and control characters must not be in a name. */
const NEEDLESS_ESCAPE = /%(?:2[def5]|3[0-9]|[46][1-9a-f]|[57][0-9a]|5[cf]|7[ef]|[01][0-9a-f])/i

/**
 * A route has one spelling. Escaped letters, hidden slashes, double escapes and empty segments are not found, so that no
 * cache, proxy or log disagrees with the router about what a path means. (security HD5)
 */
export const canonicalPath: MiddlewareHandler = async (c, next) => {
  const { pathname } = new URL(c.req.url)
  if (NEEDLESS_ESCAPE.test(pathname) || pathname.includes('//') || pathname.includes(';')) {
    throw new Failure('not_found', SENTENCE.notFound)
  }
  await next()
}
