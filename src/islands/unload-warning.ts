import { useEffect } from 'react'

/** The number of forms with unsaved edits. */
let forms = 0

/** True while a form on this page has unsaved edits. */
export function hasUnsaved(): boolean {
  return forms > 0
}

const warn = (event: Event) => event.preventDefault()

/** Asks before the page is left. Returns a function that ends this. */
export function warnBeforeUnload(): () => void {
  forms += 1
  addEventListener('beforeunload', warn)
  return () => {
    forms -= 1
    if (forms === 0) removeEventListener('beforeunload', warn)
  }
}

/** Asks before the page is left while a form has unsaved edits. */
export function useUnloadWarning(isDirty: boolean): void {
  useEffect(() => (isDirty ? warnBeforeUnload() : undefined), [isDirty])
}
