import { TOPIC_DELETED } from '#src/contract/forum.ts'
import { FORUM, postPath } from '#src/contract/forum-paths.ts'
import type { FlagReason, Posted } from '#src/contract/forum-post.ts'
import { Select } from '#src/ui/Select.tsx'
import { TextArea } from '#src/ui/TextArea.tsx'
import { notifyNextPage } from '../toasts.ts'
import { EditPost } from './EditPost.tsx'
import { deletePost, flagPost } from './forum-calls.ts'
import { PromptDialog } from './PromptDialog.tsx'
import { focusPost, getPostNumber } from './page-posts.tsx'
import { showRemovedPost } from './page-updates.tsx'
import type { PostTaskProps } from './post-actions.ts'
import { topicState } from './topic-page.ts'
import { waitUntilPurged } from './wait-until-purged.ts'

/** A member's tasks in the menu of a post. They load once a menu is open. */
export function MemberTask({ task, ...props }: PostTaskProps) {
  if (task === 'edit') return <EditPost {...props} />
  return task === 'flag' ? <FlagPost {...props} /> : <DeletePost {...props} />
}

const REASONS: Record<FlagReason, string> = {
  spam: 'It is advertising or spam',
  rude: 'It is rude or attacks someone',
  off_topic: 'It does not belong here',
  dangerous: 'Following it could injure someone',
  other: 'Something else',
}
const OPTIONS = Object.entries(REASONS)

const isReason = (value: unknown): value is FlagReason => typeof value === 'string' && value in REASONS

type DialogProps = Omit<PostTaskProps, 'task'>

/** Reports a post to the moderators. Its author does not learn who reported it. */
function FlagPost({ article, onSuccess, onClose }: DialogProps) {
  const id = article.dataset.post ?? ''
  const send = (values: FormData) => {
    const reason = values.get('reason')
    return flagPost(id, { reason: isReason(reason) ? reason : 'other', note: String(values.get('note') ?? '') })
  }
  const done = () => {
    topicState.changePost({ id, hasFlagged: true })
    onSuccess('Thank you. A moderator will review it.')
  }
  return (
    <PromptDialog
      title="Report this post"
      label="Report"
      busyLabel="Reporting..."
      act={send}
      onDone={done}
      onClose={onClose}
    >
      {(fields) => (
        <>
          <p>A moderator will review it. The author will not see who reported it.</p>
          <Select label="Reason" name="reason" options={OPTIONS} error={fields.reason} />
          <TextArea label="Note (optional)" name="note" rows={3} error={fields.note} />
        </>
      )}
    </PromptDialog>
  )
}

/** Asks before the viewer deletes one of their posts, and says what is lost with it. */
function DeletePost({ article, onSuccess, onClose }: DialogProps) {
  const id = article.dataset.post ?? ''
  const number = getPostNumber(article)
  const isTopic = number === 1
  const remove = async (): Promise<Posted> => {
    const posted = await deletePost(id)
    if (isTopic) await waitUntilPurged(postPath(id))
    return posted
  }
  const done = () => {
    if (isTopic) {
      notifyNextPage({ kind: 'success', message: TOPIC_DELETED })
      location.assign(FORUM)
      return
    }
    focusPost(showRemovedPost(article, 'deleted'))
    onSuccess('Post deleted.')
  }
  return (
    <PromptDialog
      title={isTopic ? 'Delete this topic?' : `Delete post #${number}?`}
      label="Delete"
      busyLabel="Deleting..."
      isDestructive
      act={remove}
      onDone={done}
      onClose={onClose}
    >
      {() => (
        <p>
          {isTopic
            ? 'This deletes the topic, its text and all thanks. You cannot undo this.'
            : 'This deletes the text and all thanks. A note says that the post was deleted. You cannot undo this.'}
        </p>
      )}
    </PromptDialog>
  )
}
