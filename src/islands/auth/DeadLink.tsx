import { type ReactNode, useEffect, useRef } from 'react'
import { ACCOUNT_SENTENCE } from '#src/contract/account.ts'
import type { ApiError } from '../call.ts'
import { PlateHead } from './PlateHead.tsx'

/** The server says of unknown, used and outdated links the same. (security TL5) */
export function isDead({ detail }: ApiError): boolean {
  return detail === ACCOUNT_SENTENCE.linkDead
}

/** A link that does nothing any more, and what to do instead. */
export function DeadLink({ children }: { children: ReactNode }) {
  const region = useRef<HTMLDivElement>(null)
  useEffect(() => region.current?.focus(), [])
  return (
    <div ref={region} role="alert" tabIndex={-1} className="outline-none">
      <PlateHead title="This link no longer works">{ACCOUNT_SENTENCE.linkDead}</PlateHead>
      {children}
    </div>
  )
}
