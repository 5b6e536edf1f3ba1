import { useEffect, useState } from 'react'
import { PostHistory } from '#src/sections/forum/PostHistory.tsx'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { Shown } from '../account/Block.tsx'
import { timeOf } from '../account/moment.ts'
import { createResource } from '../account/resource.ts'
import type { ModeratorTaskProps } from './ModeratorTask.tsx'
import { readRevisions } from './moderating-calls.ts'

/** How a post read before each of its changes, and who made them. */
export function HistoryTask({ article, onClose }: ModeratorTaskProps) {
  const [history] = useState(() => createResource(() => readRevisions(article.dataset.post ?? '')))
  useEffect(() => void history.load(), [history])
  return (
    <Dialog isOpen title="History of this post" onClose={onClose}>
      <div className="mt-4 grid gap-5">
        <Shown of={history} what="the history">
          {({ items }) => <PostHistory revisions={items} say={timeOf} />}
        </Shown>
        <Button variant="outline" onClick={onClose} className="justify-self-start">
          Close
        </Button>
      </div>
    </Dialog>
  )
}
