import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { Toaster } from '#src/ui/Toaster.tsx'
import { $toasts, dismiss, hold, notify, takeCarried } from './toasts.ts'

/** Shows what `notify` says, and first what the page before left to say. One per page. */
export function Toasts() {
  const toasts = useStore($toasts)
  useEffect(() => {
    const carried = takeCarried()
    if (carried) notify(carried)
  }, [])
  return <Toaster toasts={toasts} onDismiss={dismiss} onHold={hold} />
}
