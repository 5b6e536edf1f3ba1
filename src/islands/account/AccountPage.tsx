import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { ACCOUNT_SENTENCE } from '#src/contract/account-sentence.ts'
import { FORUM_SETTINGS } from '#src/contract/forum-paths.ts'
import { AccountNotice } from '#src/sections/AccountNotice.tsx'
import { Button } from '#src/ui/Button.tsx'
import { ErrorBoundary } from '#src/ui/ErrorBoundary.tsx'
import { ACCESS_DENIED } from '../forms/refusal.ts'
import { type Notice, notify } from '../toasts.ts'
import { $viewer, loadViewer } from '../viewer/viewer.ts'
import { account, ask, providers, sessions } from './account.ts'
import { Block, Shown } from './Block.tsx'
import { DeleteBlock } from './DeleteBlock.tsx'
import { EmailBlock } from './EmailBlock.tsx'
import { FactorsBlock } from './FactorsBlock.tsx'
import { GoogleBlock, LINK_GOOGLE } from './GoogleBlock.tsx'
import { leaveWhenSignedOut } from './leave.ts'
import { dayOf } from './moment.ts'
import { PasswordBlock } from './PasswordBlock.tsx'
import { ProfileBlock } from './ProfileBlock.tsx'
import { RecoveryBlock } from './RecoveryBlock.tsx'
import { SessionsBlock } from './SessionsBlock.tsx'
import { StepUpDialog } from './StepUpDialog.tsx'

/** Everything at /account. */
export function AccountPage() {
  return (
    <ErrorBoundary>
      <Blocks />
    </ErrorBoundary>
  )
}

function Blocks() {
  const state = useStore(account.$state)
  useEffect(openAccount, [])
  return (
    <>
      <div className="scheme-enamel in-data-[printing=codes]:hidden">
        <div className="wrap py-10 lg:py-14">
          <h1 className="display text-[clamp(3rem,7vw,5.5rem)]">Your account</h1>
          <p className="mt-3 min-h-7 text-[1.1875rem] text-on-enamel-soft [overflow-wrap:anywhere]">
            {state.status === 'ready' && `${state.value.email}, registered ${dayOf(state.value.registeredAt)}`}
          </p>
        </div>
      </div>
      <div className="wrap pb-8">
        <Block id="registration" title="Registration" lead="An administrator reviews every new account.">
          <Shown of={account} what="your registration">
            {(own) => <AccountNotice {...own} />}
          </Shown>
        </Block>
        <ProfileBlock />
        <EmailBlock />
        <Block id="forum-mail" title="Forum email" lead="Email about replies, mentions and answers.">
          <Button asChild variant="outline">
            <a href={FORUM_SETTINGS}>Email settings</a>
          </Button>
        </Block>
        <PasswordBlock />
        <FactorsBlock />
        <RecoveryBlock />
        <GoogleBlock />
        <SessionsBlock />
        <DeleteBlock />
      </div>
      <StepUpDialog />
    </>
  )
}

/** What a way back from Google has to say, by the address's fragment. */
const NEWS: Record<string, Notice> = {
  '#google-linked': { kind: 'success', message: 'Your Google account is linked.' },
  '#google-taken': { kind: 'error', title: 'Error', message: ACCOUNT_SENTENCE.googleTaken },
  '#google-failed': { kind: 'error', title: 'Error', message: 'Failed to link your Google account. Please try again.' },
  '#access-denied': ACCESS_DENIED,
  '#too-many-attempts': { kind: 'error', title: 'Too Many Attempts', message: 'Please wait a moment and try again.' },
}

/** Reads what the page shows, does what its address asks for, and leads the signed-out away. What it returns ends that. */
function openAccount(): () => void {
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
