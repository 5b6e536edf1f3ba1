/** A gray placeholder for content that is loading. The caller marks the region around it `aria-busy`. */
export function Skeleton({ className = '' }: { className?: string }) {
  return <div aria-hidden="true" className={`skeleton ${className}`} />
}
