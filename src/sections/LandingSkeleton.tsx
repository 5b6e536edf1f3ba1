import { Skeleton } from '#src/ui/Skeleton.tsx'

/** The shape of a landing page while its event is on its way. */
export function LandingSkeleton() {
  return (
    <div role="status" aria-busy="true" aria-label="Loading event">
      <div className="scheme-enamel">
        <div className="wrap grid hero">
          <div className="grid outcomes">
            <Skeleton className="w-3/5" />
            <Skeleton className="h-20" />
            <Skeleton className="h-20 w-3/5" />
            <Skeleton className="w-3/5" />
          </div>
          <div className="plate message grid outcomes">
            <Skeleton />
            <Skeleton />
            <Skeleton />
            <Skeleton className="h-20" />
          </div>
        </div>
      </div>
      <div className="wrap grid outcomes roomy">
        <Skeleton className="w-3/5" />
        <Skeleton className="h-20" />
      </div>
    </div>
  )
}
