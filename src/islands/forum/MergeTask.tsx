import { useEffect, useState } from 'react'
import type { TopicChoice } from '#src/contract/forum-moderation.ts'
import { postPath } from '#src/contract/forum-paths.ts'
import { TextInput } from '#src/ui/TextInput.tsx'
import { AskDialog } from './AskDialog.tsx'
import type { ModeratorTaskProps } from './ModeratorTask.tsx'
import { findTopics, mergeTopic } from './moderating-calls.ts'
import { untilGone } from './until-gone.ts'

/** Milliseconds after the last key until topics are asked for. */
const PAUSE = 250

/** Chooses the topic whose posts these join. The page of this one then leads there. */
export function MergeTask({ own: { topicId }, onClose }: ModeratorTaskProps) {
  const [words, setWords] = useState('')
  const [into, choose] = useState('')
  const found = useTopics(words).filter(({ id }) => id !== topicId)
  return (
    <AskDialog
      title="Merge this topic"
      label="Merge"
      busyLabel="Merging..."
      isDestructive
      act={async () => {
        await mergeTopic(topicId, into)
        await untilGone(postPath(topicId))
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
    </AskDialog>
  )
}

function useTopics(words: string): readonly TopicChoice[] {
  const [found, setFound] = useState<readonly TopicChoice[]>([])
  useEffect(() => {
    if (words.trim().length < 2) return setFound([])
    let isNewest = true
    const ask = async () => {
      const answer = await findTopics(words.trim()).catch(() => ({ items: [] }))
      if (isNewest) setFound(answer.items)
    }
    const timer = setTimeout(() => void ask(), PAUSE)
    return () => {
      isNewest = false
      clearTimeout(timer)
    }
  }, [words])
  return found
}
