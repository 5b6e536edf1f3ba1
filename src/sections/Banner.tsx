import type { Landing } from '#src/contract/landing.ts'
import type { Phase } from '#src/contract/phases.ts'
import { Timed } from './Timed.tsx'

/** The strip is loudest while the early price can still be had. */
const LOOKS: Record<Phase | 'off', { box: string; edge?: string }> = {
  'early-bird': { box: 'bg-signal text-on-signal', edge: 'hazard' },
  standard: { box: 'bg-on-signal text-signal' },
  closed: { box: 'bg-plate text-on-plate' },
  past: { box: 'bg-plate text-on-plate' },
  off: { box: 'bg-stop text-on-stop', edge: 'hazard-stop' },
}

/** Section 1: the strip across the top on the Early Bird Package or why the day is off, and what the organiser announces. (product 2) */
export function Banner({ landing }: { landing: Landing }) {
  const { banner, notice, announcement, now } = landing
  const isOff = notice !== undefined && notice.status !== 'moved'
  const news = [notice?.status === 'moved' && `${notice.title}.`, announcement].filter(Boolean).join(' ')
  return (
    <section aria-label="Announcements" className={`banner ${isOff ? '' : 'print:hidden'}`}>
      <Timed spans={banner} now={now}>
        {({ phase, lead, detail }) => {
          const { box, edge } = LOOKS[isOff ? 'off' : phase]
          return (
            <div className={box}>
              {edge && <span aria-hidden="true" className={`${edge} print:hidden`} />}
              <p className="wrap">
                <strong className="label">{lead}</strong>
                {detail}
              </p>
            </div>
          )
        }}
      </Timed>
      {news && <p className="wrap">{news}</p>}
    </section>
  )
}
