import type { ForumCategory, TopicLine } from '#src/contract/forum.ts'
import { categoryPath, postAnchor } from '#src/contract/forum-paths.ts'
import { ReplyArea } from '#src/sections/forum/ReplyArea.tsx'
import { SolvedBy } from '#src/sections/forum/SolvedBox.tsx'
import { Tags } from '#src/sections/forum/Tags.tsx'
import { authorOf, numberOf, placePost, postInPage, postsOfPage, rendered } from './page-posts.tsx'

/** Puts another title over the page. */
export function showTitle(title: string): void {
  const heading = document.querySelector('main h1')
  if (heading) heading.textContent = title
}

/** Names another category as the one this topic is in, above it and beside it. */
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
  line?.prepend(...rendered(<Tags {...states} />))
}

export const isSolvedInPage = (): boolean => document.querySelector('.forum-head .tag-solved') !== null

/** Says where replies are written whether there are any, and how soon after each other. */
export function showDesk(topic: Pick<TopicLine, 'id' | 'isLocked'> & { slowSeconds: number | null }): void {
  const desk = document.querySelector<HTMLElement>('[data-forum-desk]')
  const [made] = rendered(<ReplyArea topic={{ ...topic, author: null }} />)
  if (!desk || !made) return
  desk.toggleAttribute('data-locked', topic.isLocked)
  for (const part of [...desk.children]) if (!part.matches('.forum-layer')) part.remove()
  desk.prepend(...made.children)
}

/** Marks the post that solved this topic, and no other, and leads to it from above. */
export function showSolution(id: string | null): void {
  showSolvedBox(id === null ? undefined : postInPage(id))
  for (const article of postsOfPage()) {
    const isSolution = article.dataset.post === id
    article.classList.toggle('post-solution', isSolution)
    const mark = article.querySelector('.solution-mark')
    if (!isSolution) mark?.remove()
    else if (!mark) article.querySelector('.prose')?.before(toMark())
  }
}

/** Takes away everything that says this topic is solved. */
function showUnsolved(): void {
  showSolution(null)
  document.querySelector('.forum-head .tag-solved')?.remove()
}

function showSolvedBox(article: HTMLElement | undefined): void {
  document.querySelector('.solved-box')?.remove()
  if (!article) return
  const username = authorOf(article)
  const author = username ? { username, isStaff: article.querySelector('header .staff') !== null } : null
  const number = numberOf(article)
  const box = rendered(<SolvedBy author={author} number={number} href={`#${postAnchor(number)}`} />)
  document.querySelector('.topic-cols > div')?.prepend(...box)
}

function toMark(): HTMLElement {
  const mark = document.createElement('p')
  mark.className = 'label solution-mark'
  mark.textContent = 'This solved it'
  return mark
}

/** Leaves the place of a post that is not shown any more. What it solved is solved no longer. */
export function showGone(article: HTMLElement, state: 'hidden' | 'deleted'): HTMLElement {
  if (article.matches('.post-solution')) showUnsolved()
  const gone = { replyTo: null, thankCount: 0, isSolution: false, editedAt: null, isEditedByStaff: false }
  const id = article.dataset.post ?? ''
  return placePost({ ...gone, id, number: numberOf(article), state, author: null, html: '', createdAt: 0 })
}

/** The place of a post that is gone has a menu for moderators, who may bring it back. */
export function addMenu(article: HTMLElement): void {
  if (!article.matches('.post-gone') || article.querySelector('[data-act]')) return
  const number = numberOf(article)
  const [button] = rendered(
    <button
      type="button"
      data-act="menu"
      aria-label={`More for post ${number}`}
      className="min-h-9 font-semibold underline"
    >
      More
    </button>,
  )
  if (button) article.append(button)
}
