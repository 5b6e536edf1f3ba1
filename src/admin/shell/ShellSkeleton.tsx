import { Skeleton } from '#src/ui/Skeleton.tsx'

/** The frame of the admin area until the viewer is known. */
export function ShellSkeleton() {
  return (
    <div
      aria-busy="true"
      className="grid min-h-dvh lg:grid-cols-[4rem_minmax(0,1fr)] xl:grid-cols-[13rem_minmax(0,1fr)]"
    >
      <span className="sr-only">Loading the admin area</span>
      <div className="scheme-enamel max-lg:h-14" />
      <div className="grid content-start gap-4 p-5 lg:p-10">
        <Skeleton className="h-12 w-2/3 max-w-md" />
        <Skeleton className="h-40 w-full" />
        <Skeleton className="h-40 w-full" />
      </div>
    </div>
  )
}
