import { Skeleton } from '#src/ui/Skeleton.tsx'

/** The shape of a landing page while its event is on its way. */
export function LandingSkeleton() {
  return (
    <div role="status" aria-busy="true" aria-label="Loading event">
      <div className="scheme-enamel">
        <div className="wrap grid gap-10 py-12 lg:grid-cols-[minmax(0,1fr)_25rem] lg:py-20">
          <div className="grid content-start gap-5 [--line:var(--enamel-line)]">
            <Skeleton className="h-6 w-56" />
            <Skeleton className="h-20 w-full" />
            <Skeleton className="h-20 w-3/5" />
            <Skeleton className="h-6 w-3/5" />
          </div>
          <div className="plate grid gap-5 px-7 py-8 [--line:var(--plate-line)]">
            <Skeleton className="h-10" />
            <Skeleton className="h-10" />
            <Skeleton className="h-10" />
            <Skeleton className="h-24" />
          </div>
        </div>
      </div>
      <div className="wrap grid gap-4 py-16">
        <Skeleton className="h-12 w-3/5" />
        <Skeleton className="h-20" />
      </div>
    </div>
  )
}
