import type { Landing } from '#src/contract/landing.ts'
import { ApiError, call, toApiError } from './call.ts'
import { createResource, type Resource } from './resource/resource.ts'

/** What fetching needs from the browser. */
export type LiveParts = { fetch: (address: string) => Promise<Response>; wait: (milliseconds: number) => Promise<void> }

/** Pauses before the second, third and fourth try, in milliseconds. (product 9: data fetches retry 3 times) */
const RETRY_PAUSES = [400, 1_200, 3_000]

/**
 * A landing that is loaded while the visitor waits: three retries with growing pauses, none for an answer that will not
 * change. `getAddress` answers undefined for a page that names no event. (security BR11)
 */
export function createLiveLanding(getAddress: () => string | undefined, parts: LiveParts): Resource<Landing> {
  return createResource(async () => {
    const address = getAddress()
    if (!address) throw new ApiError({ status: 404, code: 'not_found', detail: 'Event not found' })
    for (const pause of RETRY_PAUSES) {
      const answer = await call<Landing>(parts.fetch(address)).catch(toApiError)
      if (!(answer instanceof ApiError)) return answer
      if (!isWorthRetry(answer)) throw answer
      await parts.wait(pause)
    }
    return call<Landing>(parts.fetch(address))
  })
}

/** True for a lost or broken answer, a limit, and an error of the server. */
function isWorthRetry({ status }: ApiError): boolean {
  return status < 400 || status === 429 || status >= 500
}

/** True if there is no such event, rather than no answer. */
export function isMissing({ status }: ApiError): boolean {
  return status === 404 || status === 410
}

/** Which landing a page shows: the one its address names, or the featured one. */
export type Source = 'address' | 'featured'

/** The path of the landing in the API; undefined if the page's path names no event. */
export function getApiPath(source: Source, path: string): string | undefined {
  if (source === 'featured') return '/api/events/featured'
  const slug = /^\/event\/([^/]+)\/?$/.exec(path)?.[1]
  return slug && `/api/events/${slug}`
}
