import { useEffect, useRef, useState } from 'react'
import type { AuditCheck } from '#src/contract/audit-log.ts'
import { isCancelled } from '#src/islands/account/step-up.ts'
import { toApiError } from '#src/islands/call.ts'
import { checkChain } from './audit-calls.ts'

/** How far a check has come: `check` is the last answer. It goes on while `isRunning`; a fault leaves it where it was. */
export type ChainCheck = { isRunning: boolean; check?: AuditCheck; fault?: string }

/**
 * Walks the chain part by part until its end, its first fault, or until nobody looks any longer. Started again after a fault
 * of the line it goes on from where it was.
 */
export function useChainCheck(check: (cursor?: string) => Promise<AuditCheck> = checkChain) {
  const [state, setState] = useState<ChainCheck>({ isRunning: false })
  const run = useRef(0)
  useEffect(
    () => () => {
      run.current += 1
    },
    [],
  )
  const start = async () => {
    run.current += 1
    const mine = run.current
    let last = state.fault === undefined ? undefined : state.check
    setState({ isRunning: true, ...(last && { check: last }) })
    try {
      while (mine === run.current) {
        last = await check(cursorOf(last))
        const isRunning = cursorOf(last) !== undefined
        if (mine === run.current) setState({ isRunning, check: last })
        if (!isRunning) return
      }
    } catch (fault) {
      const sentence = isCancelled(fault) ? 'You did not confirm your identity.' : toApiError(fault).detail
      if (mine === run.current) setState({ isRunning: false, ...(last && { check: last }), fault: sentence })
    }
  }
  return { ...state, start }
}

function cursorOf(check: AuditCheck | undefined): string | undefined {
  return check?.isWhole ? (check.nextCursor ?? undefined) : undefined
}
