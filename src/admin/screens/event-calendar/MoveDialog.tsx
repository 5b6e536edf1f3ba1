import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { CalendarEvent, MovedLogistics, MovedMails, MovePreview } from '#src/contract/event-calendar.ts'
import { conflictSentence } from '#src/contract/event-conflicts.ts'
import type { PlainDay } from '#src/contract/instant.ts'
import { enumerate, plural } from '#src/contract/plural.ts'
import { UNDO_WINDOW } from '#src/contract/user.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { TextInput } from '#src/ui/TextInput.tsx'
import { getDay, momentIn } from '../../blocks/moment.ts'
import { Shown } from '../../blocks/Shown.tsx'
import { useSave } from '../../blocks/use-save.ts'
import { UPDATE_FAILED } from '../event-setup/event-calls.ts'
import { STALE_AFTER } from '../events/manage-calls.ts'
import { moveEvent, movePreviewQuery } from './calendar-calls.ts'

const A_DAY = /^\d{4}-\d\d-\d\d$/

export type Move = { event: CalendarEvent; date: PlainDay | undefined }
type MoveDialogProps = Move & { onClose: () => void; onMoved: (date: PlainDay) => void }

/** Asks before an event is moved, and says what moves along with it. */
export function MoveDialog({ event, date: dropped, onClose, onMoved }: MoveDialogProps) {
  const [date, setDate] = useState(dropped ?? '')
  const isOther = A_DAY.test(date) && date !== event.eventDate
  const preview = useQuery({ ...movePreviewQuery(event.id, date), enabled: isOther })
  const save = useMove(event, { onMoved, onStale: () => void preview.refetch() })
  const ready = isOther ? preview.data : undefined
  return (
    <Dialog
      isOpen
      title="Move to date"
      description={
        <p className="text-soft [overflow-wrap:anywhere]">
          <b className="text-ink">{event.eventName}</b> is on {getDay(event.eventDate)}. Times and time zone stay the
          same.
        </p>
      }
      onClose={onClose}
      actions={
        <>
          <Button isBusy={save.isPending} disabled={ready === undefined} onClick={() => ready && save.mutate(ready)}>
            {save.isPending ? 'Moving...' : 'Move event'}
          </Button>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      <TextInput type="date" label="New date" value={date} onChange={({ target }) => setDate(target.value)} />
      <div className="mt-5" aria-live="polite">
        {isOther ? (
          <Shown query={preview} what="the preview">
            {(shown) => <Preview {...shown} />}
          </Shown>
        ) : (
          <p className="text-soft">Choose a date to see what else changes.</p>
        )}
      </div>
    </Dialog>
  )
}

type Moving = Pick<MoveDialogProps, 'onMoved'> & { onStale: () => void }

/** Moves an event, and back again for a few seconds. */
function useMove(event: CalendarEvent, { onMoved, onStale }: Moving) {
  const undo = useSave({
    save: ({ to, version }: { to: PlainDay; version: number }) => moveEvent(event.id, { date: to, version }),
    done: 'Move undone',
    failed: UPDATE_FAILED,
    stale: STALE_AFTER,
  })
  return useSave({
    save: ({ to, version }: Pick<MovePreview, 'to' | 'version'>) => moveEvent(event.id, { date: to, version }),
    done: ({ item, revision }) =>
      `${item.eventName} is now on ${getDay(item.eventDate)}.${revision === null ? '' : ` It goes live with revision ${revision}.`}`,
    undo: ({ item }) => ({
      press: () => undo.mutate({ to: event.eventDate, version: item.version }),
      within: UNDO_WINDOW,
    }),
    failed: UPDATE_FAILED,
    stale: STALE_AFTER,
    onDone: ({ item }) => onMoved(item.eventDate),
    onStale: () => {
      onStale()
      return false
    },
  })
}

function Preview({
  timeZone,
  isPublished,
  isPast,
  earlyBird,
  registration,
  tasks,
  mails,
  logistics,
  informed,
  conflicts,
  to,
}: MovePreview) {
  return (
    <div className="grid gap-3 leading-snug [overflow-wrap:anywhere]">
      <p className="font-semibold">{`On ${getDay(to)}:`}</p>
      {isPast && <p className="font-semibold text-stop-ink">This date is in the past. The event would be over.</p>}
      <Lines title="Conflicts" lines={conflicts.map(conflictSentence)} />
      <Lines
        title="Deadlines"
        lines={[
          ...(earlyBird?.from && earlyBird.to
            ? [`The early bird price ends on ${getDay(earlyBird.to)} instead of ${getDay(earlyBird.from)}.`]
            : []),
          `Registration closes on ${momentIn(timeZone, registration.to)} instead of ${momentIn(timeZone, registration.from)}.`,
        ]}
      />
      <Lines
        title="Tasks"
        lines={tasks.map(
          ({ title, assigneeName, from, to: next, isLate }) =>
            `${title} (${assigneeName}): due on ${getDay(next)} instead of ${getDay(from)}${isLate ? ', which is over' : ''}.`,
        )}
      />
      <Lines title="Emails" lines={mails.map((mail) => sayMails(mail, timeZone))} />
      {logistics && <Lines title="Logistics" lines={sayLogistics(logistics, timeZone)} />}
      {informed > 0 && (
        <p>{`${informed === 1 ? '1 person' : `${informed} people`} got an email that will no longer be true. The timeline of the event then asks whether to send a correction.`}</p>
      )}
      {isPublished && (
        <p className="text-soft">
          Visitors see the new date after the next build. To tell them that the event has moved, use “Event status” in
          the list of events instead.
        </p>
      )}
    </div>
  )
}

/** More lines than this are not read before a decision. */
const MOST_LINES = 12

function Lines({ title, lines }: { title: string; lines: readonly ReactNode[] }) {
  if (lines.length === 0) return null
  return (
    <section>
      <h3 className="font-semibold text-[.9375rem]">{title}</h3>
      <ul className="list-disc pl-5">
        {lines.slice(0, MOST_LINES).map((line, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a preview never change places
          <li key={at}>{line}</li>
        ))}
        {lines.length > MOST_LINES && <li>{`and ${lines.length - MOST_LINES} more`}</li>}
      </ul>
    </section>
  )
}

function sayMails({ title, about, people, from, to, isAtOnce }: MovedMails, timeZone: string): string {
  const what = `${title}${about === null ? '' : `, ${about}`} (${plural(people, 'recipient')})`
  if (to === null) return `${what}: no longer sent.`
  if (isAtOnce) return `${what}: sent within minutes.`
  const instead = from === null ? '' : ` instead of ${momentIn(timeZone, from)}`
  return `${what}: sent on ${momentIn(timeZone, to)}${instead}.`
}

/** What stays comes first: it is the part that somebody has to act on. */
function sayLogistics({ closes, deletes, runItems, arrivals, deliveries }: MovedLogistics, timeZone: string): string[] {
  const stay = [
    arrivals > 0 && `${plural(arrivals, 'day')} of arrival that people gave`,
    deliveries > 0 && `the ${deliveries === 1 ? 'day' : 'days'} of ${plural(deliveries, 'delivery', 'deliveries')}`,
  ].filter((words) => words !== false)
  return [
    ...(stay.length > 0 ? [`Not moved: ${enumerate(stay)}. Ask for them again.`] : []),
    ...(runItems > 0 ? [`${plural(runItems, 'line')} of the run sheet that you typed in: moved along.`] : []),
    ...closes.map(({ titles, from, to, isAtOnce }) =>
      isAtOnce
        ? `${titles.join(', ')}: closed at once. People can then only ask for changes.`
        : `${titles.join(', ')}: open until ${momentIn(timeZone, to)} instead of ${momentIn(timeZone, from)}.`,
    ),
    ...deletes.map(
      ({ titles, from, to }) => `${titles.join(', ')}: deleted on ${getDay(to)} instead of ${getDay(from)}.`,
    ),
  ]
}
