import { useEffect } from 'react'

/** The forms with unsaved edits, each with what leaving its screen does to them. */
const forms = new Set<{ isKept: boolean }>()

/** True while a form on this page has unsaved edits. */
export function hasUnsaved(): boolean {
  return forms.size > 0
}

/** True while a form on this page has unsaved edits that are lost when its screen is left. */
export function wouldLoseText(): boolean {
  return [...forms].some(({ isKept }) => !isKept)
}

const warn = (event: Event) => event.preventDefault()

/**
 * Asks before the page is left. With `isKept`, the edits outlive the screen, though not the page or the session, such as a
 * draft. Returns a function that ends this.
 */
export function warnBeforeUnload(isKept = false): () => void {
  const form = { isKept }
  forms.add(form)
  addEventListener('beforeunload', warn)
  return () => {
    forms.delete(form)
    if (forms.size === 0) removeEventListener('beforeunload', warn)
  }
}

/** Asks before the page is left while a form has unsaved edits. `isKept` is the one of `warnBeforeUnload`. */
export function useUnloadWarning(isDirty: boolean, isKept = false): void {
  useEffect(() => (isDirty ? warnBeforeUnload(isKept) : undefined), [isDirty, isKept])
}
