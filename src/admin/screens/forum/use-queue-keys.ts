import { useEffect, useRef } from 'react'
import type { QueuedPost } from '#src/contract/forum-moderation.ts'
import { stepOf } from './queue-keys.ts'

const POST = '[data-queued]'

type Acts = { onKeep: (post: QueuedPost) => void; onRemove: (post: QueuedPost) => void }

/**
 * A queue by keyboard: what a key does with the post that has the focus. Keys work inside the list alone, so that they never
 * take a letter somebody types. (WCAG 2.1.4)
 */
export function useQueueKeys(posts: readonly QueuedPost[], { onKeep, onRemove }: Acts) {
  const list = useRef<HTMLUListElement>(null)
  const lastFocus = useRef<number | undefined>(undefined)
  const focus = (at: number) => list.current?.querySelectorAll<HTMLElement>(POST)[at]?.focus()

  const press = useRef((_event: KeyboardEvent) => {})
  press.current = (event) => {
    const step = stepOf(event)
    const at = placeOf(event.target)
    const post = posts[at]
    if (!step || !post) return
    event.preventDefault()
    if (step === 'next') focus(Math.min(at + 1, posts.length - 1))
    if (step === 'previous') focus(Math.max(at - 1, 0))
    if (step === 'open') list.current?.querySelectorAll(POST)[at]?.querySelector('a')?.click()
    if (step === 'keep') onKeep(post)
    if (step === 'remove') onRemove(post)
  }
  const isThere = posts.length > 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list is there as soon as it has a post
  useEffect(() => {
    const element = list.current
    const listen = (event: KeyboardEvent) => press.current(event)
    const note = ({ target }: FocusEvent) => {
      lastFocus.current = placeOf(target)
    }
    element?.addEventListener('keydown', listen)
    element?.addEventListener('focusin', note)
    return () => {
      element?.removeEventListener('keydown', listen)
      element?.removeEventListener('focusin', note)
    }
  }, [isThere])
  // What had the focus was decided on and is gone: it goes on to the post that stands there now.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list is what moves it
  useEffect(() => {
    if (lastFocus.current === undefined || document.activeElement !== document.body) return
    focus(Math.min(lastFocus.current, posts.length - 1))
  }, [posts])
  return list
}

/** What is open above the list is none of it. */
function placeOf(target: EventTarget | null): number {
  const isInList = target instanceof Element && target.closest('dialog') === null
  const post = isInList ? target.closest(POST) : null
  return post ? [...(post.parentElement?.children ?? [])].indexOf(post) : -1
}
