import type { ReactNode } from 'react'
import { toApiError } from '#src/islands/call.ts'
import { Button } from '#src/ui/Button.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'

/** The part of a query this reads: of `useQuery` and `useInfiniteQuery` alike. */
type Asked<T> = { data: T | undefined; error: unknown; isPending: boolean; refetch: () => unknown }

type ShownProps<T> = {
  query: Asked<T>
  /** The noun in 'Loading vendors' and 'Unable to load vendors.' */
  what: string
  children: (data: T) => ReactNode
  /** Shown while it loads; three gray bars by default. */
  skeleton?: ReactNode
}

/** Shows a query's data, its loading state, or its error with a button to retry. Old data stays visible while new data is fetched. */
export function Shown<T>({ query, what, children, skeleton }: ShownProps<T>) {
  const { data, error, isPending, refetch } = query
  if (data !== undefined) return children(data)
  if (error && !isPending) return <FailedToLoad what={what} fault={error} onRetry={() => void refetch()} />
  return <Loading what={what} skeleton={skeleton} />
}

/** The loading state: three gray bars unless the caller has a closer likeness. */
export function Loading({ what, skeleton }: Pick<ShownProps<never>, 'what' | 'skeleton'>) {
  return (
    <div aria-busy="true" className="grid gap-3">
      <span className="sr-only">Loading {what}</span>
      {skeleton ?? (
        <>
          <Skeleton className="h-12 w-full" />
          <Skeleton className="h-12 w-full" />
          <Skeleton className="h-12 w-2/3" />
        </>
      )}
    </div>
  )
}

type FailedProps = { what: string; fault: unknown; onRetry: () => void }

/** Says what could not be loaded and why, with a button to try again, and a link to sign in if the session has ended. */
function FailedToLoad({ what, fault, onRetry }: FailedProps) {
  const { detail, status } = toApiError(fault)
  return (
    <div role="alert" className="flex overflow-hidden rounded-md border-2 border-stop-ink">
      <span aria-hidden="true" className="hazard-stop w-4 shrink-0" />
      <div className="px-5 py-4">
        <p className="font-semibold">Unable to load {what}.</p>
        <p className="mt-1 leading-snug">{detail}</p>
        <div className="mt-4 flex flex-wrap gap-3">
          {status === 401 && (
            <Button asChild size="sm">
              <a href="/auth">Sign in</a>
            </Button>
          )}
          <Button variant="outline" size="sm" onClick={onRetry}>
            Try again
          </Button>
        </div>
      </div>
    </div>
  )
}
