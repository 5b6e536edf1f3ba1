import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { Toaster } from '#src/ui/Toaster.tsx'
import { $toasts, dismiss, hold, notify, takeCarried } from './toasts.ts'

/**
 * Shows what `notify` says, and first what the page before left to say. One per page; where a modal dialog brings one of its
 * own, because nothing outside it can be read or pressed, the page's is quiet meanwhile.
 */
export function Toasts({ isQuiet = false }: { isQuiet?: boolean }) {
  // Another island may have said something before this one hydrates: the page was built without it.
  const toasts = useStore($toasts, { ssr: 'initial' })
  useEffect(() => {
    const carried = takeCarried()
    if (carried) notify(carried)
  }, [])
  return <Toaster toasts={isQuiet ? [] : toasts} onDismiss={dismiss} onHold={hold} />
}
