import { atom, type ReadableAtom } from 'nanostores'
import { type MailStatus, UNSUBSCRIBE_DEAD } from '#src/contract/unsubscribe.ts'
import { type ApiError, toApiError } from '../call.ts'

/** Where the page behind the link in a mail stands. `busy` is what is being ended: everything, or one topic's mails. */
export type UnsubscribeState =
  | { name: 'reading' }
  | { name: 'ready'; standing: MailStatus; busy: 'all' | string | null; failure: string | null }
  | { name: 'failed'; failure: string }
  | { name: 'dead' }
  /** Nobody came with a link, or the page was loaded again and has forgotten it. */
  | { name: 'gone' }

type Calls = {
  /** `POST /api/unsubscribe/look`. Throws `ApiError`. */
  look: (token: string) => Promise<MailStatus>
  /** `POST /api/unsubscribe`. Throws `ApiError`. */
  end: (token: string, topicId: string | null) => Promise<void>
}

type Unsubscription = {
  $state: ReadableAtom<UnsubscribeState>
  /** Somebody came with this link, or with none. Looking changes nothing. (security P-33) */
  open: (token: string | undefined) => Promise<void>
  retry: () => Promise<void>
  /** Their click: null ends all mails, an id those about a topic. */
  end: (topicId: string | null) => Promise<void>
}

/** Ends mails by the link that came with one, at a click. The token is kept in memory alone. */
export function createUnsubscription({ look, end }: Calls): Unsubscription {
  const $state = atom<UnsubscribeState>({ name: 'reading' })
  let token = ''
  const show = async (asked: string) => {
    $state.set({ name: 'reading' })
    const state = await ask<UnsubscribeState>(
      async () => ({ name: 'ready', standing: await look(asked), busy: null, failure: null }),
      ({ detail }) => ({ name: 'failed', failure: detail }),
    )
    if (asked === token) $state.set(state)
  }
  const open = async (opened: string | undefined) => {
    token = opened ?? ''
    if (opened === undefined) return $state.set({ name: 'gone' })
    if (opened === '') return $state.set({ name: 'dead' })
    await show(opened)
  }
  const stop = async (topicId: string | null) => {
    const [asked, state] = [token, $state.get()]
    if (state.name !== 'ready' || state.busy !== null) return
    $state.set({ ...state, busy: topicId ?? 'all', failure: null })
    const after = await ask<UnsubscribeState>(
      async () => {
        await end(asked, topicId)
        return { ...state, standing: without(state.standing, topicId), failure: null }
      },
      ({ detail }) => ({ ...state, failure: detail }),
    )
    if (asked === token) $state.set(after)
  }
  return { $state, open, retry: () => show(token), end: stop }
}

/** How it stands once that was ended. */
function without(standing: MailStatus, topicId: string | null): MailStatus {
  if (topicId === null) return { ...standing, mail: 'none' }
  const topics = standing.topics.map((topic) => (topic.id === topicId ? { ...topic, isMuted: true } : topic))
  return { ...standing, topics }
}

async function ask<State>(call: () => Promise<State>, refused: (refusal: ApiError) => State) {
  try {
    return await call()
  } catch (fault) {
    const refusal = toApiError(fault)
    return refusal.detail === UNSUBSCRIBE_DEAD ? ({ name: 'dead' } as const) : refused(refusal)
  }
}
