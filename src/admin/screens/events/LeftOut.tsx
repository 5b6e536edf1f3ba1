import { OPEN_SETUP } from '#src/contract/event-duplicate.ts'
import type { RestoredEvent } from '#src/contract/event-history.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { AdminLink } from '../../blocks/AdminLink.tsx'
import { links } from '../../links.ts'

/** What could not come back with a deleted event. */
export function LeftOut({ restored: { item, leftOut }, onClose }: { restored: RestoredEvent; onClose: () => void }) {
  return (
    <Dialog isOpen title="Partly restored" onClose={onClose}>
      <div className="mt-4 grid gap-3 leading-snug">
        <p>
          <b>{item.eventName}</b> was restored as a draft without the following:
        </p>
        <ul className="list-disc pl-5">
          {leftOut.map((lost) => (
            <li key={lost}>{lost}</li>
          ))}
        </ul>
      </div>
      <div className="mt-7 flex flex-wrap gap-3">
        <Button asChild>
          <AdminLink href={links.eventSetup(item.id)}>{OPEN_SETUP}</AdminLink>
        </Button>
        <Button variant="outline" onClick={onClose}>
          Close
        </Button>
      </div>
    </Dialog>
  )
}
