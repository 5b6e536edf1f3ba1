import type { Slot } from '#src/contract/content-kinds.ts'
import type { ShownSlot } from '#src/contract/content-shown.ts'
import type { Instant } from '#src/contract/instant.ts'
import type { Landing } from '#src/contract/landing.ts'
import { ContentBlock } from './ContentBlock.tsx'

type SlotsProps = {
  landing: Landing
  only: readonly Slot[]
  /** When they are of no more use to anybody, such as the way to an event that is over. */
  until?: Instant
}

/** Those of the slots `only` that an editor filled, in the order of the page. Nothing where all are empty. (decision 0064) */
export function Slots({ landing: { slots = [], now }, only, until }: SlotsProps) {
  const filled = slots.filter(({ slot }) => only.includes(slot))
  if (filled.length === 0 || (until !== undefined && until <= now)) return null
  const shown = filled.map((slot) => <FilledSlot key={slot.slot} {...slot} />)
  return until === undefined ? shown : <div data-until={until}>{shown}</div>
}

function FilledSlot({ slot, heading, blocks }: ShownSlot) {
  return (
    <section id={slot} className="later said-slot">
      <div className="wrap roomy">
        <h2 className="display">{heading}</h2>
        <div className={`said said-${slot}`}>
          {blocks.map((block) => (
            <ContentBlock key={block.id} block={block} rank={3} />
          ))}
        </div>
      </div>
    </section>
  )
}
