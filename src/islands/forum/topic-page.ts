import { CHANGE_IN_REVIEW, IN_REVIEW } from '#src/contract/forum.ts'
import type { TopicSettings } from '#src/contract/forum-moderation.ts'
import type { MyTopic, Posted } from '#src/contract/forum-post.ts'
import { notify } from '../toasts.ts'
import { changeTopic, readTopicState, solve, thank } from './forum-calls.ts'
import {
  findPost,
  focusPost,
  getPosts,
  getTopicId,
  insertPendingChange,
  insertPost,
  showThanks,
} from './page-posts.tsx'
import { addMenuButton, isSolvedInPage, showReplyArea, showSolution, showTags } from './page-updates.tsx'
import { createTopicState } from './topic-state.ts'

/** How many posts one request for the topic state may name. */
const MOST_POSTS = 60
const POST_PENDING = IN_REVIEW
const CHANGE_PENDING = CHANGE_IN_REVIEW

/** The viewer's state in the topic of this page. */
export const topicState = createTopicState({
  read: readTopicState,
  thank,
  show: (postId, thanks) => {
    const article = findPost(postId)
    if (article) showThanks(article, thanks)
  },
  fail: (message) => notify({ kind: 'error', message }),
})

/** Loads what the viewer did in this topic and may do, and shows it. Does nothing on a page without a topic. Throws `ApiError`. */
export async function loadTopicState(): Promise<void> {
  const topicId = getTopicId()
  if (topicId === null) return
  const ids = getPosts().map((article) => article.dataset.post ?? '')
  await topicState.load(topicId, ids.slice(-MOST_POSTS))
  const own = topicState.$topic.get()
  if (own) showTopicState(own)
}

function showTopicState({ posts, waiting, changes, mayModerate }: MyTopic): void {
  if (mayModerate) for (const article of getPosts()) addMenuButton(article)
  for (const post of waiting) if (!isShown(post.id)) insertPost(post, toStateNotice(post.state, post.stateReason))
  for (const post of changes) if (!hasPendingChange(post.id)) insertPendingChange(post, CHANGE_PENDING)
  for (const { id, hasThanked, isOwn } of posts) {
    const button = findPost(id)?.querySelector<HTMLElement>('[data-button=thank]')
    if (!button) continue
    button.hidden = isOwn
    button.ariaPressed = String(hasThanked)
  }
}

/** True if the text of a post is in the page. It is left as it is, because the focus may be in it. */
const isShown = (id: string) => findPost(id)?.matches('.post-gone') === false

const hasPendingChange = (id: string) => findPost(id)?.querySelector('[data-change]') != null

function toStateNotice(state: string, reason: string | null): string {
  if (state === 'review') return POST_PENDING
  return reason ? `A moderator hid this: ${reason}` : 'A moderator hid this.'
}

/** Shows a post that was just written or changed and focuses it. Then loads what the viewer may do with it. */
export function showPosted({ post, change }: Posted): void {
  const article = change
    ? insertPendingChange(change, CHANGE_PENDING)
    : insertPost(post, post.state === 'review' ? POST_PENDING : undefined)
  focusPost(article)
  ignoreSecondClick()
  void loadTopicState().catch(() => {})
}

/**
 * The other clicks of the double click that sent a post would press what has come under the pointer since, and take the focus from
 * the post. They end with the next first press.
 */
function ignoreSecondClick(): void {
  const next = new AbortController()
  const ignore = (event: MouseEvent) => {
    if (event.detail > 1) {
      event.preventDefault()
      event.stopPropagation()
    } else if (event.type === 'mousedown') next.abort()
  }
  for (const type of ['mousedown', 'click'] as const)
    addEventListener(type, ignore, { capture: true, signal: next.signal })
}

/** Changes the settings of this page's topic and shows them. Throws `ApiError`. */
export async function setTopic(topicId: string, settings: TopicSettings): Promise<void> {
  const { isPinned, isLocked, slowSeconds, categoryId } = await changeTopic(topicId, settings)
  showTags({ isPinned, isLocked, isSolved: isSolvedInPage() })
  showReplyArea({ id: topicId, isLocked, slowSeconds })
  topicState.change({ isPinned, isLocked, slowSeconds, categoryId })
  // Only the server knows who may reply now.
  void loadTopicState().catch(() => {})
}

/** Marks the post that solved this page's topic, or with null none, and shows it. Throws `ApiError`. */
export async function setSolution(topicId: string, postId: string | null): Promise<void> {
  const { solvedPostId } = await solve(topicId, postId)
  showSolution(solvedPostId)
  const { isPinned = false, isLocked = false } = topicState.$topic.get() ?? {}
  showTags({ isPinned, isLocked, isSolved: solvedPostId !== null })
}
