import { atom, type ReadableAtom } from 'nanostores'
import { type EventPreview, PREVIEW_DEAD } from '#src/contract/event-preview.ts'
import { type ApiError, toApiError } from '../call.ts'

/** The state of the page behind a preview link. */
export type PreviewState =
  | { status: 'loading' }
  | { status: 'ready'; preview: EventPreview }
  | { status: 'dead' }
  | { status: 'failed'; message: string }

/** `POST /api/event-previews`. Throws `ApiError`. */
type FetchPreview = (token: string) => Promise<EventPreview>

type PreviewStore = { $state: ReadableAtom<PreviewState>; load: (fragment: string) => Promise<void> }

/**
 * Loads the preview behind a link. The token is in the fragment, which no server, log or referrer ever gets. It stays there,
 * so that the page can be reloaded. Only the answer to the last fragment counts. (security TL6)
 */
export function createPreview(fetchPreview: FetchPreview): PreviewStore {
  const $state = atom<PreviewState>({ status: 'loading' })
  let asked = 0
  const load = async (fragment: string) => {
    asked += 1
    const mine = asked
    $state.set({ status: 'loading' })
    const state = await open(fetchPreview, fragment)
    if (mine === asked) $state.set(state)
  }
  return { $state, load }
}

async function open(fetchPreview: FetchPreview, fragment: string): Promise<PreviewState> {
  const token = /^#([\w-]{1,200})$/.exec(fragment)?.[1]
  if (!token) return { status: 'dead' }
  try {
    return { status: 'ready', preview: await fetchPreview(token) }
  } catch (fault) {
    const refusal = toApiError(fault)
    return isDead(refusal) ? { status: 'dead' } : { status: 'failed', message: refusal.detail }
  }
}

function isDead({ status, detail }: ApiError): boolean {
  return status === 404 && detail === PREVIEW_DEAD
}
