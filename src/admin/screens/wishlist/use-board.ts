import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Changed } from '#src/contract/changed.ts'
import { WISH_STATUSES, type WishStatus } from '#src/contract/report.ts'
import type { Wish } from '#src/contract/wish.ts'
import { isCancelled } from '#src/islands/account/step-up.ts'
import { toApiError } from '#src/islands/call.ts'
import { notify } from '#src/islands/toasts.ts'
import { awaitRevision } from '../../awaited-revision.ts'
import { type List, useList } from '../../blocks/use-list.ts'
import { buildsQuery } from '../../build-status.ts'
import { applyMoves, type ColumnPages, type Move, movedPages } from './board-moves.ts'
import { fetchColumn, moveWish } from './wish-calls.ts'
import { COLUMN_NAMES } from './wish-words.ts'

const columnKey = (status: WishStatus, q: string) => ['wishes', status, q]

/** One column as the server last told it, with every move on its way done to it. */
export function useColumn(status: WishStatus, q: string, moves: readonly Move[]): List<Wish> {
  const list = useList(columnKey(status, q), (cursor) => fetchColumn(status, q, cursor))
  return { ...list, data: list.data && applyMoves(status, list.data, moves) }
}

/**
 * The moves of the board: shown at once, sent one after the other. One that fails is gone from the screen by itself, and what
 * the server then has is fetched.
 */
export function useMoves(q: string) {
  const queries = useQueryClient()
  const [moves, setMoves] = useState<readonly Move[]>([])
  const versions = useRef(new Map<string, number>())
  const accept = (move: Move, { item, revision }: Changed<Wish>) => {
    versions.current.set(item.id, item.version)
    for (const status of WISH_STATUSES) {
      queries.setQueryData<ColumnPages>(
        columnKey(status, q),
        (data) => data && movedPages(status, data, { ...move, wish: item }),
      )
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
