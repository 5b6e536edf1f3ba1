import { atom, type ReadableAtom } from 'nanostores'
import type { Landing } from '#src/contract/landing.ts'

/** The state of a landing that is fetched while the visitor waits. */
export type LiveState =
  | { status: 'loading' }
  | { status: 'ready'; landing: Landing }
  | { status: 'not_found' }
  | { status: 'failed' }

/** What fetching needs from the browser. */
export type LiveParts = { fetch: (address: string) => Promise<Response>; wait: (milliseconds: number) => Promise<void> }

/** Pauses before the second, third and fourth try, in milliseconds. (product 9: data fetches retry 3 times) */
const RETRY_PAUSES = [400, 1_200, 3_000]

type LiveLandingStore = { $state: ReadableAtom<LiveState>; load: () => Promise<void> }

/** A landing loaded from `address`: three retries with growing pauses, none for an answer that will not change. (security BR11) */
export function createLiveLanding(address: string, { fetch, wait }: LiveParts): LiveLandingStore {
  const $state = atom<LiveState>({ status: 'loading' })
  const load = async () => {
    $state.set({ status: 'loading' })
    for (const pause of [...RETRY_PAUSES, undefined]) {
      const state = await tryOnce(address, fetch)
      if (state) return $state.set(state)
      if (pause !== undefined) await wait(pause)
    }
    $state.set({ status: 'failed' })
  }
  return { $state, load }
}

/** The state after an answer; undefined if it is worth another try. */
async function tryOnce(address: string, fetch: LiveParts['fetch']): Promise<LiveState | undefined> {
  try {
    const response = await fetch(address)
    if (response.ok) return { status: 'ready', landing: (await response.json()) as Landing }
    if (response.status === 429 || response.status >= 500) return undefined
    return { status: response.status === 404 || response.status === 410 ? 'not_found' : 'failed' }
  } catch {
    return undefined
  }
}

/** Which landing a page shows: the one its address names, or the featured one. */
export type Source = 'address' | 'featured'

/** The path of the landing in the API; undefined if the page's path names no event. */
export function getApiPath(source: Source, path: string): string | undefined {
  if (source === 'featured') return '/api/events/featured'
  const slug = /^\/event\/([^/]+)\/?$/.exec(path)?.[1]
  return slug && `/api/events/${slug}`
}
