import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import {
  type AuditCheck,
  FIND_HASH,
  HASH_FOUND,
  HASH_NOT_FOUND,
  hashQuery,
  LOG_INTACT,
  SAVED_HASH,
  VERIFY_CHAIN,
} from '#src/contract/audit-log.ts'
import { CopyText } from '#src/islands/account/CopyText.tsx'
import { isCancelled } from '#src/islands/account/step-up.ts'
import { toApiError } from '#src/islands/call.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { inputClass } from '#src/ui/form-class.ts'
import { TextInput } from '#src/ui/TextInput.tsx'
import { checkChain, containsHash } from './audit-calls.ts'

/** Recomputes the chain of the whole log, and looks for a hash that was noted before. (decision 0017) */
export function ChainDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog
      isOpen={isOpen}
      title={VERIFY_CHAIN}
      onClose={onClose}
      actions={
        <Button variant="outline" onClick={onClose}>
          Close
        </Button>
      }
    >
      <Chain />
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
        <Button isBusy={isRunning} onClick={() => void start()}>
          {isRunning ? 'Verifying...' : fault ? 'Continue' : check ? 'Verify again' : 'Verify now'}
        </Button>
      </div>
      <Progress {...state} />
      <div role="status" className="mt-4 grid gap-3">
        {fault && <CheckResult isBad>The check was interrupted. {fault}</CheckResult>}
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
      <CheckResult isBad>
        The log is broken at entry {check.brokenAt}. {check.reason} The {check.rows.toLocaleString('en-US')} entries
        before it are intact.
      </CheckResult>
    )
  }
  return (
    <>
      <CheckResult>
        {LOG_INTACT}: {check.rows.toLocaleString('en-US')} entries.
      </CheckResult>
      <CopyHash hash={check.head} />
    </>
  )
}

function CheckResult({ isBad = false, children }: { isBad?: boolean; children: ReactNode }) {
  return (
    <p className={`flex gap-3 font-semibold leading-snug ${isBad ? 'text-stop-ink' : ''}`}>
      <span aria-hidden="true" className={`w-2 shrink-0 rounded-sm ${isBad ? 'hazard-stop' : 'bg-[#2f9e68]'}`} />
      <span>{children}</span>
    </p>
  )
}

/** How far a check has come: `check` is the last answer. It goes on while `isRunning`; a fault leaves it where it was. */
type ChainCheck = { isRunning: boolean; check?: AuditCheck; fault?: string }

/**
 * Walks the chain part by part until its end, its first fault, or until the dialog is closed. Started again after a fault
 * of the line it goes on from where it was.
 */
function useChainCheck(check: (cursor?: string) => Promise<AuditCheck> = checkChain) {
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
        last = await check(getCursor(last))
        const isRunning = getCursor(last) !== undefined
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

function getCursor(check: AuditCheck | undefined): string | undefined {
  return check?.isWhole ? (check.nextCursor ?? undefined) : undefined
}

/** The hash of the last entry, to be kept where someone with access to the database cannot change it. */
function CopyHash({ hash }: { hash: string }) {
  const id = useId()
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="font-semibold">
        Hash of the last entry
      </label>
      <div className="flex flex-wrap items-center gap-3">
        <input
          id={id}
          readOnly
          value={hash}
          onFocus={({ currentTarget }) => currentTarget.select()}
          className={inputClass({ className: 'min-h-12! w-auto! min-w-0 flex-1 font-mono text-base!' })}
        />
        <CopyText text={hash} label="Copy hash" />
      </div>
      <p className="text-[.9375rem] text-soft leading-snug">
        Save it somewhere else. Later, it can prove that no entry up to here was removed or rewritten.
      </p>
    </div>
  )
}

/** Whether the log still contains an entry whose hash was noted earlier. */
function NotedHash() {
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string>()
  const search = useMutation({ mutationFn: containsHash, onError: (fault) => setError(toApiError(fault).detail) })
  const look = () => {
    const fit = hashQuery.shape.hash.safeParse(typed.trim().toLowerCase())
    setError(fit.success ? undefined : fit.error.issues[0]?.message)
    if (fit.success) search.mutate(fit.data)
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        look()
      }}
      className="mt-6 grid gap-3 border-line border-t pt-5"
    >
      <TextInput
        label={SAVED_HASH}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value)
          search.reset()
        }}
        error={error}
        autoComplete="off"
        spellCheck={false}
      />
      <div className="flex flex-wrap items-center gap-4">
        <Button type="submit" variant="outline" size="sm" isBusy={search.isPending}>
          {search.isPending ? 'Searching...' : FIND_HASH}
        </Button>
        <p role="status" className="font-semibold">
          {search.data === true && HASH_FOUND}
          {search.data === false && <span className="text-stop-ink">{HASH_NOT_FOUND}</span>}
        </p>
      </div>
    </form>
  )
}
