import { TOPIC_DELETED } from '#src/contract/forum.ts'
import { FORUM, postPath } from '#src/contract/forum-paths.ts'
import type { FlagReason, Posted } from '#src/contract/forum-post.ts'
import { Select } from '#src/ui/Select.tsx'
import { TextArea } from '#src/ui/TextArea.tsx'
import { notifyNextPage } from '../toasts.ts'
import { AskDialog } from './AskDialog.tsx'
import { EditPost } from './EditPost.tsx'
import { mine } from './forum.ts'
import { deletePost, flagPost } from './forum-calls.ts'
import { focusPost, numberOf } from './page-posts.tsx'
import type { PostTaskProps } from './post-actions.ts'
import { showGone } from './topic-marks.tsx'
import { untilGone } from './until-gone.ts'

/** What a member does with a post from its menu. It loads once a menu is open. */
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

/** Tells the moderators of a post. Its author does not learn who did. */
function FlagPost({ article, say, onClose }: DialogProps) {
  const id = article.dataset.post ?? ''
  const send = (values: FormData) => {
    const reason = values.get('reason')
    return flagPost(id, { reason: isReason(reason) ? reason : 'other', note: String(values.get('note') ?? '') })
  }
  const done = () => {
    mine.changePost({ id, hasFlagged: true })
    say('Thank you. A moderator will review it.')
  }
  return (
    <AskDialog
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
    </AskDialog>
  )
}

/** Asks before a post of one's own is lost, and says what that takes along. */
function DeletePost({ article, say, onClose }: DialogProps) {
  const id = article.dataset.post ?? ''
  const number = numberOf(article)
  const isTopic = number === 1
  const remove = async (): Promise<Posted> => {
    const posted = await deletePost(id)
    if (isTopic) await untilGone(postPath(id))
    return posted
  }
  const done = () => {
    if (isTopic) {
      notifyNextPage({ kind: 'success', message: TOPIC_DELETED })
      location.assign(FORUM)
      return
    }
    focusPost(showGone(article, 'deleted'))
    say('Post deleted.')
  }
  return (
    <AskDialog
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
    </AskDialog>
  )
}
