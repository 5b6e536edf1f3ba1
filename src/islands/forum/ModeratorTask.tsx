import { useEffect, useState } from 'react'
import type { ForumCategory } from '#src/contract/forum.ts'
import { postPath } from '#src/contract/forum-paths.ts'
import type { MyTopic } from '#src/contract/forum-post.ts'
import { Select } from '#src/ui/Select.tsx'
import { TextInput } from '#src/ui/TextInput.tsx'
import { notifyNextPage } from '../toasts.ts'
import { AskDialog } from './AskDialog.tsx'
import { BanAuthor } from './BanAuthor.tsx'
import { mine } from './forum.ts'
import { listCategories } from './forum-calls.ts'
import { HistoryTask } from './HistoryTask.tsx'
import { MergeTask } from './MergeTask.tsx'
import { changeTopic, hidePost, restorePost } from './moderating-calls.ts'
import { focusPost } from './page-posts.tsx'
import type { Task } from './post-actions.ts'
import { addMenu, showCategory, showGone } from './post-marks.tsx'

const SLOW: [value: string, label: string][] = [
  ['', 'Off'],
  ['60', 'A reply a minute'],
  ['300', 'A reply every 5 minutes'],
  ['900', 'A reply every 15 minutes'],
  ['3600', 'A reply an hour'],
  ['86400', 'A reply a day'],
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
  if (task === 'hide' || task === 'restore') return <Reasoned {...props} />
  if (task === 'slow') return <SlowMode {...props} />
  if (task === 'move') return <Move {...props} />
  if (task === 'ban') return <BanAuthor {...props} />
  if (task === 'history') return <HistoryTask {...props} />
  return <MergeTask {...props} />
}

function Reasoned({ task, article, say, onClose }: ModeratorTaskProps) {
  const id = article.dataset.post ?? ''
  const isHiding = task === 'hide'
  const done = () => {
    if (isHiding) {
      hidden(article)
      say('The post is hidden.')
    } else {
      notifyNextPage({ kind: 'success', message: 'The post is shown again.' })
      location.assign(postPath(id))
    }
  }
  return (
    <AskDialog
      title={isHiding ? 'Hide this post?' : 'Restore this post?'}
      label={isHiding ? 'Hide' : 'Restore'}
      busyLabel="Saving..."
      isDestructive={isHiding}
      act={(values) => (isHiding ? hidePost : restorePost)(id, String(values.get('reason') ?? ''))}
      onDone={done}
      onClose={onClose}
    >
      {(fields) => (
        <>
          <p>
            {isHiding
              ? 'Nobody but moderators and its author reads it any more. Hiding the first post hides the topic.'
              : 'Everybody reads it again.'}
          </p>
          <TextInput label="Reason" hint="Its author reads it." name="reason" error={fields.reason} />
        </>
      )}
    </AskDialog>
  )
}

function hidden(article: HTMLElement): void {
  const place = showGone(article, 'hidden')
  addMenu(place)
  focusPost(place)
}

function SlowMode({ own, say, onClose }: ModeratorTaskProps) {
  const now = own.slowSeconds === null ? '' : String(own.slowSeconds)
  const options = SLOW.some(([value]) => value === now) ? SLOW : [...SLOW, [now, `As it is: ${now} seconds`] as const]
  const set = async (values: FormData) => {
    const slowSeconds = Number(values.get('slow')) || null
    await changeTopic(own.topicId, { slowSeconds })
    mine.change({ slowSeconds })
  }
  return (
    <AskDialog
      title="Slow mode"
      label="Save"
      busyLabel="Saving..."
      act={set}
      onDone={() => say('Slow mode is saved.')}
      onClose={onClose}
    >
      {() => <Select label="Each member may write" name="slow" defaultValue={now} options={options} />}
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
    await changeTopic(own.topicId, { categoryId })
    mine.change({ categoryId })
    const category = categories.find(({ id }) => id === categoryId)
    if (category) showCategory(category)
  }
  return (
    <AskDialog
      title="Move this topic"
      label="Move"
      busyLabel="Moving..."
      act={move}
      onDone={() => say('The topic is moved.')}
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
