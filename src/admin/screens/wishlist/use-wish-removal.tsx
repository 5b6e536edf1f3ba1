import type { Wish } from '#src/contract/wish.ts'
import { confirm } from '../../blocks/confirm.ts'
import { useSave } from '../../blocks/use-save.ts'
import { wishCalls } from './wish-calls.ts'
import { reportsWord } from './wish-words.ts'

/** Asks, naming what is lost, and deletes the wish. */
export function useWishRemoval(onDone?: () => void) {
  const removal = useSave({
    save: wishCalls.remove,
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
        “{title}” leaves the board with its description and its words for visitors.
      </p>
      {isPublic && status === 'shipped' && (
        <p>Visitors read it under ‘You asked, we did’. With the next build they do not any more.</p>
      )}
      {reportCount > 0 && (
        <p>
          {reportCount === 1 ? 'The report it came from stays' : `The ${reportsWord(reportCount)} it came from stay`} as
          they are and lose the link to it.
        </p>
      )}
      <p>The whole wish stands in the audit log.</p>
    </>
  )
}
