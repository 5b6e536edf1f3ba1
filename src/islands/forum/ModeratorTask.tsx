import { type ReactNode, useEffect, useState } from 'react'
import { BAN_ENDS, banEnd } from '#src/contract/ban-end.ts'
import { AUTHOR_BANNED } from '#src/contract/forum.ts'
import { PostHistory } from '#src/sections/forum/PostHistory.tsx'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { Select } from '#src/ui/Select.tsx'
import { TextInput } from '#src/ui/TextInput.tsx'
import { formatTime } from '../format-instant.ts'
import { ResourceState } from '../resource/ResourceState.tsx'
import { createResource } from '../resource/resource.ts'
import { banAuthor, hidePost, readRevisions, restorePost } from './forum-calls.ts'
import { PromptDialog } from './PromptDialog.tsx'
import { focusPost } from './page-posts.tsx'
import { addMenuButton, showRemovedPost } from './page-updates.tsx'
import type { ModeratorTaskProps } from './post-actions.ts'
import type { FormError } from './posting.ts'
import { TopicTask } from './TopicTask.tsx'
import { showPosted } from './topic-page.ts'

/** A moderator's tasks in the menu of a post that open a dialog. */
export function ModeratorTask(props: ModeratorTaskProps) {
  const { task } = props
  if (task === 'hide') return <HidePost {...props} />
  if (task === 'restore') return <RestorePost {...props} />
  if (task === 'ban') return <BanAuthor {...props} />
  if (task === 'history') return <HistoryTask {...props} />
  return <TopicTask {...props} />
}

/** Hides a post, for a reason. */
function HidePost({ article, onSuccess, onClose }: ModeratorTaskProps) {
  const done = () => {
    const place = showRemovedPost(article, 'hidden')
    addMenuButton(place)
    focusPost(place)
    onSuccess('Post hidden.')
  }
  return (
    <PromptDialog
      title="Hide this post?"
      label="Hide"
      busyLabel="Saving..."
      isDestructive
      act={(values) => hidePost(article.dataset.post ?? '', getReason(values))}
      onDone={done}
      onClose={onClose}
    >
      {reasonFields('Only moderators and the author will see it. Hiding the first post hides the topic.')}
    </PromptDialog>
  )
}

/** Restores a hidden post in its place, for a reason. */
function RestorePost({ article, onSuccess, onClose }: ModeratorTaskProps) {
  return (
    <PromptDialog
      title="Restore this post?"
      label="Restore"
      busyLabel="Saving..."
      act={(values) => restorePost(article.dataset.post ?? '', getReason(values))}
      onDone={(posted) => {
        showPosted(posted)
        onSuccess('Post restored.')
      }}
      onClose={onClose}
    >
      {reasonFields('Everyone will see it again.')}
    </PromptDialog>
  )
}

const getReason = (values: FormData): string => String(values.get('reason') ?? '')

function reasonFields(consequence: string) {
  return (fields: FormError['fields']): ReactNode => (
    <>
      <p>{consequence}</p>
      <TextInput label="Reason" hint="The author will see it." name="reason" error={fields.reason} />
    </>
  )
}

/** Bans the author of a post, from where an admin read it. Their posts stay until they are hidden. */
function BanAuthor({ article, own, onSuccess, onClose }: ModeratorTaskProps) {
  const authorId = own.posts.find(({ id }) => id === article.dataset.post)?.authorId
  const ban = async (values: FormData) => {
    if (!authorId) return
    const until = banEnd(String(values.get('days')), Date.now())
    await banAuthor(authorId, { reason: String(values.get('reason') ?? ''), until })
  }
  return (
    <PromptDialog
      title="Ban this author?"
      label="Ban"
      busyLabel="Banning..."
      isDestructive
      act={ban}
      onDone={() => onSuccess(AUTHOR_BANNED)}
      onClose={onClose}
    >
      {(fields) => (
        <>
          <p>They are signed out everywhere and cannot sign in. Their posts stay.</p>
          <TextInput label="Reason" hint="Only admins see it." name="reason" error={fields.reason} />
          <Select label="How long" name="days" defaultValue="7" options={BAN_ENDS} />
        </>
      )}
    </PromptDialog>
  )
}

/** The text of a post before each of its changes, and who made them. */
function HistoryTask({ article, onClose }: ModeratorTaskProps) {
  const [history] = useState(() => createResource(() => readRevisions(article.dataset.post ?? '')))
  useEffect(() => void history.load(), [history])
  return (
    <Dialog
      isOpen
      title="History of this post"
      onClose={onClose}
      actions={
        <Button variant="outline" onClick={onClose}>
          Close
        </Button>
      }
    >
      <ResourceState of={history} what="the history">
        {({ items }) => <PostHistory revisions={items} say={formatTime} />}
      </ResourceState>
    </Dialog>
  )
}
