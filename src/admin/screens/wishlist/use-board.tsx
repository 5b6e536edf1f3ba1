import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useRef, useState } from 'react'
import { plural } from '#src/contract/plural.ts'
import { WISH_STATUSES, type WishStatus } from '#src/contract/report.ts'
import type { Changed } from '#src/contract/versioned.ts'
import { SHIPPING_MAILS, WISH_LOSS, type Wish } from '#src/contract/wish.ts'
import { isCancelled } from '#src/islands/account/step-up.ts'
import { toApiError } from '#src/islands/call.ts'
import { notify } from '#src/islands/toasts.ts'
import { awaitRevision } from '../../awaited-revision.ts'
import { confirm } from '../../blocks/confirm.ts'
import { type List, useList } from '../../blocks/use-list.ts'
import { useSave } from '../../blocks/use-save.ts'
import { buildsQuery } from '../../build-status.ts'
import { applyMoves, type ColumnPages, type Move, movedPages } from './board-moves.ts'
import { COLUMN_NAMES, fetchColumn, moveWish, removeWish } from './wish-calls.ts'

const columnKey = (status: WishStatus, q: string) => ['wishes', status, q]

/** One column as the server last returned it, with all pending moves applied. */
export function useColumn(status: WishStatus, q: string, moves: readonly Move[]): List<Wish> {
  const list = useList(columnKey(status, q), (cursor) => fetchColumn(status, q, cursor))
  return { ...list, data: list.data && applyMoves(status, list.data, moves) }
}

/**
 * The moves of the board: shown at once, sent one after the other. A move that fails disappears by itself, and the board is
 * fetched again.
 */
function useMoves(q: string) {
  const queries = useQueryClient()
  const [moves, setMoves] = useState<readonly Move[]>([])
  const versions = useRef(new Map<string, number>())
  const accept = (move: Move, { item, revision }: Changed<Wish>) => {
    versions.current.set(item.id, item.version)
    for (const status of WISH_STATUSES) {
      const queryKey = columnKey(status, q)
      queries.setQueryData<ColumnPages>(queryKey, (data) => data && movedPages(status, data, { ...move, wish: item }))
      // An answer that is on its way may have been read before the move.
      if (queries.isFetching({ queryKey }) > 0) void queries.invalidateQueries({ queryKey })
    }
    if (revision === null) return
    awaitRevision(revision)
    void queries.invalidateQueries({ queryKey: buildsQuery.queryKey })
  }
  const { mutate } = useMutation({
    scope: { id: 'wish-moves' },
    networkMode: 'always',
    mutationFn: ({ wish: { id, version }, status, after }: Move) =>
      moveWish(id, { version: Math.max(version, versions.current.get(id) ?? 0), status, after }),
    onSuccess: (answer, move) => {
      accept(move, answer)
      if (move.status !== move.wish.status) {
        notify({ kind: 'success', message: `Wish moved to ${COLUMN_NAMES[move.status]}` })
      }
    },
    onError: (fault) => {
      const { errors, detail } = toApiError(fault)
      const message = `Failed to move wish: ${errors[0]?.message ?? detail}`
      if (!isCancelled(fault)) notify({ kind: 'error', title: 'Error', message })
      void queries.invalidateQueries({ queryKey: ['wishes'] })
    },
    onSettled: (_answer, _fault, done) => setMoves((all) => all.filter((move) => move !== done)),
  })
  const move = (next: Move) => {
    setMoves((all) => [...all, next])
    mutate(next)
  }
  return { moves, move }
}

type Acts = {
  /** Moves that are on their way. */
  moves: readonly Move[]
  /** The last move in words, for screen readers. */
  said: string
  /** The wish whose handle gets the focus once it is at its new place. */
  wanted: RefObject<string | undefined>
  /** Moves a wish, after a question if that sends mail. The focus goes with it unless it was dragged or goes out of sight. */
  move: (next: Move | null | undefined, by: 'key' | 'pointer') => void
}

type Sight = { isShown: (column: WishStatus) => boolean; focusElsewhere: () => void }

/**
 * The moves of the board, with the words that screen readers announce. A wish that moves into a column that is not shown takes
 * the focused button with it, so `focusElsewhere` is called first.
 */
export function useBoardMoves(q: string, { isShown, focusElsewhere }: Sight): Acts {
  const { moves, move } = useMoves(q)
  const [said, say] = useState('')
  const wanted = useRef<string | undefined>(undefined)
  return {
    moves,
    said,
    wanted,
    move: (next, by) => {
      if (!next) return
      confirmShipping(next, () => {
        if (by === 'key' && isShown(next.status)) wanted.current = next.wish.id
        else if (by === 'key') focusElsewhere()
        move(next)
        say(`${next.wish.title} moved ${getPlace(next)}.`)
      })
    },
  }
}

function getPlace({ wish, status, after }: Move): string {
  const column = COLUMN_NAMES[status]
  if (wish.status !== status) return `to ${column}`
  return after === null ? `to the top of ${column}` : `within ${column}`
}

/** Mail cannot be recalled, so shipping a wish that people asked for is confirmed first. All other moves happen at once. */
function confirmShipping({ wish, status }: Move, go: () => void): void {
  const isNews = status === 'shipped' && wish.status !== 'shipped' && wish.reportCount > 0
  if (!isNews) go()
  else
    confirm({
      title: 'Ship this wish?',
      message: (
        <>
          <p className="[overflow-wrap:anywhere]">
            “{wish.title}” came from {plural(wish.reportCount, 'report')}. {SHIPPING_MAILS}
          </p>
          {wish.isPublic && <p>Visitors see it under “You asked, we did” after the next build.</p>}
        </>
      ),
      label: 'Ship wish',
      busyLabel: 'Shipping...',
      act: async () => go(),
    })
}

/** Asks, naming what is lost, and deletes the wish. */
export function useWishRemoval(onDone?: () => void) {
  const removal = useSave({
    save: removeWish,
    done: 'Wish deleted',
    failed: 'Failed to delete wish',
    stale: [['wishes'], ['feedback']],
    ...(onDone && { onDone }),
  })
  return (wish: Wish) =>
    confirm({
      title: 'Delete this wish?',
      message: <Loss {...wish} />,
      label: 'Delete wish',
      busyLabel: 'Deleting...',
      act: () => removal.mutateAsync(wish),
    })
}

function Loss({ title, reportCount, isPublic, status }: Wish) {
  return (
    <>
      <p className="[overflow-wrap:anywhere]">
        “{title}” {WISH_LOSS}
      </p>
      {isPublic && status === 'shipped' && <p>It disappears from “You asked, we did” after the next build.</p>}
      {reportCount > 0 && (
        <p>
          {reportCount === 1
            ? 'The report it came from stays'
            : `The ${plural(reportCount, 'report')} it came from stay`}{' '}
          unchanged but {reportCount === 1 ? 'loses' : 'lose'} the link to it.
        </p>
      )}
      <p>The audit log keeps a copy.</p>
    </>
  )
}
