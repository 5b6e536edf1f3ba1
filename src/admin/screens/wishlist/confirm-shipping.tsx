import { SHIPPING_MAILS } from '#src/contract/wish.ts'
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
