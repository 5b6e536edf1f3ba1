import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { LogisticsTest } from '#src/contract/logistics-board.ts'
import { Button } from '#src/ui/Button.tsx'
import { Select } from '#src/ui/Select.tsx'
import { AdminLink } from '../../blocks/AdminLink.tsx'
import { Empty } from '../../blocks/Empty.tsx'
import { lazyComponent } from '../../blocks/lazy-component.tsx'
import { Panel } from '../../blocks/Panel.tsx'
import { Screen } from '../../blocks/Screen.tsx'
import { Shown } from '../../blocks/Shown.tsx'
import { useSave } from '../../blocks/use-save.ts'
import { useUrlState } from '../../blocks/use-url-state.ts'
import { links } from '../../links.ts'
import { eventQuery } from '../event-setup/event-calls.ts'
import { everybodyQuery, personQuery, sendTestMails } from './logistics-calls.ts'

const PATH = '/admin/test-logistics-email'
const LEAD =
  "Every logistics and vendor email, filled with one person's data and sent only to you. Links in them do not work."

/** Loaded when the address names no event. */
const EventPicker = lazyComponent(
  async () => (await import('../event-parts/EventPicker.tsx')).EventPicker,
  <p aria-busy="true">Loading events...</p>,
)

/** One press sends every logistics email to oneself, and says what of it was empty. (security LG11) */
export function TestMailsScreen() {
  const [{ event }, set] = useUrlState(PATH)
  const record = useQuery({ ...eventQuery(event ?? ''), enabled: event !== undefined })
  return (
    <Screen
      title="Test logistics emails"
      lead={record.data ? `${record.data.eventName}. ${LEAD}` : LEAD}
      actions={
        event && (
          <Button variant="outline" onClick={() => set({ event: undefined, person: undefined }, { push: true })}>
            Change event
          </Button>
        )
      }
    >
      {event ? (
        <Test key={event} eventId={event} />
      ) : (
        <EventPicker onPick={(id) => set({ event: id }, { push: true })} />
      )}
    </Screen>
  )
}

function Test({ eventId }: { eventId: string }) {
  const [{ person }, set] = useUrlState(PATH)
  const [result, setResult] = useState<LogisticsTest>()
  const people = useQuery(everybodyQuery(eventId))
  const chosen = useQuery({ ...personQuery(eventId, person ?? ''), enabled: person !== undefined })
  const send = useSave({
    save: (personId: string) => sendTestMails({ eventId, personId }),
    done: ({ sentTo, mails }) => `${mails.length} emails are on their way to ${sentTo}`,
    failed: 'Failed to send the emails',
    onDone: setResult,
  })
  return (
    <Shown query={people} what="the people">
      {(items) => {
        const others = chosen.data && !items.some(({ id }) => id === person) ? [chosen.data.person] : []
        const options = [...items, ...others].map(({ id, name, email }) => [id, `${name}, ${email}`] as const)
        if (options.length === 0)
          return (
            <Empty title="No people yet">
              <AdminLink
                to={links.eventLogistics(eventId)}
                className="inline-block min-h-6 underline underline-offset-4"
              >
                Add people to the logistics of this event
              </AdminLink>{' '}
              first.
            </Empty>
          )
        const selected = person ?? ''
        return (
          <>
            <div className="mb-6 grid max-w-xl justify-items-start gap-4">
              <div className="w-full">
                <Select
                  label="Person"
                  value={selected}
                  onChange={({ target }) => set({ person: target.value || undefined })}
                  options={[['', 'Choose a person'], ...options]}
                />
              </div>
              <Button disabled={selected === ''} isBusy={send.isPending} onClick={() => send.mutate(selected)}>
                Send all to me
              </Button>
            </div>
            {result && <Result {...result} />}
          </>
        )
      }}
    </Shown>
  )
}

function Result({ sentTo, mails }: LogisticsTest) {
  return (
    <Panel title={`Sent to ${sentTo}`}>
      <ul className="px-5 py-2">
        {mails.map(({ title, subject, empty }) => (
          <li key={title} className="border-line border-b py-3 leading-snug last:border-0 [overflow-wrap:anywhere]">
            <b className="font-semibold">{title}</b>
            <span className="block text-[.9375rem] text-soft">{subject}</span>
            <span className={`block text-[.9375rem] ${empty.length > 0 ? 'font-semibold text-stop-ink' : ''}`}>
              {empty.length > 0 ? `Empty: ${empty.join(', ')}` : 'No placeholder was empty.'}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
