import { OPEN_SETUP } from '#src/contract/event-duplicate.ts'
import type { EventRecord } from '#src/contract/event-record.ts'
import { Button } from '#src/ui/Button.tsx'
import { AdminLink } from '../../blocks/AdminLink.tsx'
import { links } from '../../links.ts'
import { fieldName } from './field-words.ts'

type StaleReportProps = { event: EventRecord; onClose: () => void }

/** After a copy: the texts that still name the place or the days of the event it was made from. */
export function StaleReport({ event, onClose }: StaleReportProps) {
  const { staleHints, eventName, id } = event
  return (
    <div className="mt-4 grid gap-4 leading-snug">
      {staleHints.length === 0 ? (
        <p>
          <b>{eventName}</b> was created as a draft. No text mentions the place or dates of the original event.
        </p>
      ) : (
        <>
          <p>
            <b>{eventName}</b> was created as a draft.{' '}
            {staleHints.length === 1 ? 'This field still mentions' : 'These fields still mention'} another place or day:
          </p>
          <ul className="grid gap-3">
            {staleHints.map(({ field, words, reason }) => (
              <li key={`${field} ${words}`} className="border-signal border-l-4 pl-3">
                <span className="block text-[.875rem] text-soft">{fieldName(field)}</span>
                <b className="break-words">{words}</b>
                <span className="block text-[.9375rem]">{reason}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      <div className="mt-3 flex flex-wrap gap-3">
        <Button asChild>
          <AdminLink href={links.eventSetup(id)}>{OPEN_SETUP}</AdminLink>
        </Button>
        <Button variant="outline" onClick={onClose}>
          Not now
        </Button>
      </div>
    </div>
  )
}
