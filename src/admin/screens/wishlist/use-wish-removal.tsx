import { WISH_LOSS, type Wish } from '#src/contract/wish.ts'
import { confirm } from '../../blocks/confirm.ts'
import { useSave } from '../../blocks/use-save.ts'
import { removeWish } from './wish-calls.ts'
import { reportsWord } from './wish-words.ts'

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
      {isPublic && status === 'shipped' && <p>It disappears from ‘You asked, we did’ after the next build.</p>}
      {reportCount > 0 && (
        <p>
          {reportCount === 1 ? 'The report it came from stays' : `The ${reportsWord(reportCount)} it came from stay`}{' '}
          unchanged but {reportCount === 1 ? 'loses' : 'lose'} the link to it.
        </p>
      )}
      <p>The audit log keeps a copy.</p>
    </>
  )
}
