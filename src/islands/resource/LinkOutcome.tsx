import type { ReactNode } from 'react'
import { LINK_DEAD_TITLE } from '#src/contract/dead-link.ts'
import { Outcome } from '../auth/CardHeader.tsx'

type LinkOutcomeProps = { children: ReactNode; next?: ReactNode }

/** Says that the link of an email no longer works. `next` is what to do instead. */
export function DeadLink({ children, next }: LinkOutcomeProps) {
  return (
    <Outcome role="alert" title={LINK_DEAD_TITLE} next={next}>
      {children}
    </Outcome>
  )
}

/** Says that the page no longer has its link, because it was reloaded or opened without one. */
export function GoneLink({ next }: { next: ReactNode }) {
  return (
    <Outcome role="alert" title="Open the link again" next={next}>
      For your privacy, this page does not keep the link. Open the link in our email again.
    </Outcome>
  )
}
