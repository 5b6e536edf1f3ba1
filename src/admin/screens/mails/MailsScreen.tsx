import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { MESSAGES_LEAD } from '#src/contract/mail.ts'
import { Button } from '#src/ui/Button.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { Tabs } from '#src/ui/Tabs.tsx'
import { AdminLink } from '../../blocks/AdminLink.tsx'
import { lazyComponent } from '../../blocks/lazy-component.tsx'
import { Screen } from '../../blocks/Screen.tsx'
import { useUrlState } from '../../blocks/use-url-state.ts'
import { links } from '../../links.ts'
import { MessagesPanel } from './MessagesPanel.tsx'
import { STALE_MAILS } from './mail-calls.ts'
import { OverviewPanel } from './OverviewPanel.tsx'

const StoppedPanel = lazyComponent(
  async () => (await import('./StoppedPanel.tsx')).StoppedPanel,
  <Skeleton className="h-48 w-full" />,
)

const DomainPanel = lazyComponent(
  async () => (await import('./DomainPanel.tsx')).DomainPanel,
  <Skeleton className="h-48 w-full" />,
)

const PANELS = {
  overview: ['Overview', <OverviewPanel key="overview" />],
  messages: ['Messages', <MessagesPanel key="messages" />],
  stopped: ['Stopped', <StoppedPanel key="stopped" />],
  domain: ['Domain', <DomainPanel key="domain" />],
} as const
const TABS = ['overview', 'messages', 'stopped', 'domain'] as const

/** The delivery of mail: how it goes, every message, the addresses that get none, and the sending domain. (product 2, security OB4) */
export function MailsScreen() {
  const [{ tab, state, q, message }, set] = useUrlState('/admin/email-diagnostics')
  const queries = useQueryClient()
  // Everything is fetched whenever the screen is opened, not shown as it was five minutes ago.
  useState(() => queries.removeQueries({ queryKey: ['mails'] }))
  const current = tab ?? (state || q || message ? 'messages' : 'overview')
  const refresh = () => {
    for (const queryKey of [...STALE_MAILS, ['suppressions'], ['checks']]) void queries.invalidateQueries({ queryKey })
  }
  return (
    <Screen
      title="Email"
      lead={MESSAGES_LEAD}
      actions={
        <>
          <Button asChild variant="outline">
            <AdminLink to={links.testLogisticsEmail()}>Test logistics emails</AdminLink>
          </Button>
          <Button variant="outline" onClick={refresh}>
            Refresh
          </Button>
        </>
      }
    >
      <Tabs
        label="Email"
        current={current}
        onChange={(next) => set({ tab: next, q: undefined })}
        tabs={TABS.map((name) => {
          const [title, panel] = PANELS[name]
          return { name, title, panel: name === current && <div className="mt-5">{panel}</div> }
        })}
      />
    </Screen>
  )
}
