import { atom, type ReadableAtom } from 'nanostores'
import { type MailStatus, UNSUBSCRIBE_DEAD } from '#src/contract/unsubscribe.ts'
import { type ApiError, toApiError } from '../call.ts'

/** The state of the page behind the link in an email. `busy` is what is being stopped: all emails, or those about a topic. */
export type UnsubscribeState =
  | { name: 'reading' }
  | { name: 'ready'; mailStatus: MailStatus; busy: 'all' | string | null; failure: string | null }
  | { name: 'failed'; failure: string }
  | { name: 'dead' }
  /** There is no token: the page was opened without a link, or reloaded. */
  | { name: 'gone' }

type Calls = {
  /** `POST /api/unsubscribe/look`. Throws `ApiError`. */
  look: (token: string) => Promise<MailStatus>
  /** `POST /api/unsubscribe`. Throws `ApiError`. */
  end: (token: string, topicId: string | null) => Promise<void>
}

type Unsubscription = {
  $state: ReadableAtom<UnsubscribeState>
  /** Loads the email settings behind a link, if there is one. That changes nothing. (security P-33) */
  open: (token: string | undefined) => Promise<void>
  retry: () => Promise<void>
  /** Stops all emails with null, or those about a topic with its id. */
  end: (topicId: string | null) => Promise<void>
}

/** Stops emails by the link in one of them. The token is only kept in memory. */
export function createUnsubscription({ look, end }: Calls): Unsubscription {
  const $state = atom<UnsubscribeState>({ name: 'reading' })
  let token = ''
  const show = async (asked: string) => {
    $state.set({ name: 'reading' })
    const state = await ask<UnsubscribeState>(
      async () => ({ name: 'ready', mailStatus: await look(asked), busy: null, failure: null }),
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
        return { ...state, mailStatus: withoutTopic(state.mailStatus, topicId), failure: null }
      },
      ({ detail }) => ({ ...state, failure: detail }),
    )
    if (asked === token) $state.set(after)
  }
  return { $state, open, retry: () => show(token), end: stop }
}

/** The email settings after that was stopped. */
function withoutTopic(mailStatus: MailStatus, topicId: string | null): MailStatus {
  if (topicId === null) return { ...mailStatus, mail: 'none' }
  const topics = mailStatus.topics.map((topic) => (topic.id === topicId ? { ...topic, isMuted: true } : topic))
  return { ...mailStatus, topics }
}

async function ask<State>(call: () => Promise<State>, refused: (refusal: ApiError) => State) {
  try {
    return await call()
  } catch (fault) {
    const refusal = toApiError(fault)
    return refusal.detail === UNSUBSCRIBE_DEAD ? ({ name: 'dead' } as const) : refused(refusal)
  }
}
