import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { MOST_AT_ONCE } from '#src/contract/bulk.ts'
import {
  MAIL_STATES,
  type MailLine,
  type MailState,
  MESSAGES_LEAD,
  NO_FAILED_MESSAGES,
  resentMessages,
} from '#src/contract/mail.ts'
import { Button } from '#src/ui/Button.tsx'
import { Tabs } from '#src/ui/Tabs.tsx'
import { confirm } from '../../blocks/confirm.ts'
import { DataTable } from '../../blocks/DataTable.tsx'
import { Empty } from '../../blocks/Empty.tsx'
import { Screen } from '../../blocks/Screen.tsx'
import { RefusedList, useBulk } from '../../blocks/selection.tsx'
import { type List, useList } from '../../blocks/use-list.ts'
import { useUrlState } from '../../blocks/use-url-state.ts'
import { fetchMails, mailCountsQuery, retryMails, STALE_MAILS } from './mail-calls.ts'
import { COLUMNS, hasRunOut } from './mail-columns.tsx'

const TITLES: Record<MailState, string> = { dead: 'Failed', queued: 'Waiting', sent: 'Sent', skipped: 'Skipped' }
const EMPTY: Record<MailState, { title: string; text: string }> = {
  dead: {
    title: NO_FAILED_MESSAGES,
    text: 'Messages appear here after a permanent bounce or eight failed attempts.',
  },
  queued: { title: 'No messages are waiting', text: 'Every message was sent or has failed.' },
  sent: { title: 'No recently sent messages', text: 'Sent messages are deleted after 30 days.' },
  skipped: {
    title: 'No skipped messages',
    text: 'A message is skipped if its recipient has unsubscribed or cannot be reached.',
  },
}

/** What became of mail and text messages; first what failed, to be tried again. (security OB4) */
export function MailsScreen() {
  const [{ state = 'dead' }, set] = useUrlState('/admin/email-diagnostics')
  const queries = useQueryClient()
  // The list is fetched whenever it is opened, not shown as it was five minutes ago.
  useState(() => queries.removeQueries({ queryKey: ['mails'] }))
  const { data: counts, refetch } = useQuery(mailCountsQuery)
  const list = useList(['mails', state], (cursor) => fetchMails(state, cursor))
  const retryAll = useRetryAll(state === 'dead' ? (list.data ?? []) : [])
  const getTitle = (name: MailState) =>
    counts ? `${TITLES[name]} (${counts[name].toLocaleString('en-US')})` : TITLES[name]
  return (
    <Screen
      title="Email"
      lead={MESSAGES_LEAD}
      actions={
        <>
          {retryAll.button}
          <Button variant="outline" onClick={() => void Promise.all([refetch(), list.refetch()])}>
            Refresh
          </Button>
        </>
      }
    >
      {retryAll.report}
      <Tabs
        label="Messages by state"
        current={state}
        onChange={(next) => set({ state: next })}
        tabs={MAIL_STATES.map((name) => ({
          name,
          title: getTitle(name),
          panel: name === state && <Mails key={name} state={name} list={list} />,
        }))}
      />
    </Screen>
  )
}

function Mails({ state, list }: { state: MailState; list: List<MailLine> }) {
  const { title, text } = EMPTY[state]
  return (
    <div>
      <DataTable
        what="messages"
        list={list}
        columns={COLUMNS[state]}
        getName={getName}
        empty={<Empty title={title}>{text}</Empty>}
      />
    </div>
  )
}

const getName = ({ subject, recipient }: MailLine) => `${subject ?? 'Text message'} to ${recipient}`

/** Retries the failed messages that are listed, after asking once: what was sent cannot be taken back. */
function useRetryAll(mails: readonly MailLine[]) {
  const bulk = useBulk({
    save: retryMails,
    done: resentMessages,
    failed: 'Failed to retry messages',
    stale: STALE_MAILS,
    getName: (id) => {
      const mail = mails.find((one) => one.id === id)
      return mail ? getName(mail) : null
    },
  })
  const chosen = mails.slice(0, MOST_AT_ONCE)
  const expired = chosen.some(hasRunOut) ? ' Links and codes in some of them may have expired.' : ''
  const askFirst = () =>
    confirm({
      title: `Retry ${chosen.length} messages?`,
      message: `They are sent again within a minute.${expired}`,
      label: 'Retry all',
      busyLabel: 'Retrying...',
      variant: 'default',
      act: () => bulk.runNow(chosen.map(({ id }) => id)),
    })
  return {
    report: <RefusedList refused={bulk.refused} onClose={bulk.forget} />,
    button: chosen.length > 1 && (
      <Button isBusy={bulk.isBusy} onClick={askFirst}>
        Retry all {chosen.length}
      </Button>
    ),
  }
}
