/** A grey stand-in for something on its way. The caller marks the region around it `aria-busy`. */
export function Skeleton({ className = '' }: { className?: string }) {
  return <div aria-hidden="true" className={`skeleton ${className}`} />
}
