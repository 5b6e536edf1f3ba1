import { useStore } from '@nanostores/react'
import { lazy, Suspense } from 'react'
import { $isAsking } from '#src/islands/account/account.ts'

const StepUpDialog = lazy(async () => ({
  default: (await import('#src/islands/account/StepUpDialog.tsx')).StepUpDialog,
}))

/** 'Confirm it is you', loaded when the server first asks for it. */
export function StepUp() {
  const isAsking = useStore($isAsking)
  if (!isAsking) return null
  return (
    <Suspense>
      <StepUpDialog why="Administrators must confirm their identity from time to time and before sensitive actions." />
    </Suspense>
  )
}
