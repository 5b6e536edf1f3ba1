import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { FORUM_SETTINGS } from '#src/contract/forum-paths.ts'
import { AccountNotice } from '#src/sections/AccountNotice.tsx'
import { Button } from '#src/ui/Button.tsx'
import { ErrorBoundary } from '#src/ui/ErrorBoundary.tsx'
import { account } from './account.ts'
import { Block, Shown } from './Block.tsx'
import { DeleteBlock } from './DeleteBlock.tsx'
import { EmailBlock } from './EmailBlock.tsx'
import { FactorsBlock } from './FactorsBlock.tsx'
import { GoogleBlock } from './GoogleBlock.tsx'
import { dayOf } from './moment.ts'
import { openAccount } from './open-account.ts'
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
