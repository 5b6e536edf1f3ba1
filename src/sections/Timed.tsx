import type { ReactNode } from 'react'
import type { Instant } from '#src/contract/instant.ts'
import { holds, type Timed as Span } from '#src/contract/phases.ts'

type TimedProps<T> = {
  spans: readonly Span<T>[]
  /** The moment the page is made for. */
  now: Instant
  as?: 'div' | 'p' | 'span'
  className?: string
  children: (value: T) => ReactNode
}

/**
 * Prints every span with its instants; those that do not hold at `now` are hidden. The phase script hides and shows them
 * again by the visitor's clock, before the first paint and at every boundary after it. (architecture 5)
 */
export function Timed<T>({ spans, now, as: Tag = 'div', className, children }: TimedProps<T>) {
  return spans.map((span) => (
    <Tag
      key={span.from ?? 'start'}
      className={className}
      data-from={span.from}
      data-until={span.until}
      hidden={!holds(span, now)}
    >
      {children(span.value)}
    </Tag>
  ))
}
