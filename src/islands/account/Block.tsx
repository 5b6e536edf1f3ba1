import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { Button } from '#src/ui/Button.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import type { Resource } from './resource.ts'

/** One matter of the account page: its name and what it is for on the left, what can be done about it on the right. */
export function Block({
  id,
  title,
  lead,
  children,
}: {
  id: string
  title: string
  lead: ReactNode
  children: ReactNode
}) {
  return (
    <section
      aria-labelledby={id}
      className="grid gap-x-14 gap-y-6 border-line border-t-2 py-9 first:border-t-0 lg:grid-cols-[18rem_minmax(0,1fr)] lg:py-12 in-data-[printing=codes]:hidden"
    >
      <div>
        <h2 id={id} className="label text-[1.625rem]">
          {title}
        </h2>
        <div className="mt-2 text-[1rem] text-soft leading-snug">{lead}</div>
      </div>
      <div className="max-w-2xl">{children}</div>
    </section>
  )
}

/** A block's content while it is on its way, when it did not come, and when it is here. */
export function Shown<T>({ of, what, children }: { of: Resource<T>; what: string; children: (value: T) => ReactNode }) {
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
