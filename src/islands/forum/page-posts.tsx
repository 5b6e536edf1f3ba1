import type { ReactElement } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import type { ForumPost } from '#src/contract/forum.ts'
import { postAnchor } from '#src/contract/forum-paths.ts'
import { counted } from '#src/sections/forum/counted.ts'
import { PostCard } from '#src/sections/forum/PostCard.tsx'
import type { Thanks } from './forum-calls.ts'

export const getReplyArea = () => document.querySelector<HTMLElement>('[data-reply-area]')

/** The id of the topic that this page shows; null on other pages of the forum. */
export const getTopicId = (): string | null => getReplyArea()?.dataset.topic ?? null

export const getPosts = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('article[data-post]')]
export const findPost = (id: string): HTMLElement | undefined =>
  getPosts().find((article) => article.dataset.post === id)

export const getPostNumber = (article: HTMLElement): number => Number(article.id.replace('post-', ''))
export const getAuthor = (article: HTMLElement): string | null =>
  article.querySelector('.author')?.textContent?.trim() ?? null

/** Inserts a public post with its pending change. It still counts as public. */
export function insertPendingChange(post: ForumPost, remark: string): HTMLElement {
  const article = insertPost(post)
  article.querySelector('.prose')?.before(createRemark(remark, 'change'))
  return article
}

/** Inserts a post at the place of its number, or replaces the one that is there, and returns the element. */
export function insertPost(post: ForumPost, remark?: string): HTMLElement {
  const isNear = (number: number) => document.getElementById(postAnchor(number)) !== null
  const card = <PostCard post={post} starter={getReplyArea()?.dataset.starter} isNear={isNear} />
  const [article = document.createElement('article')] = renderToElements(card)
  article.dataset.state = post.state
  if (remark) article.querySelector('.prose')?.before(createRemark(remark, 'remark'))
  const old = findPost(post.id)
  const next = getPosts().find((other) => getPostNumber(other) > post.number)
  addToCount('replies', getCounts(article).replies - getCounts(old).replies)
  addToCount('thanks', getCounts(article).thanks - getCounts(old).thanks)
  if (old) old.replaceWith(article)
  else if (next) next.before(article)
  else document.querySelector('[data-new-posts]')?.before(article)
  return article
}

/** What a post adds to the counts of its topic: nothing unless it is public. */
function getCounts(article: HTMLElement | undefined): { replies: number; thanks: number } {
  const isShown = article && !article.matches('.post-gone') && !article.querySelector('[data-remark]')
  return isShown
    ? { replies: getPostNumber(article) > 1 ? 1 : 0, thanks: getThanksCount(article) }
    : { replies: 0, thanks: 0 }
}

/** Renders the same markup as the server. Its buttons are handled by the listener of the page. */
export function renderToElements(markup: ReactElement): HTMLElement[] {
  const holder = document.createElement('div')
  const root = createRoot(holder)
  flushSync(() => root.render(markup))
  const copies = [...holder.children].map((child) => child.cloneNode(true))
  root.unmount()
  return copies.filter((copy) => copy instanceof HTMLElement)
}

function createRemark(words: string, about: 'remark' | 'change'): HTMLElement {
  const remark = document.createElement('p')
  remark.className = 'remark'
  remark.dataset[about] = ''
  remark.textContent = words
  return remark
}

/** Moves the focus to a post, so that it is scrolled into view and read out. */
export function focusPost(article: HTMLElement): void {
  article.tabIndex = -1
  article.focus({ preventScroll: true })
  article.scrollIntoView({ block: 'nearest' })
}

/** Shows the number of thanks, and whether the viewer's are among them. */
export function showThanks(article: HTMLElement, { thankCount, hasThanked }: Thanks): void {
  addToCount('thanks', thankCount - getThanksCount(article))
  const count = article.querySelector('[data-thanks]')
  if (count) count.textContent = thankCount > 0 ? counted(thankCount, 'thanks', 'thanks') : ''
  article.querySelector('[data-button=thank]')?.setAttribute('aria-pressed', String(hasThanked))
}

export const getThanksCount = (article: HTMLElement): number =>
  Number.parseInt(article.querySelector('[data-thanks]')?.textContent?.replace(/\D/g, '') || '0', 10)

/** The selected text of a post, or else all of its text without quotes. */
export function getQuotableText(article: HTMLElement): string {
  const selection = getSelection()
  const body = article.querySelector<HTMLElement>('.prose')
  if (!body) return ''
  const isInside = selection?.anchorNode && body.contains(selection.anchorNode) && body.contains(selection.focusNode)
  const words = isInside ? selection.toString() : ''
  if (words.trim() !== '') return words
  const copy = body.cloneNode(true)
  if (copy instanceof HTMLElement) for (const quote of copy.querySelectorAll('blockquote')) quote.remove()
  return toPlainText(copy)
}

/** The text with an empty line between paragraphs. */
function toPlainText(copy: Node): string {
  return [...copy.childNodes]
    .map((part) => part.textContent?.trim() ?? '')
    .filter((part) => part !== '')
    .join('\n\n')
}

/** Adds `change` to the counts of replies or thanks that the page shows. */
function addToCount(what: 'replies' | 'thanks', change: number): void {
  if (change === 0) return
  for (const place of document.querySelectorAll(`[data-count=${what}]`)) {
    const count = Number(place.textContent.replace(/\D/g, '')) + change
    place.textContent = place.closest('.facts') ? count.toLocaleString('en-US') : counted(count, 'reply', 'replies')
  }
}
