import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { CHANGED_SINCE_READ, QUEUES, type Queue, type QueuedPost } from '#src/contract/forum-moderation.ts'
import { Button } from '#src/ui/Button.tsx'
import { Tabs } from '#src/ui/Tabs.tsx'
import { Empty } from '../../blocks/Empty.tsx'
import { later } from '../../blocks/later.tsx'
import { KeyHints, useQueueKeys } from '../../blocks/queue-keys.tsx'
import { Screen } from '../../blocks/Screen.tsx'
import { Shown } from '../../blocks/Shown.tsx'
import { type List, useList } from '../../blocks/use-list.ts'
import { useSave } from '../../blocks/use-save.ts'
import { useUrlState } from '../../blocks/use-url-state.ts'
import { type AskedAct, countsQuery, type Decision, decide, fetchQueue, STALE_LISTS } from './forum-calls.ts'
import { QueuedCard } from './QueuedCard.tsx'
import { ACTS, CHOICES, countOf, DONE, KEY_HINTS, QUEUE_NAMES, QUEUE_STEPS } from './queue-words.ts'

const place = z.object({ queue: z.enum(QUEUES).optional().catch(undefined) })

/** Posts of the forum that wait for a moderator, were reported, or are out of sight. */
export function ForumScreen() {
  const [{ queue = 'waiting' }, set] = useUrlState(place)
  const { data: counts } = useQuery(countsQuery)
  const titleOf = (name: Queue) =>
    counts && name !== 'hidden' ? `${QUEUE_NAMES[name]} (${countOf(counts[name])})` : QUEUE_NAMES[name]
  return (
    <Screen
      title="Forum posts"
      lead="New, reported and hidden posts. Authors are notified of each decision and its reason."
    >
      <Tabs
        label="Queues"
        current={queue}
        onChange={(name) => set({ queue: name })}
        tabs={QUEUES.map((name) => ({
          name,
          title: titleOf(name),
          panel: name === queue && (
            <div>
              <QueuePanel queue={name} />
            </div>
          ),
        }))}
      />
    </Screen>
  )
}

const ReasonDialog = later(async () => (await import('./ForumDialogs.tsx')).ReasonDialog)

/** One queue, each post whole, with what can be done about it. */
function QueuePanel({ queue }: { queue: Queue }) {
  const queries = useQueryClient()
  // Whoever opens a queue wants it as it is now: others work on it.
  useState(() => queries.removeQueries({ queryKey: ['forum-queue'] }))
  const list = useList(['forum-queue', queue], (cursor) => fetchQueue(queue, cursor))
  return (
    <Shown query={list} what="posts">
      {(posts) => <Posts queue={queue} list={list} posts={posts} />}
    </Shown>
  )
}

type PostsProps = { queue: Queue; list: List<QueuedPost>; posts: QueuedPost[] }

function Posts({ queue, list, posts }: PostsProps) {
  const queries = useQueryClient()
  const [asking, ask] = useState<{ act: AskedAct; post: QueuedPost }>()
  const [newer, setNewer] = useState<string>()
  const save = useSave({
    save: decide,
    done: (_, { act }: Decision) => ACTS[act].done,
    failed: 'Failed to save decision',
    stale: STALE_LISTS,
    onDone: () => {
      ask(undefined)
      setNewer(undefined)
    },
    onRefused: ({ status, detail }, { id }) => {
      if (status !== 409) return false
      for (const queryKey of STALE_LISTS) void queries.invalidateQueries({ queryKey })
      if (detail === CHANGED_SINCE_READ) setNewer(id)
      return detail === CHANGED_SINCE_READ
    },
  })
  const choose = (act: Decision['act'], post: QueuedPost) => {
    if (save.isPending) return
    const { id, version } = post
    if (act === 'approve') save.mutate({ act, id, version })
    else if (act === 'dismiss') save.mutate({ act, id })
    else ask({ act, post })
  }
  const choices = CHOICES[queue]
  const keys = useQueueKeys({
    entries: posts,
    focusOn: '[data-queued]',
    steps: QUEUE_STEPS,
    onAct: (step, post) => {
      const act = choices[step]
      if (act) choose(act, post)
    },
  })
  const [title, sentence] = DONE[queue]
  if (posts.length === 0) return <Empty title={title}>{sentence}</Empty>
  return (
    <>
      <KeyHints hints={KEY_HINTS} className="mb-4" />
      <ul ref={keys} aria-label={`${QUEUE_NAMES[queue]} posts`} className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {posts.map((post) => (
          <QueuedCard key={post.id} post={post} isNewer={post.id === newer}>
            {[choices.keep, choices.remove].map(
              (act) =>
                act && (
                  <Button
                    key={act}
                    size="sm"
                    variant={act === choices.keep ? 'default' : 'outline'}
                    disabled={save.isPending}
                    onClick={() => choose(act, post)}
                  >
                    {ACTS[act].label}
                    <span className="sr-only"> “{post.title}”</span>
                  </Button>
                ),
            )}
          </QueuedCard>
        ))}
      </ul>
      {list.hasMore && (
        <Button variant="outline" disabled={list.isLoadingMore} onClick={list.loadMore} className="mt-5">
          {list.isLoadingMore ? 'Loading...' : 'Show more posts'}
        </Button>
      )}
      {asking && (
        <ReasonDialog
          {...asking}
          isBusy={save.isPending}
          onReason={(reason) => save.mutate({ act: asking.act, id: asking.post.id, reason })}
          onClose={() => ask(undefined)}
        />
      )}
    </>
  )
}
