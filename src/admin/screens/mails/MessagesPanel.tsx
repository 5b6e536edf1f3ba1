import { useQuery } from '@tanstack/react-query'
import { MOST_AT_ONCE } from '#src/contract/bulk.ts'
import { normalizeEmail } from '#src/contract/email.ts'
import {
  MAIL_STATES,
  type MailLine,
  type MailState,
  NO_FAILED_MESSAGES,
  resentMessages,
  SHORTEST_SEARCH,
} from '#src/contract/mail.ts'
import { Button } from '#src/ui/Button.tsx'
import { confirm } from '../../blocks/confirm.ts'
import { DataTable } from '../../blocks/DataTable.tsx'
import { Empty } from '../../blocks/Empty.tsx'
import { ChoiceFilter, Filters, SearchBox } from '../../blocks/Filters.tsx'
import { lazyComponent } from '../../blocks/lazy-component.tsx'
import { RefusedList, useBulk } from '../../blocks/selection.tsx'
import { useList } from '../../blocks/use-list.ts'
import { useUrlState } from '../../blocks/use-url-state.ts'
import { fetchMails, mailCountsQuery, retryMails, STALE_MAILS } from './mail-calls.ts'
import { FOUND_COLUMNS, hasRunOut, STATE_COLUMNS, STATE_TITLES } from './mail-columns.tsx'

const PlannedPanel = lazyComponent(async () => (await import('./PlannedPanel.tsx')).PlannedPanel)
const MessageDialog = lazyComponent(async () => (await import('./MessageDialog.tsx')).MessageDialog)

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
const NOT_FOUND = {
  title: 'No messages found',
  text: 'No message is to a recipient that begins like this. Messages are deleted after 30 days if they were sent, else after 90 days.',
}

/** Every message by its state, first those that failed, to be tried again; or by its recipient, in every state. */
export function MessagesPanel() {
  const [{ state, q = '', message }, set] = useUrlState('/admin/email-diagnostics')
  const recipient = q.trim().length < SHORTEST_SEARCH ? undefined : q.trim()
  const shown = recipient ? state : (state ?? 'dead')
  const { data: counts } = useQuery(mailCountsQuery)
  const list = useList(['mails', shown, recipient], (cursor) => fetchMails({ state: shown, recipient }, cursor))
  const retryAll = useRetryAll(shown === 'dead' ? (list.data ?? []) : [])
  const getTitle = (name: MailState) =>
    counts && !recipient ? `${STATE_TITLES[name]} (${counts[name].toLocaleString('en-US')})` : STATE_TITLES[name]
  const { title, text } = recipient ? NOT_FOUND : EMPTY[shown ?? 'dead']
  return (
    <>
      <Filters>
        <SearchBox label="Recipient" value={q} onChange={(typed) => set({ q: typed || undefined, tab: 'messages' })} />
        <ChoiceFilter
          label="Show"
          options={[
            ...(recipient ? [['', 'All'] as const] : []),
            ...MAIL_STATES.map((name) => [name, getTitle(name)] as const),
          ]}
          value={shown}
          onChange={(next) => set({ state: next, tab: 'messages' })}
        />
        {retryAll.button}
        {q !== '' && !recipient && (
          <p role="status" className="w-full text-[.9375rem] text-soft">
            Enter at least {SHORTEST_SEARCH} characters of the recipient.
          </p>
        )}
      </Filters>
      {retryAll.report}
      <DataTable
        what="messages"
        list={list}
        columns={recipient ? FOUND_COLUMNS : STATE_COLUMNS[shown ?? 'dead']}
        getName={getName}
        empty={<Empty title={title}>{text}</Empty>}
      />
      {recipient &&
        (normalizeEmail(recipient) === undefined ? (
          <p className="mt-4 text-[.9375rem] text-soft">
            Enter the whole address to see the emails of workflows that are planned or were not sent, too.
          </p>
        ) : (
          <PlannedPanel address={recipient} />
        ))}
      {message && <MessageDialog id={message} onClose={() => set({ message: undefined })} />}
    </>
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
      <Button variant="outline" isBusy={bulk.isBusy} onClick={askFirst} className="min-h-11! sm:ml-auto">
        Retry all {chosen.length}
      </Button>
    ),
  }
}
