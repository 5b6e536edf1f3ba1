import { useStore } from '@nanostores/react'
import { useQuery } from '@tanstack/react-query'
import { type LucideIcon, Pencil, Trash2 } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { type EventPart, type EventParts, LIVE_IN_REVISION } from '#src/contract/event-parts.ts'
import { capitalize } from '#src/contract/plural.ts'
import { buttonClass } from '#src/ui/button-class.ts'
import { Shown } from '../../blocks/Shown.tsx'
import { buildsQuery, getSiteState } from '../../build-status.ts'
import { activating, ordering, removing } from './part-changes.ts'
import type { PartList } from './part-lists.ts'
import { SortableParts } from './SortableParts.tsx'
import { $lastChange, type Parts } from './use-parts.ts'

type PartsPanelProps<Part extends EventPart> = {
  list: PartList<Part>
  parts: Parts<Part>
  /** What a row shows of its entry. */
  body: (part: Part) => ReactNode
  /** Above the list: what adds to it. */
  actions: (shown: EventParts<Part>) => ReactNode
  /** In place of the list while there is nothing. */
  empty: ReactNode
  onEdit?: (part: Part) => void
}

/** One list of an event: every entry in order, and what can be done with it. */
export function PartsPanel<Part extends EventPart>(props: PartsPanelProps<Part>) {
  const { list, parts, actions, empty } = props
  const panel = useRef<HTMLDivElement>(null)
  const remove = (event: string, part: Part) => {
    parts.change(removing(list, event, part))
    // The pressed button is gone with its row: the focus goes to the list instead of nowhere.
    requestAnimationFrame(() => panel.current?.focus())
  }
  return (
    <Shown query={parts.query} what={list.nouns}>
      {(shown) => (
        <div className="grid gap-5">
          <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3">
            <GoesLive event={shown.event} />
            <div className="flex flex-wrap gap-3">{actions(shown)}</div>
          </div>
          <div ref={panel} tabIndex={-1} className="outline-none">
            {shown.items.length === 0 ? (
              empty
            ) : (
              <Rows {...props} shown={shown} onRemove={(part) => remove(shown.event.id, part)} />
            )}
          </div>
        </div>
      )}
    </Shown>
  )
}

function Rows<Part extends EventPart>({
  list,
  parts,
  body,
  onEdit,
  onRemove,
  shown: { event, items },
}: PartsPanelProps<Part> & { shown: EventParts<Part>; onRemove: (part: Part) => void }) {
  return (
    <SortableParts
      what={capitalize(list.nouns)}
      items={items}
      getName={list.getName}
      onOrder={(next) => parts.change(ordering(list, event.id, { next, before: items }))}
      row={(part) => ({
        body: body(part),
        state: (
          <ActiveSwitch
            name={list.getName(part)}
            isActive={part.isActive}
            onChange={(isActive) => parts.change(activating(list, event.id, { part, isActive }))}
          />
        ),
        tools: (
          <>
            {onEdit && <Tool label={`Edit ${list.getName(part)}`} icon={Pencil} run={() => onEdit(part)} />}
            <Tool label={`Remove ${list.getName(part)}`} icon={Trash2} run={() => onRemove(part)} />
          </>
        ),
      })}
    />
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

/** Whether visitors see an entry. It keeps its place either way. (product 4) */
function ActiveSwitch({
  name,
  isActive,
  onChange,
}: {
  name: string
  isActive: boolean
  onChange: (isActive: boolean) => void
}) {
  return (
    <label className="flex min-h-10 shrink-0 cursor-pointer items-center gap-2 px-2 font-semibold text-[.9375rem]">
      <input
        type="checkbox"
        aria-label={`Active: ${name}`}
        checked={isActive}
        onChange={({ target }) => onChange(target.checked)}
        className="size-6 cursor-pointer accent-(--tick)"
      />
      Active
    </label>
  )
}

/** Whether visitors see what is changed here, and how far the last change has come. (architecture 1) */
function GoesLive({ event }: { event: EventParts<EventPart>['event'] }) {
  const revision = useStore($lastChange)[event.id]
  const { data: site } = useQuery(buildsQuery)
  const says = () => {
    if (!event.isPublished) return 'Draft. Visitors do not see this until the event is published.'
    if (revision === undefined) return 'Published. Changes go live with the next build.'
    if (site?.live && site.live.revision >= revision) return `${LIVE_IN_REVISION} ${revision}.`
    if (site && getSiteState(site) === 'failed')
      return `Your change is saved, but the build of revision ${revision} failed.`
    return `Your change is saved and goes live with revision ${revision}.`
  }
  return (
    <p role="status" className="max-w-xl text-[.9375rem] text-soft leading-snug">
      {says()}
    </p>
  )
}
