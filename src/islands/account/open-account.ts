import { ACCOUNT_SENTENCE } from '#src/contract/account-sentence.ts'
import { ACCESS_DENIED } from '../forms/refusal.ts'
import { type Notice, notify } from '../toasts.ts'
import { $viewer, loadViewer } from '../viewer/viewer.ts'
import { account, ask, providers, sessions } from './account.ts'
import { LINK_GOOGLE } from './GoogleBlock.tsx'
import { leaveWhenSignedOut } from './leave.ts'

/** What a way back from Google has to say, by the address's fragment. */
const NEWS: Record<string, Notice> = {
  '#google-linked': { kind: 'success', message: 'Your Google account is linked.' },
  '#google-taken': { kind: 'error', title: 'Error', message: ACCOUNT_SENTENCE.googleTaken },
  '#google-failed': { kind: 'error', title: 'Error', message: 'Failed to link your Google account. Please try again.' },
  '#access-denied': ACCESS_DENIED,
  '#too-many-attempts': { kind: 'error', title: 'Too Many Attempts', message: 'Please wait a moment and try again.' },
}

/** Reads what the page shows, does what its address asks for, and leads the signed-out away. What it returns ends that. */
export function openAccount(): () => void {
  const end = leaveWhenSignedOut()
  // An answer that does not come leaves the blocks to say so.
  loadViewer().catch(() => {})
  // Without the hint that is known at once, and there is nothing to ask for.
  if ($viewer.get() === null) return end
  for (const resource of [account, sessions, providers]) void resource.load()
  const { hash } = location
  if (hash) history.replaceState(history.state, '', location.pathname)
  const news = NEWS[hash]
  if (news) notify(news)
  if (hash === '#step-up') void linkGoogle()
  return end
}

/** Google was to be linked by somebody who has not shown lately who they are. */
async function linkGoogle(): Promise<void> {
  await ask().then(
    () => location.assign(LINK_GOOGLE),
    () => {},
  )
}
