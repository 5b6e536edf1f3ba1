import { atom, type ReadableAtom } from 'nanostores'
import type { MyPost, MyTopic } from '#src/contract/forum-post.ts'
import { toApiError } from '../call.ts'
import type { Thanks } from './forum-calls.ts'
import { toFormError } from './posting.ts'

type TopicStateParts = {
  read: (topicId: string, posts: readonly string[]) => Promise<MyTopic>
  thank: (postId: string, isOn: boolean) => Promise<Thanks>
  /** Shows the thanks for a post in the page. */
  show: (postId: string, thanks: Thanks) => void
  fail: (message: string) => void
}

type TopicStateStore = {
  /** What the viewer did in this topic and may do; null until it is known. */
  $topic: ReadableAtom<MyTopic | null>
  load: (topicId: string, posts: readonly string[]) => Promise<void>
  forget: () => void
  change: (change: Partial<MyTopic>) => void
  changePost: (change: Partial<MyPost> & Pick<MyPost, 'id'>) => void
  /** Thanks for a post or takes the thanks back. The page shows it at once, and the previous state if the server refuses. */
  toggleThanks: (postId: string, shown: number) => Promise<void>
}

/** What the viewer did in a topic and may do there. */
export function createTopicState({ read, thank, show, fail }: TopicStateParts): TopicStateStore {
  const $topic = atom<MyTopic | null>(null)
  const busy = new Set<string>()
  const change = (to: Partial<MyTopic>) => {
    const topic = $topic.get()
    if (topic) $topic.set({ ...topic, ...to })
  }
  const changePost = (to: Partial<MyPost> & Pick<MyPost, 'id'>) => {
    const posts = $topic.get()?.posts ?? []
    change({ posts: posts.map((post) => (post.id === to.id ? { ...post, ...to } : post)) })
  }
  const settle = (postId: string, thanks: Thanks) => {
    changePost({ id: postId, hasThanked: thanks.hasThanked })
    show(postId, thanks)
  }
  return {
    $topic,
    change,
    changePost,
    forget: () => $topic.set(null),
    load: async (topicId, posts) => {
      const topic = await read(topicId, posts)
      $topic.set(topic)
    },
    toggleThanks: async (postId, shown) => {
      if (busy.has(postId)) return
      busy.add(postId)
      const hadThanked = $topic.get()?.posts.find(({ id }) => id === postId)?.hasThanked ?? false
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
