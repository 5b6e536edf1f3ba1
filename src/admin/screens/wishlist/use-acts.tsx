import { type RefObject, useRef, useState } from 'react'
import { SHIPPING_MAILS } from '#src/contract/wish.ts'
import { confirm } from '../../blocks/confirm.ts'
import type { Move } from './board-moves.ts'
import { useMoves } from './use-board.ts'
import { COLUMN_NAMES, reportsWord } from './wish-words.ts'

export type Acts = {
  /** Moves that are on their way. */
  moves: readonly Move[]
  /** What happened last, for those who do not see it. */
  said: string
  /** The wish whose handle gets the focus when it stands in its new place. */
  wanted: RefObject<string | undefined>
  /** Moves a wish, after a question where that is told by mail. The focus goes with it unless it was dragged. */
  move: (next: Move | null | undefined, by: 'key' | 'pointer') => void
}

/** What is done to the board, said as it is done. */
export function useActs(q: string): Acts {
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
        if (by === 'key') wanted.current = next.wish.id
        move(next)
        say(`${next.wish.title} moved ${placeOf(next)}.`)
      })
    },
  }
}

function placeOf({ wish, status, after }: Move): string {
  const column = COLUMN_NAMES[status]
  if (wish.status !== status) return `to ${column}`
  return after === null ? `to the top of ${column}` : `within ${column}`
}

/** Mail cannot be taken back: who ships a wish that others asked for is asked first. Everything else is done at once. */
function confirmShipping({ wish, status }: Move, go: () => void): void {
  const isNews = status === 'shipped' && wish.status !== 'shipped' && wish.reportCount > 0
  if (!isNews) go()
  else
    confirm({
      title: 'Ship this wish?',
      message: (
        <>
          <p className="[overflow-wrap:anywhere]">
            “{wish.title}” came from {reportsWord(wish.reportCount)}. {SHIPPING_MAILS}
          </p>
          {wish.isPublic && <p>Visitors see it under ‘You asked, we did’ after the next build.</p>}
        </>
      ),
      label: 'Ship wish',
      busyLabel: 'Shipping...',
      act: async () => go(),
    })
}
