import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { MAIL_STATES, type MailState, NO_FAILED_MESSAGES } from '#src/contract/mail.ts'
import { Button } from '#src/ui/Button.tsx'
import { Tabs } from '#src/ui/Tabs.tsx'
import { DataTable } from '../../blocks/DataTable.tsx'
import { Empty } from '../../blocks/Empty.tsx'
import { Screen } from '../../blocks/Screen.tsx'
import { useList } from '../../blocks/use-list.ts'
import { useUrlState } from '../../blocks/use-url-state.ts'
import { countsQuery, fetchMails } from './mail-calls.ts'
import { COLUMNS } from './mail-columns.tsx'

const place = z.object({ state: z.enum(MAIL_STATES).optional().catch(undefined) })

const TITLES: Record<MailState, string> = { dead: 'Failed', queued: 'Waiting', sent: 'Sent' }
const CALM: Record<MailState, { title: string; text: string }> = {
  dead: {
    title: NO_FAILED_MESSAGES,
    text: 'Messages appear here after a permanent bounce or eight failed attempts.',
  },
  queued: { title: 'No messages are waiting', text: 'Every message was sent or has failed.' },
  sent: { title: 'No recently sent messages', text: 'Sent messages are deleted after 30 days.' },
}

/** What became of mail and text messages; first what failed, to be tried again. (security OB4) */
export function MailsScreen() {
  const [{ state = 'dead' }, set] = useUrlState(place)
  const queries = useQueryClient()
  // Whoever opens the list wants it as it is now, not as it was five minutes ago.
  useState(() => queries.removeQueries({ queryKey: ['mails'] }))
  const { data: counts, refetch } = useQuery(countsQuery)
  const titleOf = (name: MailState) =>
    counts ? `${TITLES[name]} (${counts[name].toLocaleString('en-US')})` : TITLES[name]
  return (
    <Screen
      title="Email"
      lead="Email and SMS delivery. Message text and full addresses are hidden."
      actions={<Refresh state={state} onRefresh={() => void refetch()} />}
    >
      <Tabs
        label="Messages by state"
        current={state}
        onChange={(next) => set({ state: next })}
        tabs={MAIL_STATES.map((name) => ({
          name,
          title: titleOf(name),
          panel: name === state && <Mails key={name} state={name} />,
        }))}
      />
    </Screen>
  )
}

function Mails({ state }: { state: MailState }) {
  const list = useMails(state)
  const { title, text } = CALM[state]
  return (
    <div>
      <DataTable
        what="messages"
        list={list}
        columns={COLUMNS[state]}
        nameOf={({ subject, recipient }) => `${subject ?? 'Text message'} to ${recipient}`}
        empty={<Empty title={title}>{text}</Empty>}
      />
    </div>
  )
}

function Refresh({ state, onRefresh }: { state: MailState; onRefresh: () => void }) {
  const { refetch } = useMails(state)
  const refresh = () => {
    onRefresh()
    refetch()
  }
  return (
    <Button variant="outline" onClick={refresh}>
      Refresh
    </Button>
  )
}

function useMails(state: MailState) {
  return useList(['mails', state], (cursor) => fetchMails(state, cursor))
}
