import { useEffect, useState } from 'react'
import type { ForumCategory } from '#src/contract/forum.ts'
import { SLOW_MODE_SAVED, TOPIC_MOVED } from '#src/contract/forum.ts'
import type { MyTopic } from '#src/contract/forum-post.ts'
import { Select } from '#src/ui/Select.tsx'
import { AskDialog } from './AskDialog.tsx'
import { BanAuthor } from './BanAuthor.tsx'
import { listCategories } from './forum-calls.ts'
import { HidePost, RestorePost } from './HidePost.tsx'
import { HistoryTask } from './HistoryTask.tsx'
import { MergeTask } from './MergeTask.tsx'
import type { Task } from './post-actions.ts'
import { showCategory } from './topic-marks.tsx'
import { setTopic } from './topic-settings.ts'

const SLOW: [value: string, label: string][] = [
  ['', 'Off'],
  ['60', 'One reply per minute'],
  ['300', 'One reply every 5 minutes'],
  ['900', 'One reply every 15 minutes'],
  ['3600', 'One reply per hour'],
  ['86400', 'One reply per day'],
]

export type ModeratorTaskProps = {
  task: Task
  article: HTMLElement
  own: MyTopic
  say: (news: string) => void
  onClose: () => void
}

/** What a moderator does from a post's menu in a dialog. */
export function ModeratorTask(props: ModeratorTaskProps) {
  const { task } = props
  if (task === 'hide') return <HidePost {...props} />
  if (task === 'restore') return <RestorePost {...props} />
  if (task === 'slow') return <SlowMode {...props} />
  if (task === 'move') return <Move {...props} />
  if (task === 'ban') return <BanAuthor {...props} />
  if (task === 'history') return <HistoryTask {...props} />
  return <MergeTask {...props} />
}

function SlowMode({ own, say, onClose }: ModeratorTaskProps) {
  const now = own.slowSeconds === null ? '' : String(own.slowSeconds)
  const options = SLOW.some(([value]) => value === now) ? SLOW : [...SLOW, [now, `Current: ${now} seconds`] as const]
  const set = async (values: FormData) => {
    const slowSeconds = Number(values.get('slow')) || null
    await setTopic(own.topicId, { slowSeconds })
  }
  return (
    <AskDialog
      title="Slow mode"
      label="Save"
      busyLabel="Saving..."
      act={set}
      onDone={() => say(SLOW_MODE_SAVED)}
      onClose={onClose}
    >
      {() => <Select label="Limit per member" name="slow" defaultValue={now} options={options} />}
    </AskDialog>
  )
}

function Move({ own, say, onClose }: ModeratorTaskProps) {
  const [categories, setCategories] = useState<readonly ForumCategory[]>([])
  useEffect(() => {
    listCategories().then(
      ({ items }) => setCategories(items),
      () => {},
    )
  }, [])
  const options = categories.map(({ id, name }) => [id, name] as const)
  const move = async (values: FormData) => {
    const categoryId = String(values.get('categoryId'))
    await setTopic(own.topicId, { categoryId })
    const category = categories.find(({ id }) => id === categoryId)
    if (category) showCategory(category)
  }
  return (
    <AskDialog
      title="Move this topic"
      label="Move"
      busyLabel="Moving..."
      act={move}
      onDone={() => say(TOPIC_MOVED)}
      onClose={onClose}
    >
      {(fields) => (
        <Select
          key={options.length}
          label="Category"
          name="categoryId"
          defaultValue={own.categoryId}
          options={options}
          error={fields.categoryId}
        />
      )}
    </AskDialog>
  )
}
