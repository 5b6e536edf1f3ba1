import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { ACCOUNT_SENTENCE } from '#src/contract/account-sentence.ts'
import { FORUM_SETTINGS } from '#src/contract/forum-paths.ts'
import { AccountNotice } from '#src/sections/AccountNotice.tsx'
import { Button } from '#src/ui/Button.tsx'
import { ErrorBoundary } from '#src/ui/ErrorBoundary.tsx'
import { formatDate } from '../format-instant.ts'
import { ACCESS_DENIED } from '../forms/error-notice.ts'
import { ResourceState } from '../resource/ResourceState.tsx'
import { type NewToast, notify } from '../toasts.ts'
import { $viewer, loadViewer } from '../viewer/viewer.ts'
import { AccountSection } from './AccountSection.tsx'
import { account, providers, requestStepUp, sessions } from './account.ts'
import { DeleteSection } from './DeleteSection.tsx'
import { EmailSection } from './EmailSection.tsx'
import { FactorsSection } from './FactorsSection.tsx'
import { GoogleSection, LINK_GOOGLE } from './GoogleSection.tsx'
import { PasswordSection } from './PasswordSection.tsx'
import { ProfileSection } from './ProfileSection.tsx'
import { RecoverySection } from './RecoverySection.tsx'
import { SessionsSection } from './SessionsSection.tsx'
import { StepUpDialog } from './StepUpDialog.tsx'
import { redirectWhenSignedOut } from './signed-out-redirect.ts'

/** Everything at /account. */
export function AccountPage() {
  return (
    <ErrorBoundary>
      <Sections />
    </ErrorBoundary>
  )
}

function Sections() {
  const state = useStore(account.$state)
  useEffect(openAccount, [])
  return (
    <>
      <div className="scheme-enamel in-data-[printing=codes]:hidden">
        <div className="wrap py-10 lg:py-14">
          <h1 className="display text-[clamp(3rem,7vw,5.5rem)]">Your account</h1>
          <p className="mt-3 min-h-7 text-[1.1875rem] text-on-enamel-soft [overflow-wrap:anywhere]">
            {state.status === 'ready' && `${state.value.email}, registered ${formatDate(state.value.registeredAt)}`}
          </p>
        </div>
      </div>
      <div className="wrap pb-8">
        <AccountSection id="registration" title="Registration" lead="An administrator reviews every new account.">
          <ResourceState of={account} what="your registration">
            {(own) => <AccountNotice {...own} />}
          </ResourceState>
        </AccountSection>
        <ProfileSection />
        <EmailSection />
        <AccountSection id="forum-mail" title="Forum email" lead="Email about replies, mentions and answers.">
          <Button asChild variant="outline">
            <a href={FORUM_SETTINGS}>Email settings</a>
          </Button>
        </AccountSection>
        <PasswordSection />
        <FactorsSection />
        <RecoverySection />
        <GoogleSection />
        <SessionsSection />
        <DeleteSection />
      </div>
      <StepUpDialog />
    </>
  )
}

/** The notices after a return from Google, by the fragment of the address. */
const NOTICES: Record<string, NewToast> = {
  '#google-linked': { kind: 'success', message: 'Your Google account is linked.' },
  '#google-taken': { kind: 'error', title: 'Error', message: ACCOUNT_SENTENCE.googleTaken },
  '#google-failed': { kind: 'error', title: 'Error', message: 'Failed to link your Google account. Please try again.' },
  '#access-denied': ACCESS_DENIED,
  '#too-many-attempts': { kind: 'error', title: 'Too Many Attempts', message: 'Please wait a moment and try again.' },
}

/** Loads the page, does what its address asks for, and redirects signed-out viewers. Returns a function that ends this. */
function openAccount(): () => void {
  const end = redirectWhenSignedOut()
  // If there is no answer, the sections show it.
  loadViewer().catch(() => {})
  // Without the hint cookie this is known at once, and there is nothing to load.
  if ($viewer.get() === null) return end
  for (const resource of [account, sessions, providers]) void resource.load()
  const { hash } = location
  if (hash) history.replaceState(history.state, '', location.pathname)
  const news = NOTICES[hash]
  if (news) notify(news)
  if (hash === '#step-up') void linkGoogle()
  return end
}

/** Continues linking Google after step-up verification, which the server asked for. */
async function linkGoogle(): Promise<void> {
  await requestStepUp().then(
    () => location.assign(LINK_GOOGLE),
    () => {},
  )
}
