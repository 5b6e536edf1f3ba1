import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { Button } from '#src/ui/Button.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import type { ApiError } from '../call.ts'
import type { Resource } from './resource.ts'

/**
 * Shows a resource: a skeleton while it loads, its error with a retry, or its value. `what` completes 'Unable to load'.
 * `renderFault` may show an error differently, such as that of a link that no longer works.
 */
export function ResourceState<T>({
  of,
  what,
  renderFault,
  children,
}: {
  of: Pick<Resource<T>, '$state' | 'load'>
  what: string
  renderFault?: (fault: ApiError) => ReactNode
  children: (value: T) => ReactNode
}) {
  const state = useStore(of.$state, { ssr: 'initial' })
  if (state.status === 'ready') return children(state.value)
  if (state.status === 'failed')
    return (
      renderFault?.(state.fault) ?? (
        <ErrorBox title={`Unable to load ${what}.`}>
          <p>{state.fault.detail}</p>
          <Button variant="outline" size="sm" onClick={() => void of.load()} className="mt-4">
            Try again
          </Button>
        </ErrorBox>
      )
    )
  return (
    <div aria-busy="true" className="grid gap-3">
      <span className="sr-only">Loading {what}</span>
      <Skeleton className="h-13 w-full" />
      <Skeleton className="h-13 w-2/3" />
    </div>
  )
}

/** What went wrong in a part of a page, and what to do about it. */
export function ErrorBox({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div role="alert" className="flex max-w-2xl overflow-hidden rounded-md border-2 border-stop-ink">
      <span aria-hidden="true" className="hazard-stop w-4 shrink-0" />
      <div className="px-5 py-4">
        <p className="font-semibold">{title}</p>
        <div className="mt-1 leading-snug">{children}</div>
      </div>
    </div>
  )
}
