import type { ForumCategory } from '#src/contract/forum.ts'
import { categoryPath } from '#src/contract/forum-paths.ts'
import { numberOf, placePost, postsOfPage, rendered } from './page-posts.tsx'

/** Marks the post that solved its topic, and no other. */
export function showSolution(id: string | null): void {
  for (const article of postsOfPage()) {
    const isSolution = article.dataset.post === id
    article.classList.toggle('post-solution', isSolution)
    const mark = article.querySelector('.solution-mark')
    if (!isSolution) mark?.remove()
    else if (!mark) article.querySelector('.prose')?.before(toMark())
  }
}

function toMark(): HTMLElement {
  const mark = document.createElement('p')
  mark.className = 'label solution-mark'
  mark.textContent = 'This solved it'
  return mark
}

/** Leaves the place of a post that is not shown any more. */
export function showGone(article: HTMLElement, state: 'hidden' | 'deleted'): HTMLElement {
  const gone = { replyTo: null, thankCount: 0, isSolution: false, editedAt: null, isEditedByStaff: false }
  const id = article.dataset.post ?? ''
  return placePost({ ...gone, id, number: numberOf(article), state, author: null, html: '', createdAt: 0 })
}

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
