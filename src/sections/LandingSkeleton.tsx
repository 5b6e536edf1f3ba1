import { Skeleton } from '#src/ui/Skeleton.tsx'

/** The shape of a landing page while its event is on its way. */
export function LandingSkeleton() {
  return (
    <div role="status" aria-busy="true" aria-label="Loading event">
      <div className="scheme-enamel">
        <div className="wrap grid hero">
          <div className="grid outcomes">
            <Skeleton className="skeleton-short" />
            <Skeleton className="skeleton-high" />
            <Skeleton className="skeleton-high skeleton-short" />
            <Skeleton className="skeleton-short" />
          </div>
          <div className="hero-plate">
            <div className="plate nameplate">
              <div className="way-in grid outcomes">
                <Skeleton />
                <Skeleton />
                <Skeleton />
                <Skeleton className="skeleton-high" />
              </div>
            </div>
          </div>
        </div>
      </div>
      <div className="wrap grid outcomes roomy">
        <Skeleton className="skeleton-short" />
        <Skeleton className="skeleton-high" />
      </div>
    </div>
  )
}
