import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import { Button } from '#src/ui/Button.tsx'
import { mine } from './forum.ts'
import { InPost } from './InPage.tsx'
import { numberOf } from './page-posts.tsx'
import { TASK_LABELS, type Task, tasksFor } from './post-actions.ts'

type PostMenuProps = {
  article: HTMLElement
  onTask: (task: Task) => void
  onClose: () => void
}

/** What else can be done with a post, opened below it by its More button. */
export function PostMenu({ article, onTask, onClose }: PostMenuProps) {
  const own = useStore(mine.$mine)
  const box = useRef<HTMLFieldSetElement>(null)
  useEffect(() => box.current?.querySelector<HTMLElement>('button, a')?.focus(), [])
  if (!own) return null
  const post = own.posts.find(({ id }) => id === article.dataset.post)
  const shown = {
    number: numberOf(article),
    isGone: article.matches('.post-gone'),
    isHidden: article.dataset.state === 'hidden',
    isSolution: article.matches('.post-solution'),
  }
  const tasks = tasksFor(own, post, shown, Date.now())
  return (
    <InPost article={article}>
      <fieldset
        ref={box}
        aria-label={`More for post ${shown.number}`}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onClose()
        }}
        className="mt-2 flex flex-wrap gap-2 rounded-md border-2 border-line p-3 max-sm:grid max-sm:grid-cols-2"
      >
        {tasks.map((task) => (
          <Button key={task} variant="outline" size="sm" onClick={() => onTask(task)}>
            {TASK_LABELS[task]}
          </Button>
        ))}
        {post?.authorId && (
          <Button asChild variant="outline" size="sm">
            <a href={`/admin/users/${post.authorId}`}>Open author</a>
          </Button>
        )}
        {tasks.length === 0 && <p>There are no other actions for this post.</p>}
        <Button variant="ghost" size="sm" onClick={onClose}>
          Close
        </Button>
      </fieldset>
    </InPost>
  )
}
