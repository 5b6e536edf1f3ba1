import { type EventFigures, FEW, type Figure } from '#src/contract/vendor-statistics.ts'

const HEADS = ['Logo views', 'Logo clicks', 'Registration clicks after a logo click'] as const
const tell = (figure: Figure) => (figure === null ? FEW : figure.toLocaleString('en-US'))

/** The figures of a vendor, event by event: a table with room for it, else one block below the other. */
export function VendorFigures({
  events,
  getDay,
}: {
  events: readonly EventFigures[]
  getDay: (day: string) => string
}) {
  return (
    <ul className="divide-y divide-line">
      {events.map(({ eventId, name, day, shown, clicked, registered }) => (
        <li key={eventId} className="py-4 first:pt-0 last:pb-0">
          <p className="font-semibold leading-snug [overflow-wrap:anywhere]">{name ?? 'An event that was deleted'}</p>
          {day && <p className="text-[.9375rem] text-soft">{getDay(day)}</p>}
          <dl className="mt-2 grid grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] gap-x-4 gap-y-2">
            {[shown, clicked, registered].map((figure, at) => (
              <div key={HEADS[at]}>
                <dt className="text-[.875rem] text-soft leading-snug">{HEADS[at]}</dt>
                <dd className="font-semibold text-[1.125rem] tabular-nums">{tell(figure)}</dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  )
}
