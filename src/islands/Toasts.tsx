import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { Toaster } from '#src/ui/Toaster.tsx'
import { $toasts, dismiss, hold, notify, takeCarried } from './toasts.ts'

/** Shows what `notify` says, and first what the page before left to say. One per page. */
export function Toasts() {
  // Another island may have said something before this one hydrates: the page was built without it.
  const toasts = useStore($toasts, { ssr: 'initial' })
  useEffect(() => {
    const carried = takeCarried()
    if (carried) notify(carried)
  }, [])
  return <Toaster toasts={toasts} onDismiss={dismiss} onHold={hold} />
}
