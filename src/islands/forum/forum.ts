import { CHANGE_IN_REVIEW, IN_REVIEW } from '#src/contract/forum.ts'
import type { TopicSettings } from '#src/contract/forum-moderation.ts'
import type { MyTopic, Posted } from '#src/contract/forum-post.ts'
import { notify } from '../toasts.ts'
import { changeTopic, readMine, solve, thank } from './forum-calls.ts'
import { createMine } from './mine.ts'
import { focusPost, placeChange, placePost, postInPage, postsOfPage, showThanks, topicOfPage } from './page-posts.tsx'
import { addMenu, isSolvedInPage, showDesk, showSolution, showTags } from './topic-marks.tsx'

/** Posts one question about the viewer's own may name. */
const MOST_POSTS = 60
const WAITS = IN_REVIEW
const CHANGE_WAITS = CHANGE_IN_REVIEW

/** What this page knows of its viewer. */
export const mine = createMine({
  read: readMine,
  thank,
  show: (postId, thanks) => {
    const article = postInPage(postId)
    if (article) showThanks(article, thanks)
  },
  fail: (message) => notify({ kind: 'error', message }),
})

/** Asks what the viewer did here and may do, and shows it; for a page without a topic it asks nothing. Throws `ApiError`. */
export async function readOwn(): Promise<void> {
  const topicId = topicOfPage()
  if (topicId === null) return
  const ids = postsOfPage().map((article) => article.dataset.post ?? '')
  await mine.load(topicId, ids.slice(-MOST_POSTS))
  const own = mine.$mine.get()
  if (own) showOwn(own)
}

function showOwn({ posts, waiting, changes, mayModerate }: MyTopic): void {
  if (mayModerate) for (const article of postsOfPage()) addMenu(article)
  for (const post of waiting) if (!stands(post.id)) placePost(post, stateNotice(post.state, post.stateReason))
  for (const post of changes) if (!isChanged(post.id)) placeChange(post, CHANGE_WAITS)
  for (const { id, hasThanked, isOwn } of posts) {
    const button = postInPage(id)?.querySelector<HTMLElement>('[data-act=thank]')
    if (!button) continue
    button.hidden = isOwn
    button.ariaPressed = String(hasThanked)
  }
}

/** True for a post whose words are in the page: they stay, and the focus that may be there. */
const stands = (id: string) => postInPage(id)?.matches('.post-gone') === false

const isChanged = (id: string) => postInPage(id)?.querySelector('[data-change]') != null

function stateNotice(state: string, reason: string | null): string {
  if (state === 'review') return WAITS
  return reason ? `A moderator hid this: ${reason}` : 'A moderator hid this.'
}

/** Puts a post that was just written, or changed, into the page and leads there. What it may do now is asked for behind that. */
export function showPosted({ post, change }: Posted): void {
  const article = change
    ? placeChange(change, CHANGE_WAITS)
    : placePost(post, post.state === 'review' ? WAITS : undefined)
  focusPost(article)
  void readOwn().catch(() => {})
}

/** Changes what moderators set of this page's topic and shows what stands then. Throws `ApiError`. */
export async function setTopic(topicId: string, settings: TopicSettings): Promise<void> {
  const { isPinned, isLocked, slowSeconds, categoryId } = await changeTopic(topicId, settings)
  showTags({ isPinned, isLocked, isSolved: isSolvedInPage() })
  showDesk({ id: topicId, isLocked, slowSeconds })
  mine.change({ isPinned, isLocked, slowSeconds, categoryId })
  // Who may reply now is the server's to say.
  void readOwn().catch(() => {})
}

/** Chooses what solved this page's topic, or that nothing did, and shows it. Throws `ApiError`. */
export async function setSolution(topicId: string, postId: string | null): Promise<void> {
  const { solvedPostId } = await solve(topicId, postId)
  showSolution(solvedPostId)
  const { isPinned = false, isLocked = false } = mine.$mine.get() ?? {}
  showTags({ isPinned, isLocked, isSolved: solvedPostId !== null })
}
