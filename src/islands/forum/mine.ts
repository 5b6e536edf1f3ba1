import { atom, type ReadableAtom } from 'nanostores'
import type { MyPost, MyTopic } from '#src/contract/forum-post.ts'
import { toApiError } from '../call.ts'
import type { Thanks } from './forum-calls.ts'
import { toFormError } from './posting.ts'

type MineParts = {
  read: (topicId: string, posts: readonly string[]) => Promise<MyTopic>
  thank: (postId: string, isOn: boolean) => Promise<Thanks>
  /** Shows in the page how a post's thanks stand. */
  show: (postId: string, thanks: Thanks) => void
  fail: (message: string) => void
}

type MineStore = {
  /** What the viewer did in this topic and may do; null until it is known. */
  $mine: ReadableAtom<MyTopic | null>
  load: (topicId: string, posts: readonly string[]) => Promise<void>
  forget: () => void
  change: (change: Partial<MyTopic>) => void
  changePost: (change: Partial<MyPost> & Pick<MyPost, 'id'>) => void
  /** Thanks for a post or takes it back: shown at once, and as it was where the server refuses. */
  toggleThanks: (postId: string, shown: number) => Promise<void>
}

/** What a page of a topic knows of its viewer. */
export function createMine({ read, thank, show, fail }: MineParts): MineStore {
  const $mine = atom<MyTopic | null>(null)
  const busy = new Set<string>()
  const change = (to: Partial<MyTopic>) => {
    const mine = $mine.get()
    if (mine) $mine.set({ ...mine, ...to })
  }
  const changePost = (to: Partial<MyPost> & Pick<MyPost, 'id'>) => {
    const posts = $mine.get()?.posts ?? []
    change({ posts: posts.map((post) => (post.id === to.id ? { ...post, ...to } : post)) })
  }
  const settle = (postId: string, thanks: Thanks) => {
    changePost({ id: postId, hasThanked: thanks.hasThanked })
    show(postId, thanks)
  }
  return {
    $mine,
    change,
    changePost,
    forget: () => $mine.set(null),
    load: async (topicId, posts) => {
      const mine = await read(topicId, posts)
      $mine.set(mine)
    },
    toggleThanks: async (postId, shown) => {
      if (busy.has(postId)) return
      busy.add(postId)
      const hadThanked = $mine.get()?.posts.find(({ id }) => id === postId)?.hasThanked ?? false
      settle(postId, { thankCount: shown + (hadThanked ? -1 : 1), hasThanked: !hadThanked })
      try {
        settle(postId, await thank(postId, !hadThanked))
      } catch (cause) {
        settle(postId, { thankCount: shown, hasThanked: hadThanked })
        fail(toFormError(toApiError(cause)).message)
      }
      busy.delete(postId)
    },
  }
}
