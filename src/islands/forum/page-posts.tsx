import type { ReactElement } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import type { ForumPost } from '#src/contract/forum.ts'
import { postAnchor } from '#src/contract/forum-paths.ts'
import { counted } from '#src/sections/forum/counted.ts'
import { PostCard } from '#src/sections/forum/PostCard.tsx'
import type { Thanks } from './forum-calls.ts'

const deskOfPage = () => document.querySelector<HTMLElement>('[data-forum-desk]')

/** The topic this page shows; null on every other page of the forum. */
export const topicOfPage = (): string | null => deskOfPage()?.dataset.topic ?? null

export const postsOfPage = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('article[data-post]')]
export const postInPage = (id: string): HTMLElement | undefined =>
  postsOfPage().find((article) => article.dataset.post === id)

export const numberOf = (article: HTMLElement): number => Number(article.id.replace('post-', ''))
export const authorOf = (article: HTMLElement): string | null =>
  article.querySelector('.who')?.textContent?.trim() ?? null

/** The same for a post that is shown and has a change that waits, as it will read. It counts as what it is: shown. */
export function placeChange(post: ForumPost, remark: string): HTMLElement {
  const article = placePost(post)
  article.querySelector('.prose')?.before(toRemark(remark, 'change'))
  return article
}

/** Puts a post where its number belongs, in place of what stands there of it, and gives the element. */
export function placePost(post: ForumPost, remark?: string): HTMLElement {
  const isNear = (number: number) => document.getElementById(postAnchor(number)) !== null
  const card = <PostCard post={post} starter={deskOfPage()?.dataset.starter} isNear={isNear} />
  const [article = document.createElement('article')] = rendered(card)
  article.dataset.state = post.state
  if (remark) article.querySelector('.prose')?.before(toRemark(remark, 'remark'))
  const old = postInPage(post.id)
  const next = postsOfPage().find((other) => numberOf(other) > post.number)
  addToCount('replies', figuresOf(article).replies - figuresOf(old).replies)
  addToCount('thanks', figuresOf(article).thanks - figuresOf(old).thanks)
  if (old) old.replaceWith(article)
  else if (next) next.before(article)
  else document.querySelector('[data-new-posts]')?.before(article)
  return article
}

/** What a post adds to the figures of its topic: nothing where it is not there for everybody to read. */
function figuresOf(article: HTMLElement | undefined): { replies: number; thanks: number } {
  const isShown = article && !article.matches('.post-gone') && !article.querySelector('[data-remark]')
  return isShown ? { replies: numberOf(article) > 1 ? 1 : 0, thanks: shownThanks(article) } : { replies: 0, thanks: 0 }
}

/** The same markup the server sends for it. What is pressed in it is heard by the page. */
export function rendered(markup: ReactElement): HTMLElement[] {
  const holder = document.createElement('div')
  const root = createRoot(holder)
  flushSync(() => root.render(markup))
  const copies = [...holder.children].map((child) => child.cloneNode(true))
  root.unmount()
  return copies.filter((copy) => copy instanceof HTMLElement)
}

function toRemark(words: string, about: 'remark' | 'change'): HTMLElement {
  const remark = document.createElement('p')
  remark.className = 'remark'
  remark.dataset[about] = ''
  remark.textContent = words
  return remark
}

/** Moves the focus to a post, which so comes into sight and is read out. */
export function focusPost(article: HTMLElement): void {
  article.tabIndex = -1
  article.focus({ preventScroll: true })
  article.scrollIntoView({ block: 'nearest' })
}

/** Shows how many thanked, and whether the viewer did. */
export function showThanks(article: HTMLElement, { thankCount, hasThanked }: Thanks): void {
  addToCount('thanks', thankCount - shownThanks(article))
  const count = article.querySelector('[data-thanks]')
  if (count) count.textContent = thankCount > 0 ? counted(thankCount, 'thanks', 'thanks') : ''
  article.querySelector('[data-act=thank]')?.setAttribute('aria-pressed', String(hasThanked))
}

export const shownThanks = (article: HTMLElement): number =>
  Number.parseInt(article.querySelector('[data-thanks]')?.textContent?.replace(/\D/g, '') || '0', 10)

/** What somebody selected of a post, or else all of its words, without quotes in it. */
export function wordsOf(article: HTMLElement): string {
  const selection = getSelection()
  const body = article.querySelector<HTMLElement>('.prose')
  if (!body) return ''
  const isInside = selection?.anchorNode && body.contains(selection.anchorNode) && body.contains(selection.focusNode)
  const words = isInside ? selection.toString() : ''
  if (words.trim() !== '') return words
  const copy = body.cloneNode(true)
  if (copy instanceof HTMLElement) for (const quote of copy.querySelectorAll('blockquote')) quote.remove()
  return textOf(copy)
}

/** Paragraphs apart by an empty line, as they were written. */
function textOf(copy: Node): string {
  return [...copy.childNodes]
    .map((part) => part.textContent?.trim() ?? '')
    .filter((part) => part !== '')
    .join('\n\n')
}

/** Counts so many more, or fewer, replies or thanks where the page tells how many its topic has. */
function addToCount(what: 'replies' | 'thanks', change: number): void {
  if (change === 0) return
  for (const place of document.querySelectorAll(`[data-count=${what}]`)) {
    const count = Number(place.textContent.replace(/\D/g, '')) + change
    place.textContent = place.closest('.facts') ? count.toLocaleString('en-US') : counted(count, 'reply', 'replies')
  }
}
