import type { ReactNode } from 'react'
import { LOG_INTACT, VERIFY_CHAIN } from '#src/contract/audit-log.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { CopyHash } from './CopyHash.tsx'
import { NotedHash } from './NotedHash.tsx'
import { type ChainCheck, useChainCheck } from './use-chain-check.ts'

/** Recomputes the chain of the whole log, and looks for a hash that was noted before. (decision 0017) */
export function ChainDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog isOpen={isOpen} title={VERIFY_CHAIN} onClose={onClose}>
      <Chain />
      <button type="button" onClick={onClose} className="mt-6 min-h-10 font-semibold underline underline-offset-4">
        Close
      </button>
    </Dialog>
  )
}

function Chain() {
  const { start, ...state } = useChainCheck()
  const { isRunning, check, fault } = state
  return (
    <>
      <p className="mt-3 text-soft leading-snug">
        Each entry contains the hash of the entry before it. This check recomputes every hash and finds entries that
        were changed, removed or inserted outside the product.
      </p>
      <div className="mt-5">
        <Button disabled={isRunning} onClick={() => void start()}>
          {isRunning ? 'Verifying...' : fault ? 'Continue' : check ? 'Verify again' : 'Verify now'}
        </Button>
      </div>
      <Progress {...state} />
      <div role="status" className="mt-4 grid gap-3">
        {fault && <Verdict isBad>The check was interrupted. {fault}</Verdict>}
        {!isRunning && !fault && check && <Result check={check} />}
      </div>
      <NotedHash />
    </>
  )
}

function Progress({ isRunning, check }: ChainCheck) {
  if (!isRunning) return null
  const { reached, last } = check?.isWhole ? check : { reached: 0, last: 1 }
  const rows = check?.rows ?? 0
  return (
    <div className="mt-4">
      <progress
        aria-label="Entries checked"
        max={Math.max(last, 1)}
        value={reached}
        className="h-3 w-full accent-(--tick)"
      />
      <p className="mt-1 text-[.9375rem] text-soft tabular-nums">{rows.toLocaleString('en-US')} entries checked</p>
    </div>
  )
}

function Result({ check }: { check: NonNullable<ChainCheck['check']> }) {
  if (!check.isWhole) {
    return (
      <Verdict isBad>
        The log is broken at entry {check.brokenAt}. {check.reason} The {check.rows.toLocaleString('en-US')} entries
        before it are intact.
      </Verdict>
    )
  }
  return (
    <>
      <Verdict>
        {LOG_INTACT}: {check.rows.toLocaleString('en-US')} entries.
      </Verdict>
      <CopyHash hash={check.head} />
    </>
  )
}

function Verdict({ isBad = false, children }: { isBad?: boolean; children: ReactNode }) {
  return (
    <p className={`flex gap-3 font-semibold leading-snug ${isBad ? 'text-stop-ink' : ''}`}>
      <span aria-hidden="true" className={`w-2 shrink-0 rounded-sm ${isBad ? 'hazard-stop' : 'bg-[#2f9e68]'}`} />
      <span>{children}</span>
    </p>
  )
}
