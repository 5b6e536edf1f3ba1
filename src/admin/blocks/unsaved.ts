import { useEffect } from 'react'

/** Forms in which something is typed that is not saved. */
let forms = 0

/** True while something typed anywhere in the admin area is not saved. */
export function hasUnsaved(): boolean {
  return forms > 0
}

/** Counts a form as unsaved, and asks before the page is left, for as long as `isDirty` is true. */
export function useUnloadWarning(isDirty: boolean): void {
  useEffect(() => {
    if (!isDirty) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    forms += 1
    return () => {
      removeEventListener('beforeunload', warn)
      forms -= 1
    }
  }, [isDirty])
}
