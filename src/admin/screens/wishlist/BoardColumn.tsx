import { useDroppable } from '@dnd-kit/core'
import { SortableContext, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { type ReactNode, useId } from 'react'
import type { WishStatus } from '#src/contract/report.ts'
import { NO_MATCHES, NOTHING_SHIPPED, type Wish } from '#src/contract/wish.ts'
import { Button } from '#src/ui/Button.tsx'
import { Shown } from '../../blocks/Shown.tsx'
import type { List } from '../../blocks/use-list.ts'
import { COLUMN_NAMES } from './wish-words.ts'

type BoardColumnProps = {
  status: WishStatus
  list: List<Wish>
  isSearch: boolean
  card: (wish: Wish, ids: readonly string[]) => ReactNode
}

const EMPTY: Record<WishStatus, string> = {
  idea: 'No ideas yet. Promote a report or add a wish.',
  planned: 'Nothing planned.',
  in_progress: 'Nothing in progress.',
  shipped: `${NOTHING_SHIPPED}.`,
  declined: 'Nothing declined.',
}

/** One column of the board. What is dropped on it, and on no card, stands first. */
export function BoardColumn({ status, list, isSearch, card }: BoardColumnProps) {
  const id = useId()
  const { setNodeRef, isOver } = useDroppable({ id: status })
  const ids = list.data?.map((wish) => wish.id) ?? []
  return (
    <section
      ref={setNodeRef}
      aria-labelledby={id}
      data-over={isOver || undefined}
      className="min-h-40 min-w-0 rounded-lg border-2 border-line bg-ground p-2 data-[over]:border-ink"
    >
      <h2 id={id} className="label flex items-baseline justify-between gap-2 px-1.5 pt-1 pb-2 text-[1.375rem]">
        {COLUMN_NAMES[status]}
        {list.data && (
          <span className="text-[1.125rem] text-soft tabular-nums">
            {ids.length}
            {list.hasMore && '+'}
          </span>
        )}
      </h2>
      <Shown query={list} what={`the wishes in ‘${COLUMN_NAMES[status]}’`}>
        {(wishes) =>
          wishes.length === 0 ? (
            <p className="px-1.5 py-3 text-soft leading-snug">{isSearch ? NO_MATCHES : EMPTY[status]}</p>
          ) : (
            <SortableContext id={status} items={ids} strategy={verticalListSortingStrategy}>
              <ol aria-labelledby={id} className="grid grid-cols-1 gap-2">
                {wishes.map((wish) => card(wish, ids))}
              </ol>
            </SortableContext>
          )
        }
      </Shown>
      {list.hasMore && (
        <Button
          variant="outline"
          size="sm"
          disabled={list.isLoadingMore}
          onClick={list.loadMore}
          className="mt-3 w-full"
        >
          {list.isLoadingMore ? 'Loading...' : 'Show more'}
          <span className="sr-only"> in {COLUMN_NAMES[status]}</span>
        </Button>
      )}
    </section>
  )
}
