import type { ForumCategory, TopicLine } from '#src/contract/forum.ts'
import { categoryPath, postAnchor } from '#src/contract/forum-paths.ts'
import { ReplyArea } from '#src/sections/forum/ReplyArea.tsx'
import { SolvedBy } from '#src/sections/forum/SolvedBox.tsx'
import { Tags } from '#src/sections/forum/Tags.tsx'
import {
  findPost,
  getAuthor,
  getPostNumber,
  getPosts,
  getReplyArea,
  insertPost,
  renderToElements,
} from './page-posts.tsx'

/** Shows a new title over the page. */
export function showTitle(title: string): void {
  const heading = document.querySelector('main h1')
  if (heading) heading.textContent = title
}

/** Shows the new category of this topic, above it and beside it. */
export function showCategory({ slug, name }: Pick<ForumCategory, 'slug' | 'name'>): void {
  const links = document.querySelectorAll<HTMLAnchorElement>(`:is(.crumbs, .facts) a[href^='${categoryPath('')}']`)
  for (const link of links) {
    link.href = categoryPath(slug)
    link.textContent = name
  }
}

/** Shows the states of this topic under its title. */
export function showTags(states: Pick<TopicLine, 'isPinned' | 'isSolved' | 'isLocked'>): void {
  const line = document.querySelector('.forum-head .meta')
  for (const tag of line?.querySelectorAll('.tag') ?? []) tag.remove()
  line?.prepend(...renderToElements(<Tags {...states} />))
}

export const isSolvedInPage = (): boolean => document.querySelector('.forum-head .tag-solved') !== null

/** Shows where replies are written whether the topic is locked or in slow mode. */
export function showReplyArea(topic: Pick<TopicLine, 'id' | 'isLocked'> & { slowSeconds: number | null }): void {
  const replyArea = getReplyArea()
  const [made] = renderToElements(<ReplyArea topic={{ ...topic, author: null }} />)
  if (!replyArea || !made) return
  replyArea.toggleAttribute('data-locked', topic.isLocked)
  for (const part of [...replyArea.children]) if (!part.matches('.forum-layer')) part.remove()
  replyArea.prepend(...made.children)
}

/** Marks the post that solved this topic, and no other, and links to it above the posts. */
export function showSolution(id: string | null): void {
  showSolvedBox(id === null ? undefined : findPost(id))
  for (const article of getPosts()) {
    const isSolution = article.dataset.post === id
    article.classList.toggle('post-solution', isSolution)
    const mark = article.querySelector('.solution-mark')
    if (!isSolution) mark?.remove()
    else if (!mark) article.querySelector('.prose')?.before(createSolutionMark())
  }
}

/** Removes everything that says this topic is solved. */
function showUnsolved(): void {
  showSolution(null)
  document.querySelector('.forum-head .tag-solved')?.remove()
}

function showSolvedBox(article: HTMLElement | undefined): void {
  document.querySelector('.solved-box')?.remove()
  if (!article) return
  const username = getAuthor(article)
  const author = username ? { username, isStaff: article.querySelector('header .staff') !== null } : null
  const number = getPostNumber(article)
  const box = renderToElements(<SolvedBy author={author} number={number} href={`#${postAnchor(number)}`} />)
  document.querySelector('.topic-cols > div')?.prepend(...box)
}

function createSolutionMark(): HTMLElement {
  const mark = document.createElement('p')
  mark.className = 'label solution-mark'
  mark.textContent = 'This solved it'
  return mark
}

/** Replaces a post that is no longer shown with a placeholder. If it was the solution, the topic is no longer solved. */
export function showRemovedPost(article: HTMLElement, state: 'hidden' | 'deleted'): HTMLElement {
  if (article.matches('.post-solution')) showUnsolved()
  const gone = { replyTo: null, thankCount: 0, isSolution: false, editedAt: null, isEditedByStaff: false }
  const id = article.dataset.post ?? ''
  return insertPost({ ...gone, id, number: getPostNumber(article), state, author: null, html: '', createdAt: 0 })
}

/** Adds a menu for moderators to the placeholder of a post, so that they can restore it. */
export function addMenuButton(article: HTMLElement): void {
  if (!article.matches('.post-gone') || article.querySelector('[data-button]')) return
  const number = getPostNumber(article)
  const [button] = renderToElements(
    <button
      type="button"
      data-button="menu"
      aria-label={`More for post ${number}`}
      className="min-h-9 font-semibold underline"
    >
      More
    </button>,
  )
  if (button) article.append(button)
}
