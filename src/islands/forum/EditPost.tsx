import { useEffect, useState } from 'react'
import type { PostSource } from '#src/contract/forum-post.ts'
import { toApiError } from '../call.ts'
import { notify } from '../toasts.ts'
import { EditForm } from './EditForm.tsx'
import { mine, showPosted } from './forum.ts'
import { readSource } from './forum-calls.ts'
import { InPost } from './InPage.tsx'
import { showTitle } from './topic-marks.tsx'
import type { Edited } from './use-edit.ts'

type EditPostProps = { article: HTMLElement; say: (news: string) => void; onClose: () => void }

/** Opens a post's text in its place, and puts what was saved there. */
export function EditPost({ article, say, onClose }: EditPostProps) {
  const id = article.dataset.post ?? ''
  const [from, setFrom] = useState<PostSource>()
  useEffect(() => {
    readSource(id).then(setFrom, (cause: unknown) => {
      notify({ kind: 'error', message: toApiError(cause).detail })
      onClose()
    })
  }, [id, onClose])
  useEffect(() => {
    article.dataset.editing = ''
    return () => {
      delete article.dataset.editing
    }
  }, [article])
  const own = mine.$mine.get()?.posts.find((post) => post.id === id)
  const finish = ({ posted, title }: Edited) => {
    onClose()
    if (title !== null && !posted.change) showTitle(title)
    showPosted(posted)
    say(posted.change ? 'Your change is waiting for a moderator.' : 'Your change is saved.')
  }
  if (!from) return null
  return (
    <InPost article={article} isInstead>
      <EditForm from={from} asModerator={own?.isOwn === false} onSaved={finish} onClose={onClose} />
    </InPost>
  )
}
