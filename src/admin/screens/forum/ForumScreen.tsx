import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type PostDecisions, QUEUES, type Queue, type QueuedPost } from '#src/contract/forum-moderation.ts'
import { Button } from '#src/ui/Button.tsx'
import { Tabs } from '#src/ui/Tabs.tsx'
import { ShowMore } from '../../blocks/DataTable.tsx'
import { Empty } from '../../blocks/Empty.tsx'
import { lazyComponent } from '../../blocks/lazy-component.tsx'
import { KeyHints, useQueueKeys } from '../../blocks/queue-keys.tsx'
import { Screen } from '../../blocks/Screen.tsx'
import { Shown } from '../../blocks/Shown.tsx'
import { OfSelected, RefusedList, type Selection, SelectionBar, useSelection } from '../../blocks/selection.tsx'
import { type List, useList } from '../../blocks/use-list.ts'
import { useUrlState } from '../../blocks/use-url-state.ts'
import { fetchQueue, queueCountsQuery } from './forum-calls.ts'
import { QueuedCard } from './QueuedCard.tsx'
import { ACTS, CHOICES, DONE, formatCount, KEY_HINTS, QUEUE_NAMES, QUEUE_STEPS } from './queue-words.ts'
import { useDecisions } from './use-decisions.ts'

const ReasonDialog = lazyComponent(async () => (await import('./ForumDialogs.tsx')).ReasonDialog)

/** Posts of the forum that wait for a moderator, were reported, or are out of sight. */
export function ForumScreen() {
  const [{ queue = 'waiting' }, set] = useUrlState('/admin/forum')
  const { data: counts } = useQuery(queueCountsQuery)
  const getTitle = (name: Queue) =>
    counts && name !== 'hidden' ? `${QUEUE_NAMES[name]} (${formatCount(counts[name])})` : QUEUE_NAMES[name]
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
          title: getTitle(name),
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

/** One queue, each post whole, with what can be done about it. */
function QueuePanel({ queue }: { queue: Queue }) {
  const queries = useQueryClient()
  // A queue is fetched whenever it is opened, because others work on it too.
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
  const selection = useSelection(posts)
  const { choose, asking, cancel, decideWhy, isBusy, newer, refused, forget } = useDecisions(posts, selection)
  const choices = CHOICES[queue]
  const acts = [choices.keep, choices.remove].filter((act) => act !== undefined)
  const keys = useQueueKeys({
    entries: posts,
    focusOn: '[data-queued]',
    steps: QUEUE_STEPS,
    onAct: (step, post) => {
      if (step === 'select') return selection.toggle(post.id)
      const act = choices[step]
      if (act) choose(act, selection.selected.length > 0 ? selection.selected : [post])
    },
  })
  const [title, sentence] = DONE[queue]
  return (
    <>
      <RefusedList refused={refused} onClose={forget} />
      {posts.length === 0 && <Empty title={title}>{sentence}</Empty>}
      {posts.length > 0 && (
        <DecisionBar acts={acts} count={posts.length} selection={selection} isBusy={isBusy} onChoose={choose} />
      )}
      <ul ref={keys} aria-label={`${QUEUE_NAMES[queue]} posts`} className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {posts.map((post) => (
          <QueuedCard
            key={post.id}
            post={post}
            isNewer={post.id === newer}
            isSelected={selection.isSelected(post.id)}
            onToggle={() => selection.toggle(post.id)}
          >
            {acts.map((act) => (
              <Button
                key={act}
                size="sm"
                variant={act === choices.keep ? 'default' : 'outline'}
                isBusy={isBusy}
                onClick={() => choose(act, [post])}
              >
                {ACTS[act].label}
                <span className="sr-only"> “{post.title}”</span>
              </Button>
            ))}
          </QueuedCard>
        ))}
      </ul>
      <ShowMore what="posts" list={list} />
      {asking && <ReasonDialog {...asking} isBusy={isBusy} onReason={decideWhy} onClose={cancel} />}
    </>
  )
}

type Act = PostDecisions['act']
type DecisionBarProps = {
  /** The first one keeps a post. */
  acts: readonly Act[]
  count: number
  selection: Selection<QueuedPost>
  isBusy: boolean
  onChoose: (act: Act, posts: readonly QueuedPost[]) => void
}

/** What can be decided about all selected posts, and the keys that do it. */
function DecisionBar({ acts, count, selection, isBusy, onChoose }: DecisionBarProps) {
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-6 gap-y-3">
      <SelectionBar what="posts" count={count} selection={selection} isBusy={isBusy}>
        {(state) =>
          acts.map((act, at) => (
            <Button
              key={act}
              size="sm"
              variant={at === 0 ? 'default' : 'outline'}
              {...state}
              onClick={() => onChoose(act, selection.selected)}
            >
              <OfSelected>{ACTS[act].label}</OfSelected>
            </Button>
          ))
        }
      </SelectionBar>
      <KeyHints hints={KEY_HINTS} className="lg:ml-auto" />
    </div>
  )
}
