import { type LucideIcon, Pencil, Trash2 } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { type EventPart, type EventParts, losesPlace } from '#src/contract/event-parts.ts'
import { buttonClass } from '#src/ui/button-class.ts'
import { confirm } from '../../blocks/confirm.ts'
import { Shown } from '../../blocks/Shown.tsx'
import { ActiveSwitch } from './ActiveSwitch.tsx'
import { GoesLive } from './GoesLive.tsx'
import { activating, capital, ordering, removing } from './part-changes.ts'
import type { PartList } from './part-lists.ts'
import { SortableParts } from './SortableParts.tsx'
import type { Parts } from './use-parts.ts'

type PartsPanelProps<Part extends EventPart> = {
  list: PartList<Part>
  parts: Parts<Part>
  /** What a row shows of its entry. */
  body: (part: Part) => ReactNode
  /** Above the list: what adds to it. */
  actions: (shown: EventParts<Part>) => ReactNode
  /** In place of the list while there is nothing. */
  empty: ReactNode
  /** What is lost with an entry, and what is not. */
  lost: string
  onEdit?: (part: Part) => void
}

/** One list of an event: every entry in order, and what can be done with it. */
export function PartsPanel<Part extends EventPart>(props: PartsPanelProps<Part>) {
  const { list, parts, actions, empty } = props
  return (
    <Shown query={parts.query} what={list.nouns}>
      {(shown) => (
        <div className="grid gap-5">
          <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3">
            <GoesLive event={shown.event} />
            <div className="flex flex-wrap gap-3">{actions(shown)}</div>
          </div>
          {shown.items.length === 0 ? empty : <Rows {...props} shown={shown} />}
        </div>
      )}
    </Shown>
  )
}

function Rows<Part extends EventPart>({
  list,
  parts,
  body,
  lost,
  onEdit,
  shown: { event, items },
}: PartsPanelProps<Part> & { shown: EventParts<Part> }) {
  const panel = useRef<HTMLDivElement>(null)
  const remove = (part: Part) =>
    confirm({
      title: `Remove ${list.noun}?`,
      message: <Lost name={list.nameOf(part)} event={event} part={part} lost={lost} />,
      label: `Remove ${list.noun}`,
      busyLabel: 'Removing...',
      act: async () => {
        await parts.changed(removing(list, event.id, part))
        // The button that asked is gone with its row: the focus goes to the list instead of nowhere.
        requestAnimationFrame(() => panel.current?.focus())
      },
    })
  return (
    <div ref={panel} tabIndex={-1} className="outline-none">
      <SortableParts
        what={capital(list.nouns)}
        items={items}
        nameOf={list.nameOf}
        onOrder={(next) => parts.change(ordering(list, event.id, next))}
        row={(part) => ({
          body: body(part),
          state: (
            <ActiveSwitch
              name={list.nameOf(part)}
              isActive={part.isActive}
              onChange={(isActive) => parts.change(activating(list, event.id, { part, isActive }))}
            />
          ),
          tools: (
            <>
              {onEdit && <Tool label={`Edit ${list.nameOf(part)}`} icon={Pencil} run={() => onEdit(part)} />}
              <Tool label={`Remove ${list.nameOf(part)}`} icon={Trash2} run={() => remove(part)} />
            </>
          ),
        })}
      />
    </div>
  )
}

function Tool({ label, icon: Icon, run }: { label: string; icon: LucideIcon; run: () => void }) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={run}
      className={buttonClass({ variant: 'ghost', size: 'icon', className: 'size-10! shrink-0' })}
    >
      <Icon aria-hidden="true" className="size-5" />
    </button>
  )
}

type LostProps = { name: string; event: EventParts<EventPart>['event']; part: EventPart; lost: string }

/** What goes when an entry is removed. */
function Lost({ name, event, part, lost }: LostProps) {
  return (
    <>
      <p>
        <b>{name}</b> {losesPlace(event.eventName, part.displayOrder)} {lost}
      </p>
      {event.isPublished && part.isActive && <p>Visitors no longer see it after the next build.</p>}
    </>
  )
}
