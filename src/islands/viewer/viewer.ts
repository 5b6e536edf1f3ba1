import { request } from '../call.ts'
import { clearPrivateData } from './private-data.ts'
import {
  createViewerStore,
  hasHint,
  hintCookie,
  SESSION_EVENTS,
  type SessionEvent,
  type ViewerParts,
} from './viewer-store.ts'

export type { SessionEvent } from './viewer-store.ts'

const store = createViewerStore({
  fetchSession: () => request('GET', '/api/auth/session'),
  fetchToken: () => request('POST', '/api/auth/token'),
  hint: {
    isSet: () => hasHint(document.cookie),
    set: (isSignedIn) => {
      // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in browsers we serve
      document.cookie = hintCookie(isSignedIn, location.protocol)
    },
  },
  channel: browserChannel(),
  clearPrivateData: () => clearPrivateData([() => localStorage, () => sessionStorage]),
  now: Date.now,
  later: (work, milliseconds) => {
    const timer = setTimeout(work, milliseconds)
    return () => clearTimeout(timer)
  },
  isVisible: () => document.visibilityState === 'visible',
})

/** The viewer of this page: undefined until it is loaded, null for an anonymous visitor. The same in every open tab. */
export const { $viewer, loadViewer, announce, hasSignedOut } = store

/** Between the tabs of one browser. While a page is built there is no other tab. */
function browserChannel(): ViewerParts['channel'] {
  if (typeof BroadcastChannel === 'undefined' || typeof document === 'undefined') return { post() {}, listen() {} }
  const channel = new BroadcastChannel('session')
  return {
    post: (event) => channel.postMessage(event),
    listen: (heard) => {
      channel.onmessage = ({ data }) => {
        if (isSessionEvent(data)) heard(data)
      }
    },
  }
}

function isSessionEvent(data: unknown): data is SessionEvent {
  return SESSION_EVENTS.some((event) => event === data)
}
