import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { MailEntry, MailPerson } from '#src/contract/event-timeline.ts'
import { MAIL_STATE_WORDS, SHOW_RECIPIENT } from '#src/contract/mail-reason.ts'
import { isCancelled } from '#src/islands/account/step-up.ts'
import { Button } from '#src/ui/Button.tsx'
import { getDay, momentIn } from '../../blocks/moment.ts'
import { Shown } from '../../blocks/Shown.tsx'
import { useList } from '../../blocks/use-list.ts'
import { notifyFailure } from '../../blocks/use-save.ts'
import { PlanBadge } from './PlanBadge.tsx'
import { mailPeople, revealPerson } from './timeline-calls.ts'

type MailRowProps = { eventId: string; entry: MailEntry; timeZone: string }

/** The mails of one workflow: to how many people, in which states and why, and the people themselves. */
export function MailRow({ eventId, entry, timeZone }: MailRowProps) {
  const [isOpen, setOpen] = useState(false)
  const { title, about, shares, occurrence, at, dueAt } = entry
  const states = Map.groupBy(shares, ({ state }) => state)
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <b>{title}</b>
        {[...states].map(([state, some]) => (
          <PlanBadge key={state} state={state} people={some.reduce((sum, { people }) => sum + people, 0)} />
        ))}
      </div>
      {about && <p className="text-[.9375rem]">{`Task: ${about}`}</p>}
      <p className="text-[.9375rem] text-soft">
        {`For ${getDay(occurrence)}.`}
        {at !== dueAt && ` Due ${momentIn(timeZone, dueAt)}.`}
      </p>
      <ul className="text-[.9375rem] text-soft">
        {shares.map(
          ({ state, reason, people }) =>
            reason !== null && (
              <li key={`${state} ${reason}`}>{`${MAIL_STATE_WORDS[state]} for ${people}: ${reason}`}</li>
            ),
        )}
      </ul>
      <Button variant="link" size="sm" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)} className="px-0!">
        {isOpen ? 'Hide people' : 'Show people'}
        <span className="sr-only">{` of ${title}`}</span>
      </Button>
      {isOpen && <People eventId={eventId} entry={entry} timeZone={timeZone} />}
    </>
  )
}

function People({ eventId, entry, timeZone }: MailRowProps) {
  const { ruleId, occurrence, itemId } = entry
  const list = useList(['timeline', eventId, 'people', ruleId, occurrence, itemId], (cursor) =>
    mailPeople(eventId, entry, cursor),
  )
  return (
    <Shown query={list} what="the people">
      {(people) => (
        <>
          <ul className="mt-1 border-line border-t text-[.9375rem]">
            {people.map((person) => (
              <li key={person.id} className="border-line border-b py-2">
                <Person eventId={eventId} person={person} />
                <p className="text-soft">{sayMail(person, timeZone)}</p>
              </li>
            ))}
          </ul>
          {list.hasMore && (
            <Button variant="outline" size="sm" isBusy={list.isLoadingMore} onClick={list.loadMore} className="mt-3">
              {list.isLoadingMore ? 'Loading...' : 'Show more people'}
            </Button>
          )}
        </>
      )}
    </Shown>
  )
}

/** `Sent Thu, Jan 14, 9:02 AM CST, from version 2.` */
export function sayMail({ state, reason, sentAt, version }: MailPerson, timeZone: string): string {
  const when = sentAt === null ? '' : ` ${momentIn(timeZone, sentAt)}`
  return `${MAIL_STATE_WORDS[state]}${when}, from version ${version}.${reason === null ? '' : ` ${reason}`}`
}

/** Somebody by name, with the address masked until an admin asks for it. */
export function Person({
  eventId,
  person,
}: {
  eventId: string
  person: Pick<MailPerson, 'id' | 'name' | 'recipient'>
}) {
  const { id, name, recipient } = person
  const reveal = useMutation({
    mutationFn: () => revealPerson(eventId, id),
    onError: (fault) => {
      if (!isCancelled(fault)) notifyFailure('Failed to show recipient', fault)
    },
  })
  return (
    <p className="flex flex-wrap items-center gap-x-2">
      {name && <b>{name}</b>}
      {reveal.data ? (
        <span role="status">{reveal.data.recipient}</span>
      ) : (
        <>
          <span>{recipient}</span>
          <Button
            variant="link"
            size="sm"
            isBusy={reveal.isPending}
            onClick={() => reveal.mutate()}
            title="Shows the full address. The audit log records this."
            className="min-h-8! px-0!"
          >
            {SHOW_RECIPIENT}
            <span className="sr-only">{` the address of ${name ?? recipient}`}</span>
          </Button>
        </>
      )}
    </p>
  )
}
