import { postPath } from '#src/contract/forum-paths.ts'
import type { Posted } from '#src/contract/forum-post.ts'
import { AskDialog } from './AskDialog.tsx'
import { deletePost } from './forum-calls.ts'
import { untilGone } from './until-gone.ts'

type DeleteDialogProps = {
  postId: string
  number: number
  onDeleted: (posted: Posted) => void
  onClose: () => void
}

/** Asks before a post of one's own is lost, and says what that takes along. */
export function DeleteDialog({ postId, number, onDeleted, onClose }: DeleteDialogProps) {
  const isTopic = number === 1
  return (
    <AskDialog
      title={isTopic ? 'Delete this topic?' : `Delete post #${number}?`}
      label="Delete"
      busyLabel="Deleting..."
      isDestructive
      act={async () => {
        const posted = await deletePost(postId)
        if (isTopic) await untilGone(postPath(postId))
        return posted
      }}
      onDone={onDeleted}
      onClose={onClose}
    >
      {() => (
        <p>
          {isTopic
            ? 'This deletes the topic, its text and all thanks. You cannot undo this.'
            : 'This deletes the text and all thanks. A note says that the post was deleted. You cannot undo this.'}
        </p>
      )}
    </AskDialog>
  )
}
