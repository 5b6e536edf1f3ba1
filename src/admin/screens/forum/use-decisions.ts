import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  CHANGED_SINCE_READ,
  decidedPosts,
  type PostDecisions,
  type QueuedPost,
  returnedPosts,
} from '#src/contract/forum-moderation.ts'
import { UNDO_WINDOW } from '#src/contract/user.ts'
import { confirm } from '../../blocks/confirm.ts'
import { useBulk } from '../../blocks/selection.tsx'
import { useSave } from '../../blocks/use-save.ts'
import { type AskedAct, type Decision, decideAll, decidePost, STALE_LISTS, undoDismissals } from './forum-calls.ts'
import { ACTS } from './queue-words.ts'

type Asking = { act: AskedAct; posts: readonly QueuedPost[] }

/**
 * Decides about one post or several. Decisions against a post ask for a reason that its author reads. Approving several asks
 * once, because each author and follower is notified. Keeping a post notifies no one and can be undone.
 */
export function useDecisions(posts: readonly QueuedPost[], { setAll }: { setAll: (isOn: boolean) => void }) {
  const [asking, ask] = useState<Asking>()
  const close = () => {
    ask(undefined)
    setAll(false)
  }
  const one = useDecision(close)
  const getName = (id: string) => posts.find((post) => post.id === id)?.title ?? null
  const reopen = useReopen(getName)
  const many = useBulk({
    save: decideAll,
    done: (results, { act }: PostDecisions) =>
      results.length === 1 && !results[0]?.refusal ? ACTS[act].done : decidedPosts(act, results),
    undo: (ids, { act }) => (act === 'dismiss' ? { press: () => reopen.run(ids), within: UNDO_WINDOW } : undefined),
    failed: 'Failed to save decisions',
    stale: STALE_LISTS,
    getName,
    onDone: close,
  })
  const isBusy = one.isBusy || many.isBusy

  const choose = (act: PostDecisions['act'], chosen: readonly QueuedPost[]) => {
    const [post] = chosen
    if (isBusy || !post) return
    if (act !== 'approve' && act !== 'dismiss') return ask({ act, posts: chosen })
    if (act === 'dismiss') return many.run({ act, ids: getIds(chosen) })
    if (chosen.length === 1) return one.decide({ act, id: post.id, version: post.version })
    confirm({
      title: `Approve ${chosen.length} posts?`,
      message: 'Their authors and followers are notified.',
      label: `Approve ${chosen.length} posts`,
      busyLabel: 'Approving...',
      variant: 'default',
      act: () => many.runNow({ act, posts: chosen.map(({ id, version }) => ({ id, version })) }),
    })
  }
  const decideWhy = (reason: string) => {
    if (!asking) return
    const { act, posts: chosen } = asking
    const [post] = chosen
    if (chosen.length === 1 && post) one.decide({ act, id: post.id, reason })
    else many.run({ act, ids: getIds(chosen), reason })
  }
  const refused = [...many.refused, ...reopen.refused]
  const forget = () => {
    many.forget()
    reopen.forget()
  }
  return { choose, asking, cancel: () => ask(undefined), decideWhy, isBusy, newer: one.newer, refused, forget }
}

const getIds = (posts: readonly QueuedPost[]) => posts.map(({ id }) => id)

/** Decides about one post. `newer` is the post that its author changed after it was opened here. */
function useDecision(onDone: () => void) {
  const queries = useQueryClient()
  const [newer, setNewer] = useState<string>()
  const save = useSave({
    save: decidePost,
    done: (_, { act }: Decision) => ACTS[act].done,
    failed: 'Failed to save decision',
    stale: STALE_LISTS,
    onDone: () => {
      onDone()
      setNewer(undefined)
    },
    onRefused: ({ status, detail }, { id }) => {
      if (status !== 409) return false
      for (const queryKey of STALE_LISTS) void queries.invalidateQueries({ queryKey })
      if (detail === CHANGED_SINCE_READ) setNewer(id)
      return detail === CHANGED_SINCE_READ
    },
  })
  return { decide: save.mutate, isBusy: save.isPending, newer }
}

/** Undoes that posts were kept. */
function useReopen(getName: (id: string) => string | null) {
  return useBulk({
    save: undoDismissals,
    done: returnedPosts,
    failed: 'Failed to undo decision',
    stale: STALE_LISTS,
    getName,
  })
}
