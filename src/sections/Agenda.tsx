import type { AgendaItem } from '#src/contract/event.ts'
import type { Landing } from '#src/contract/landing.ts'
import { Notice } from './Notice.tsx'

/** One operation of the day, written like a line of a job plan. */
function Operation({ slot }: { slot: AgendaItem }) {
  return (
    <li className="flex flex-wrap gap-x-4 border-line border-b py-4">
      <span className="label min-w-[6rem] whitespace-nowrap pt-0.5 text-[1.375rem] sm:min-w-[7.5rem]">
        {slot.timeSlot}
      </span>
      <div className="min-w-0 flex-[1_1_9rem]">
        <h4 className="text-[1.1875rem] leading-snug font-bold">{slot.title}</h4>
        {slot.description && <p className="mt-0.5 text-soft">{slot.description}</p>}
      </div>
    </li>
  )
}

function Day({ slots, learn }: NonNullable<Landing['agenda']>) {
  return (
    <div className="mt-10 grid gap-12 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] lg:gap-20">
      <ul className="grid content-start gap-4">
        {learn.map((line) => (
          <li key={line} className="bolt flex gap-4 text-[1.1875rem] leading-snug [overflow-wrap:anywhere]">
            {line}
          </li>
        ))}
      </ul>
      <div>
        <h3 className="label text-[1.5rem]">The full day</h3>
        <ol className="mt-3 border-ink border-t-2">
          {slots.map((slot) => (
            <Operation key={`${slot.timeSlot} ${slot.title}`} slot={slot} />
          ))}
        </ol>
      </div>
    </div>
  )
}

/** Section 5: what people take home and the day hour by hour. (product 2) */
export function Agenda({ landing: { agenda, notice } }: { landing: Landing }) {
  return (
    <section id="agenda" className="later bg-surface" data-seen="agenda">
      <div className="wrap py-16 lg:py-24">
        <h2 className="display text-[clamp(2.75rem,6vw,4.5rem)]">What You'll Learn</h2>
        {notice && (
          <div className="mt-6 max-w-xl">
            <Notice notice={notice} brief />
          </div>
        )}
        {agenda ? (
          <Day {...agenda} />
        ) : (
          <p role="note" className="plate mt-8 max-w-2xl px-8 py-7 text-[1.1875rem]">
            Event details are currently unavailable. Please check back later.
          </p>
        )}
      </div>
    </section>
  )
}
