import { isOverloaded } from '#src/api/on-error.ts'
import { CLOSED_HEADER } from '#src/contract/error-budget.ts'
import { Failure } from '#src/contract/failure.ts'
import { FORUM_UNAVAILABLE } from '#src/contract/forum.ts'
import { FORUM_TAG } from '#src/contract/forum-paths.ts'
import { NotFoundView } from '#src/sections/forum/NotFoundView.tsx'
import { UnavailableView } from '#src/sections/forum/UnavailableView.tsx'
import type { ForumPage, PageContext } from './env.ts'
import { sendElsewhere, sendPage } from './send.ts'

const RETRY_AFTER = '30'
/** Parameters that say which part of a list is shown. */
const PLACES = ['after', 'cursor', 'sort']

/** For a page that does not exist and for one that is not public: the answer is the same. (security AZ7) */
export function showNotFound(c: PageContext): Promise<Response> {
  const page = notListed('Page not found', 'There is no page at this address in the forum.', <NotFoundView />)
  return sendPage(c, page, 404)
}

/** A page for whatever a page threw. No text of the driver's or a library's gets out. */
export async function onFault(fault: Error, c: PageContext): Promise<Response> {
  const { pathname } = new URL(c.req.url)
  try {
    if (fault instanceof Failure && fault.kind === 'not_found') return await showNotFound(c)
    if (fault instanceof Failure && fault.kind === 'invalid') return await startOver(c)
    if (fault instanceof Failure && fault.kind === 'rate_limited') return await notNow(c, fault, 429)
    if (fault instanceof Failure && fault.kind === 'closed') return await notNow(c, fault, 503)
    const isDown = isUnavailable(fault) || c.var.isConnectionFault(fault)
    c.var.log.error(isDown ? 'forum unavailable' : 'forum page failed', { path: pathname }, fault)
    const view = <UnavailableView path={pathname} />
    const page = notListed('Please try again later', FORUM_UNAVAILABLE, view)
    return await withRetryAfter(await sendPage(c, page, isDown ? 503 : 500))
  } catch (cause) {
    if (cause !== fault) c.var.log.error('forum page without a shell', { path: pathname }, cause)
    const text = new Response(`${FORUM_UNAVAILABLE}\n`, { status: 503 })
    text.headers.set('Content-Type', 'text/plain; charset=utf-8')
    return withRetryAfter(text)
  }
}

function isUnavailable(fault: unknown): boolean {
  if (fault instanceof Failure) return fault.kind === 'unavailable'
  return isOverloaded(fault) || (fault instanceof Error && isUnavailable(fault.cause))
}

async function notNow(c: PageContext, { message, retryAfter }: Failure, status: 429 | 503): Promise<Response> {
  const { pathname, search } = new URL(c.req.url)
  const view = <UnavailableView path={pathname + search} because={message} />
  const response = await sendPage(c, notListed('Please try again later', message, view), status)
  response.headers.set('Retry-After', String(retryAfter ?? RETRY_AFTER))
  if (status === 503) response.headers.set(CLOSED_HEADER, '1')
  return response
}

/** A place in a list that no list gave leads to its beginning. */
async function startOver(c: PageContext): Promise<Response> {
  const { pathname, searchParams } = new URL(c.req.url)
  if (!PLACES.some((name) => searchParams.has(name))) return showNotFound(c)
  for (const name of PLACES) searchParams.delete(name)
  return sendElsewhere(searchParams.size > 0 ? `${pathname}?${searchParams}` : pathname, 302)
}

function withRetryAfter(response: Response): Response {
  response.headers.set('Retry-After', RETRY_AFTER)
  return response
}

function notListed(title: string, description: string, content: ForumPage['content']): ForumPage {
  return { title, description, content, tags: [FORUM_TAG.every] }
}
