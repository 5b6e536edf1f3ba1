import type { Landing } from '#src/contract/landing.ts'
import { holds } from '#src/contract/phases.ts'
import type { OnNow, Today } from '#src/contract/today.ts'
import { Row } from './Nameplate.tsx'
import { Timed } from './Timed.tsx'

function Slot({ label, slot }: { label: string; slot: OnNow['now'] }) {
  return slot ? <Row label={label}>{`${slot.timeSlot} ${slot.title}`}</Row> : null
}

/** On the day of the event: what is on now and next, and what people who are there ask for. */
export function TodayPlate({ today, now }: { today: Today; now: Landing['now'] }) {
  const { from, until, program, room, wifi, forumPath } = today
  return (
    <section
      aria-labelledby="today"
      data-from={from}
      data-until={until}
      hidden={!holds({ from, until, value: today }, now)}
      className="wrap py-10 print:hidden"
    >
      <div className="plate nameplate">
        <h2 id="today" className="label way-in">
          Today
        </h2>
        <Timed spans={program} now={now}>
          {(on) => (
            <dl className="facts">
              <Slot label="Now" slot={on.now} />
              <Slot label="Next" slot={on.next} />
            </dl>
          )}
        </Timed>
        {(room || wifi || forumPath) && (
          <dl className="facts">
            {room && <Row label="Room">{room}</Row>}
            {wifi && <Row label="Wi-Fi">{wifi}</Row>}
            {forumPath && (
              <Row label="Forum">
                <a className="text-link" href={forumPath}>
                  Questions and answers of the day
                </a>
              </Row>
            )}
          </dl>
        )}
      </div>
    </section>
  )
}
