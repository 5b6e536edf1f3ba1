import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { SLOW_MODE_SAVED, TOPIC_MOVED } from '#src/contract/forum.ts'
import { postPath } from '#src/contract/forum-paths.ts'
import { Select } from '#src/ui/Select.tsx'
import { TextInput } from '#src/ui/TextInput.tsx'
import { createResource } from '../resource/resource.ts'
import { useSearch } from '../use-search.ts'
import { findTopics, listCategories, mergeTopic } from './forum-calls.ts'
import { PromptDialog } from './PromptDialog.tsx'
import { showCategory } from './page-updates.tsx'
import type { ModeratorTaskProps } from './post-actions.ts'
import { setTopic } from './topic-page.ts'
import { waitUntilPurged } from './wait-until-purged.ts'

/** A moderator's tasks for a whole topic: they are in the menu of its first post. */
export function TopicTask(props: ModeratorTaskProps) {
  if (props.task === 'slow') return <SlowMode {...props} />
  return props.task === 'move' ? <Move {...props} /> : <Merge {...props} />
}

const SLOW: [value: string, label: string][] = [
  ['', 'Off'],
  ['60', 'One reply per minute'],
  ['300', 'One reply every 5 minutes'],
  ['900', 'One reply every 15 minutes'],
  ['3600', 'One reply per hour'],
  ['86400', 'One reply per day'],
]

function SlowMode({ own, onSuccess, onClose }: ModeratorTaskProps) {
  const now = own.slowSeconds === null ? '' : String(own.slowSeconds)
  const options = SLOW.some(([value]) => value === now) ? SLOW : [...SLOW, [now, `Current: ${now} seconds`] as const]
  const set = async (values: FormData) => {
    const slowSeconds = Number(values.get('slow')) || null
    await setTopic(own.topicId, { slowSeconds })
  }
  return (
    <PromptDialog
      title="Slow mode"
      label="Save"
      busyLabel="Saving..."
      act={set}
      onDone={() => onSuccess(SLOW_MODE_SAVED)}
      onClose={onClose}
    >
      {() => <Select label="Limit per member" name="slow" defaultValue={now} options={options} />}
    </PromptDialog>
  )
}

const categoryList = createResource(() => listCategories())

function Move({ own, onSuccess, onClose }: ModeratorTaskProps) {
  const state = useStore(categoryList.$state)
  useEffect(() => void categoryList.load(), [])
  const categories = state.status === 'ready' ? state.value.items : []
  const options = categories.map(({ id, name }) => [id, name] as const)
  const move = async (values: FormData) => {
    const categoryId = String(values.get('categoryId'))
    await setTopic(own.topicId, { categoryId })
    const category = categories.find(({ id }) => id === categoryId)
    if (category) showCategory(category)
  }
  return (
    <PromptDialog
      title="Move this topic"
      label="Move"
      busyLabel="Moving..."
      act={move}
      onDone={() => onSuccess(TOPIC_MOVED)}
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
    </PromptDialog>
  )
}

/** Milliseconds between the last key press and the search for topics. */
const PAUSE = 250

/** Merges this topic into another one. The page of this topic then redirects there. */
function Merge({ own: { topicId }, onClose }: ModeratorTaskProps) {
  const [words, setWords] = useState('')
  const [into, choose] = useState('')
  const sought = words.trim().length < 2 ? undefined : words.trim()
  const { items } = useSearch(sought, findTopics, PAUSE)
  const found = sought === undefined ? [] : items.filter(({ id }) => id !== topicId)
  return (
    <PromptDialog
      title="Merge this topic"
      label="Merge"
      busyLabel="Merging..."
      isDestructive
      act={async () => {
        await mergeTopic(topicId, into)
        await waitUntilPurged(postPath(topicId))
      }}
      onDone={() => location.assign(postPath(into))}
      onClose={onClose}
    >
      {(fields) => (
        <>
          <p>Its posts move to the end of the other topic, and its address redirects there. You cannot undo this.</p>
          <TextInput
            label="Find the topic to keep"
            value={words}
            onChange={({ currentTarget }) => setWords(currentTarget.value)}
            error={fields.intoId}
          />
          <fieldset className="grid max-h-60 gap-1 overflow-auto">
            <legend className="sr-only">Topic to keep</legend>
            {found.map(({ id, title, category }) => (
              <label key={id} className="flex min-h-11 cursor-pointer items-center gap-3">
                <input
                  type="radio"
                  name="into"
                  checked={id === into}
                  onChange={() => choose(id)}
                  className="size-6 shrink-0 cursor-pointer accent-(--tick)"
                />
                <span className="min-w-0 [overflow-wrap:anywhere]">
                  {title} <span className="text-soft">in {category}</span>
                </span>
              </label>
            ))}
          </fieldset>
        </>
      )}
    </PromptDialog>
  )
}
