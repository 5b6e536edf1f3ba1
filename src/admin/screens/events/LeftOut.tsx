import type { RestoredEvent } from '#src/contract/event-history.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { AdminLink } from '../../blocks/AdminLink.tsx'
import { links } from '../../links.ts'

/** What could not come back with a deleted event. */
export function LeftOut({ restored: { item, leftOut }, onClose }: { restored: RestoredEvent; onClose: () => void }) {
  return (
    <Dialog isOpen title="Back, but not whole" onClose={onClose}>
      <div className="mt-4 grid gap-3 leading-snug">
        <p>
          <b>{item.eventName}</b> is back as a draft. This could not come back with it:
        </p>
        <ul className="list-disc pl-5">
          {leftOut.map((lost) => (
            <li key={lost}>{lost}</li>
          ))}
        </ul>
      </div>
      <div className="mt-7 flex flex-wrap gap-3">
        <Button asChild>
          <AdminLink href={links.eventSetup(item.id)}>Open it in the setup</AdminLink>
        </Button>
        <Button variant="outline" onClick={onClose}>
          Close
        </Button>
      </div>
    </Dialog>
  )
}
