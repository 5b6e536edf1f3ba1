import { useSortable } from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { GripVertical } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from 'react'
import { plural } from '#src/contract/plural.ts'
import type { Wish } from '#src/contract/wish.ts'
import { Badge } from '#src/ui/Badge.tsx'
import { buttonClass } from '#src/ui/button-class.ts'
import { RowMenu } from '../../blocks/RowMenu.tsx'
import type { RowAction } from '../../blocks/row-action.ts'
import { EntryLink } from '../../library/EntryLink.tsx'

type WishCardProps = {
  wish: Wish
  actions: readonly RowAction[]
  /** One step by an arrow key. */
  onKey: (event: KeyboardEvent<HTMLButtonElement>) => void
  /** The wish whose handle gets the focus once it is at its new place. */
  wanted: RefObject<string | undefined>
}

const STILL = '(prefers-reduced-motion: reduce)'
const handle = buttonClass({
  variant: 'ghost',
  size: 'icon',
  className: 'size-9! shrink-0 cursor-grab! touch-none active:cursor-grabbing!',
})

/** One wish on the board: what it is, and what moves it. */
export function WishCard({ wish, actions, onKey, wanted }: WishCardProps) {
  const { id, title, target, reportCount, isPublic } = wish
  const grip = useRef<HTMLButtonElement | null>(null)
  const { listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id,
    data: { wish },
    ...(matchMedia(STILL).matches && { transition: null }),
  })
  useLayoutEffect(() => {
    if (wanted.current !== id) return
    wanted.current = undefined
    grip.current?.focus()
  })
  return (
    <li
      ref={setNodeRef}
      data-dragging={isDragging || undefined}
      style={{ transform: CSS.Translate.toString(transform), transition }}
      className="relative rounded-md border-2 border-line bg-surface px-3 pt-2.5 pb-1.5 data-[dragging]:z-10 data-[dragging]:border-ink data-[dragging]:shadow-xl"
    >
      <EntryLink
        param="wish"
        edit={id}
        className="inline-block py-1 font-semibold leading-snug underline-offset-4 [overflow-wrap:anywhere] hover:underline"
      >
        {title}
      </EntryLink>
      {target && <p className="text-[.875rem] text-soft leading-snug [overflow-wrap:anywhere]">Target: {target}</p>}
      {(reportCount > 0 || isPublic) && (
        <div className="mt-2 flex flex-wrap items-center gap-2 pb-1.5">
          {reportCount > 0 && (
            <span className="whitespace-nowrap text-[.8125rem] text-soft">{plural(reportCount, 'report')}</span>
          )}
          {isPublic && <Badge tone={wish.status === 'shipped' ? 'good' : 'plain'}>Public</Badge>}
        </div>
      )}
      <div className="mt-1 flex items-center">
        <button
          type="button"
          ref={(button) => {
            grip.current = button
            setActivatorNodeRef(button)
          }}
          {...listeners}
          onKeyDown={onKey}
          aria-label={`Move ${title}`}
          aria-describedby="wish-keys"
          className={`${handle} -ml-2`}
        >
          <GripVertical aria-hidden="true" className="size-5" />
        </button>
        <span className="-mr-2 ml-auto">
          <RowMenu name={title} actions={actions} />
        </span>
      </div>
    </li>
  )
}
