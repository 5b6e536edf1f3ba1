import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { CHECKING, type ChangeSet, READ_WARNINGS, WARNINGS_UNREAD } from '#src/contract/change-set.ts'
import { hasErrors, SET_STOPPED, sayFindings, WARNINGS_READ } from '#src/contract/content-check.ts'
import { Checkbox } from '#src/ui/Checkbox.tsx'
import { FindingLines } from '../../blocks/FindingLines.tsx'
import { Shown } from '../../blocks/Shown.tsx'
import { CHANGE_SETS, runChecks } from './change-set-calls.ts'

type SetCheck = {
  /** The findings, with a tick below warnings. */
  view: ReactNode
  /** Why the set cannot go live yet; null if it can. */
  refusal: string | null
  /** What is sent with the step: the time of the checks that were read. */
  readAt: number | null
  /** For the save of the step: runs the checks again if the server has found a warning that was not shown. */
  onRefused: (problem: { detail: string }) => false
}

/** Runs the checks of content over a set before it goes live: errors stop it, and warnings need a tick. A rollback is not checked. */
export function useSetChecks(set: ChangeSet, onFollow: () => void): SetCheck {
  const isRollback = set.reverts !== null
  const query = useQuery({
    queryKey: [CHANGE_SETS, set.id, 'checks', set.version],
    queryFn: () => runChecks(set.id),
    enabled: !isRollback,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const [readAt, setReadAt] = useState<number | null>(null)
  const onRefused: SetCheck['onRefused'] = ({ detail }) => {
    if (detail === WARNINGS_UNREAD) void query.refetch()
    return false
  }
  if (isRollback) return { view: null, refusal: null, readAt: null, onRefused }
  const { data } = query
  const checkedAt = data?.checkedAt ?? null
  const isStopped = data !== undefined && hasErrors(data.findings)
  const isRead = data !== undefined && (data.findings.length === 0 || (readAt !== null && readAt === checkedAt))
  const view = (
    <Shown query={query} what="the content checks">
      {({ findings }) => (
        <div className="grid gap-4">
          <p role="status" className="font-semibold">
            {sayFindings(findings)}
          </p>
          {findings.length > 0 && <FindingLines findings={findings} hasSubjects onFollow={onFollow} />}
          {isStopped && <p className="border-stop border-l-8 pl-4">{SET_STOPPED}</p>}
          {findings.length > 0 && !isStopped && (
            <Checkbox
              label={WARNINGS_READ}
              checked={isRead}
              onChange={({ target }) => setReadAt(target.checked ? checkedAt : null)}
            />
          )}
        </div>
      )}
    </Shown>
  )
  const refusal = data === undefined ? CHECKING : isStopped ? SET_STOPPED : isRead ? null : READ_WARNINGS
  return { view, refusal, readAt: data && data.findings.length > 0 ? readAt : null, onRefused }
}
