import { atom, type ReadableAtom } from 'nanostores'
import type { SessionAnswer } from '#src/contract/account.ts'
import type { Viewer } from '#src/contract/viewer.ts'
import { toApiError } from '../call.ts'
import { type AccessTokens, createAccessTokens, type TokenParts } from './access-tokens.ts'

/** What may happen to a session. (product 4) */
export const SESSION_EVENTS = ['signed in', 'signed out', 'token refreshed', 'mfa verified'] as const
export type SessionEvent = (typeof SESSION_EVENTS)[number]

/** What the store needs from the browser. */
export type ViewerParts = Omit<TokenParts, 'onRenewed' | 'onRefused'> & {
  /** `GET /api/auth/session`. */
  fetchSession: () => Promise<SessionAnswer>
  /** The readable cookie that says there may be a session. */
  hint: { isSet: () => boolean; set: (isSignedIn: boolean) => void }
  /** Sends events to all other tabs and receives theirs. */
  channel: { post: (event: SessionEvent) => void; listen: (heard: (event: SessionEvent) => void) => void }
  /** Removes what signed-in features store in this browser. (security P-35) */
  clearPrivateData: () => void
}

type ViewerStore = {
  /** Undefined until it is loaded; null for an anonymous visitor. */
  $viewer: ReadableAtom<Viewer | null | undefined>
  /** Loads the viewer, with at most one call at a time, and none without the hint cookie. Throws `ApiError`; `$viewer` then stays. */
  loadViewer: () => Promise<Viewer | null>
  /** Tells this tab and every other one what happened to the session. */
  announce: (event: SessionEvent) => void
  /** True if the viewer signed out, here or in another tab. A session that ended by itself leaves it false. */
  hasSignedOut: () => boolean
  accessToken: AccessTokens['accessToken']
}

/** The viewer, the same in every open tab. */
export function createViewerStore(parts: ViewerParts): ViewerStore {
  const { fetchSession, hint, channel, clearPrivateData } = parts
  const $viewer = atom<Viewer | null | undefined>(undefined)
  const tokens = createAccessTokens({
    ...parts,
    onRenewed: () => channel.post('token refreshed'),
    onRefused: (fault) => {
      if (toApiError(fault).status === 401) askQuietly()
    },
  })
  const calls = createCalls(fetchSession, { $viewer, settle: (viewer) => settle(viewer) })
  const askQuietly = () => {
    calls.ask().catch(() => {})
  }
  const settle = (viewer: Viewer | null) => {
    const wasSignedIn = hint.isSet() || $viewer.get()
    if (hint.isSet() !== (viewer !== null)) hint.set(viewer !== null)
    if (!viewer && wasSignedIn) forget()
    $viewer.set(viewer)
  }
  const forget = () => {
    tokens.drop()
    clearPrivateData()
  }
  let last: SessionEvent | undefined
  const follow = (event: SessionEvent) => {
    last = event
    if (event === 'signed out') {
      calls.drop()
      return settle(null)
    }
    if (event === 'token refreshed' && $viewer.get() === undefined) return
    if (event !== 'token refreshed') tokens.drop()
    askQuietly()
  }
  channel.listen(follow)

  return {
    $viewer,
    loadViewer: async () => {
      const asking = calls.current()
      if (asking) return asking
      if (hint.isSet()) return calls.ask()
      settle(null)
      return null
    },
    announce: (event) => {
      channel.post(event)
      follow(event)
    },
    hasSignedOut: () => last === 'signed out',
    accessToken: tokens.accessToken,
  }
}

type Answers = Pick<ViewerStore, '$viewer'> & { settle: (viewer: Viewer | null) => void }

/** The calls for the session, of which the newest counts: the answer of one is ignored if a newer call or `drop` came first. */
function createCalls(fetchSession: ViewerParts['fetchSession'], { $viewer, settle }: Answers) {
  let asking: Promise<Viewer | null> | undefined
  const ask = (): Promise<Viewer | null> => {
    const mine: Promise<Viewer | null> = fetchSession().then(({ viewer }) => {
      if (asking !== mine) return asking ?? $viewer.get() ?? null
      settle(viewer)
      return viewer
    })
    asking = mine
    const done = () => {
      if (asking === mine) asking = undefined
    }
    mine.then(done, done)
    return mine
  }
  return {
    ask,
    current: () => asking,
    drop: () => {
      asking = undefined
    },
  }
}

/** The readable cookie beside the session's own; the name is that of `src/auth/session-cookie.ts`. (architecture 5) */
const HINT = /(?:^|; )signed_in=1(?:;|$)/
/** Seconds: as long as the longest session. */
const LONGEST = 30 * 24 * 3600

export function hasHint(cookies: string): boolean {
  return HINT.test(cookies)
}

/** The hint cookie for `document.cookie`: set if there is a session without it, cleared if there is none. */
export function hintCookie(isSignedIn: boolean, protocol: string): string {
  const [value, age] = isSignedIn ? ['1', LONGEST] : ['', 0]
  return `signed_in=${value}; Path=/; Max-Age=${age}; SameSite=Lax${protocol === 'https:' ? '; Secure' : ''}`
}
