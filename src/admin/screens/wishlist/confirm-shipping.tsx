import { confirm } from '../../blocks/confirm.ts'
import type { Move } from './board-moves.ts'
import { reportsWord } from './wish-words.ts'

/** Mail cannot be taken back: who ships a wish that others asked for is asked first. Everything else is done at once. */
export function confirmShipping({ wish, status }: Move, go: () => void): void {
  const isNews = status === 'shipped' && wish.status !== 'shipped' && wish.reportCount > 0
  if (!isNews) go()
  else
    confirm({
      title: 'Ship this wish?',
      message: (
        <>
          <p className="[overflow-wrap:anywhere]">
            “{wish.title}” came from {reportsWord(wish.reportCount)}. Who verified theirs is told by mail that it is
            there, once.
          </p>
          {wish.isPublic && <p>With the next build visitors read it under ‘You asked, we did’.</p>}
        </>
      ),
      label: 'Ship wish',
      busyLabel: 'Shipping...',
      act: async () => go(),
    })
}
