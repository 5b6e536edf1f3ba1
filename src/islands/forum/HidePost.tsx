import type { ReactNode } from 'react'
import { TextInput } from '#src/ui/TextInput.tsx'
import { AskDialog } from './AskDialog.tsx'
import { showPosted } from './forum.ts'
import type { ModeratorTaskProps } from './ModeratorTask.tsx'
import { hidePost, restorePost } from './moderating-calls.ts'
import { focusPost } from './page-posts.tsx'
import { addMenu, showGone } from './post-marks.tsx'
import type { Refused } from './posting.ts'

/** Takes a post out of sight, for a reason. */
export function HidePost({ article, say, onClose }: ModeratorTaskProps) {
  const done = () => {
    const place = showGone(article, 'hidden')
    addMenu(place)
    focusPost(place)
    say('Post hidden.')
  }
  return (
    <AskDialog
      title="Hide this post?"
      label="Hide"
      busyLabel="Saving..."
      isDestructive
      act={(values) => hidePost(article.dataset.post ?? '', reasonOf(values))}
      onDone={done}
      onClose={onClose}
    >
      {asking('Only moderators and the author will see it. Hiding the first post hides the topic.')}
    </AskDialog>
  )
}

/** Shows a hidden post again, for a reason, where its place is. */
export function RestorePost({ article, say, onClose }: ModeratorTaskProps) {
  return (
    <AskDialog
      title="Restore this post?"
      label="Restore"
      busyLabel="Saving..."
      act={(values) => restorePost(article.dataset.post ?? '', reasonOf(values))}
      onDone={(posted) => {
        showPosted(posted)
        say('Post restored.')
      }}
      onClose={onClose}
    >
      {asking('Everyone will see it again.')}
    </AskDialog>
  )
}

const reasonOf = (values: FormData): string => String(values.get('reason') ?? '')

function asking(consequence: string) {
  return (fields: Refused['fields']): ReactNode => (
    <>
      <p>{consequence}</p>
      <TextInput label="Reason" hint="The author will see it." name="reason" error={fields.reason} />
    </>
  )
}
