import { numberOf, placePost, rendered } from './page-posts.tsx'
import { showUnsolved } from './topic-marks.tsx'

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
