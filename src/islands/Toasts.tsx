import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { Toaster } from '#src/ui/Toaster.tsx'
import { $toasts, dismiss, hold, notify, takeToastFromLastPage } from './toasts.ts'

/**
 * Shows the toasts of `notify`, and first the toast that the previous page left. One per page. A modal dialog has its own,
 * because nothing outside it can be read or pressed; the one of the page is then quiet.
 */
export function Toasts({ isQuiet = false }: { isQuiet?: boolean }) {
  // Another island may have added a toast before this one hydrates, but the built page has none.
  const toasts = useStore($toasts, { ssr: 'initial' })
  useEffect(() => {
    const carried = takeToastFromLastPage()
    if (carried) notify(carried)
    addEventListener('reloadneeded', askToReload)
    return () => removeEventListener('reloadneeded', askToReload)
  }, [])
  return <Toaster toasts={isQuiet ? [] : toasts} onDismiss={dismiss} onHold={hold} />
}

function askToReload(event: Event): void {
  event.preventDefault()
  notify({
    kind: 'error',
    title: 'The site has been updated',
    message: 'Save or copy your text, then reload the page.',
    duration: Number.POSITIVE_INFINITY,
  })
}
