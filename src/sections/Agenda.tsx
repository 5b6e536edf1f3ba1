import type { AgendaItem } from '#src/contract/event.ts'
import type { Landing } from '#src/contract/landing.ts'
import { Notice } from './Notice.tsx'

/** One operation of the day, written like a line of a job plan. */
function Operation({ slot }: { slot: AgendaItem }) {
  return (
    <li>
      <span className="label">{slot.timeSlot}</span>
      <div>
        <h4>{slot.title}</h4>
        {slot.description && <p>{slot.description}</p>}
      </div>
    </li>
  )
}

function Day({ slots, learn }: NonNullable<Landing['agenda']>) {
  return (
    <div className="grid two-three">
      <ul className="grid outcomes">
        {learn.map((line) => (
          <li key={line} className="bolt">
            {line}
          </li>
        ))}
      </ul>
      <div>
        <h3 className="label">The full day</h3>
        <ol className="operations">
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
    <section id="agenda" className="later" data-seen="">
      <div className="wrap roomy">
        <h2 className="display">What You'll Learn</h2>
        <Notice notice={notice} brief />
        {agenda ? (
          <Day {...agenda} />
        ) : (
          <p role="note" className="plate">
            Event details are currently unavailable. Please check back later.
          </p>
        )}
      </div>
    </section>
  )
}
