import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { Button } from '#src/ui/Button.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import type { Resource } from './resource.ts'

/** Shows a resource: a skeleton while it loads, its error with a retry, or its value. `what` completes 'Unable to load'. */
export function ResourceState<T>({
  of,
  what,
  children,
}: {
  of: Resource<T>
  what: string
  children: (value: T) => ReactNode
}) {
  const state = useStore(of.$state)
  if (state.status === 'ready') return children(state.value)
  if (state.status === 'failed') return <Failed what={what} why={state.fault.detail} onRetry={() => void of.load()} />
  return (
    <div aria-busy="true" className="grid gap-3">
      <span className="sr-only">Loading {what}</span>
      <Skeleton className="h-13 w-full" />
      <Skeleton className="h-13 w-2/3" />
    </div>
  )
}

function Failed({ what, why, onRetry }: { what: string; why: string; onRetry: () => void }) {
  return (
    <div role="alert" className="flex overflow-hidden rounded-md border-2 border-stop-ink">
      <span aria-hidden="true" className="hazard-stop w-4 shrink-0" />
      <div className="px-5 py-4">
        <p className="font-semibold">Unable to load {what}.</p>
        <p className="mt-1 leading-snug">{why}</p>
        <Button variant="outline" size="sm" onClick={onRetry} className="mt-4">
          Try again
        </Button>
      </div>
    </div>
  )
}
