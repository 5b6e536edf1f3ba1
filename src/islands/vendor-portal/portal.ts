import { atom } from 'nanostores'
import { LINK_DEAD } from '#src/contract/dead-link.ts'
import type { VendorLinkLook } from '#src/contract/vendor-portal.ts'
import { ApiError, request, toApiError } from '../call.ts'
import { followTokens } from '../feedback/report-link.ts'
import { createLinkResource } from '../resource/link-resource.ts'
import { createResource } from '../resource/resource.ts'
import { readAllTasks, type TaskCalls, uploadTaskFile } from '../tasks/task-calls.ts'

/** The person who is signed in, if there is one. */
export const visit = createResource(() => request('GET', '/api/vendor/me'))

/** Their session has ended: the page asks for a link again. */
function leaveIfEnded({ status }: ApiError): void {
  if (status === 401) void signedOut()
}

const SESSION_ENDED =
  'Your session has ended. Sign in to the vendor portal in another tab, then send this again. What you typed is still here.'

/** Sends something that was typed. If the session has ended, the page keeps it and says how to go on. Throws `ApiError`. */
export async function keepTyped<Answer>(sent: Promise<Answer>): Promise<Answer> {
  try {
    return await sent
  } catch (fault) {
    const error = toApiError(fault)
    throw error.status === 401 ? new ApiError({ status: 401, code: error.code, detail: SESSION_ENDED }) : error
  }
}

/** The events of their company. */
export const events = createResource(() => request('GET', '/api/vendor/events'), leaveIfEnded)

/** Everyone who has access to their portal. */
export const colleagues = createResource(async () => (await request('GET', '/api/vendor/contacts')).items, leaveIfEnded)

/** The tasks of their company, those that are due first at the top. */
export const tasks = createResource(
  () => readAllTasks((query) => request('GET', '/api/vendor/tasks', { query })),
  leaveIfEnded,
)

/** How the company hands in its tasks. */
export const taskCalls: TaskCalls = {
  answer: (id, json) => keepTyped(request('POST', '/api/vendor/tasks/:id/answer', { param: { id }, json })),
  upload: (json) => keepTyped(uploadTaskFile('/api/vendor/task-files', json)),
  fileHref: (id) => `/api/vendor/task-files/${id}`,
  reload: () => tasks.load(),
}

/** What we have of their company, and what it proposes to change. */
export const profile = createResource(() => request('GET', '/api/vendor/proposal'), leaveIfEnded)

/** How their logo did, event by event. */
export const statistics = createResource(() => request('GET', '/api/vendor/statistics'), leaveIfEnded)

/** Forgets what was shown and asks who is signed in, which by now is nobody. */
export function signedOut(): Promise<void> {
  for (const { forget } of [visit, events, colleagues, tasks, profile, statistics]) forget()
  return visit.load()
}

/** Signs out in this browser. */
export async function signOut(): Promise<void> {
  await request('POST', '/api/vendor/sign-out')
  await signedOut()
}

/** What each link of an email is about. A look uses nothing; a press does. (security VP5) */
const CALLS = {
  'sign-in': {
    look: (token: string) => request('POST', '/api/vendor/sign-in/look', { json: { token } }),
    press: (token: string) => request('POST', '/api/vendor/sign-in/use', { json: { token } }),
  },
  invite: {
    look: (token: string) => request('POST', '/api/vendor/invite/look', { json: { token } }),
    press: (token: string) => request('POST', '/api/vendor/invite/accept', { json: { token } }),
  },
} as const
export type PortalLinkName = keyof typeof CALLS

/** The link that was opened. `failure` is why the last press failed, where the link may still work. */
export type OpenedLink = VendorLinkLook & { token: string; isBusy: boolean; failure: string | null }

const links = {
  'sign-in': createLink('sign-in'),
  invite: createLink('invite'),
}

function createLink(name: PortalLinkName) {
  return createLinkResource(
    async (token): Promise<OpenedLink> => ({ ...(await CALLS[name].look(token)), token, isBusy: false, failure: null }),
    LINK_DEAD,
  )
}

/** The kind of link that the page was opened with, until it was used. */
export const $opened = atom<PortalLinkName | null>(null)

/** The link of one kind. */
export const linkOf = (name: PortalLinkName) => links[name]

/** Uses the link that is shown, and opens the portal. */
export async function press(name: PortalLinkName): Promise<void> {
  const { $state, act } = links[name]
  const state = $state.get()
  if (state.status !== 'ready' || state.value.isBusy) return
  const before = { ...state.value, failure: null }
  let isUsed = false
  await act(
    { ...before, isBusy: true },
    async () => {
      await CALLS[name].press(before.token)
      isUsed = true
      return before
    },
    (fault) => ({ ...before, failure: toApiError(fault).detail }),
  )
  if (!isUsed) return
  await signedOut()
  $opened.set(null)
}

/** Follows links of emails that are opened in this tab, and asks who is signed in. Returns a function that ends this. */
export function openPortal(): () => void {
  const names: PortalLinkName[] = ['sign-in', 'invite']
  const ends = names.map((name) =>
    followTokens(name, (token) => {
      if (token === undefined) return
      $opened.set(name)
      void links[name].open(token)
    }),
  )
  void visit.load()
  return () => {
    for (const end of ends) end()
  }
}
