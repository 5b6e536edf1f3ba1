import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type DefaultValues, type FieldValues, type Resolver, useForm } from 'react-hook-form'
import { isSame } from '#src/contract/merge-fields.ts'
import type { ReportChange, ReportRecord } from '#src/contract/report-admin.ts'
import { toApiError } from '#src/islands/call.ts'
import { notify } from '#src/islands/toasts.ts'
import { showFieldErrors } from '../../blocks/EditForm.tsx'
import { useUnloadWarning } from '../../blocks/unsaved.ts'
import { useSave } from '../../blocks/use-save.ts'
import { reportCalls, reportQuery, STALE_LISTS } from './report-calls.ts'

/** What is changed of a report, without the version it was made from. */
export type Change = Omit<ReportChange, 'version'>

const FAILED = 'Failed to update report'

type FormParts<Fields extends FieldValues> = {
  report: ReportRecord
  /** The fields of this form, as the report has them. */
  fieldsOf: (report: ReportRecord) => Fields
  resolver: Resolver<Fields, unknown, Fields>
  onSaved?: () => void
}

/**
 * One form over some fields of a report. What else changes of the report meanwhile does not concern it; where somebody else
 * saved the same fields while something was typed here, there is a `conflict`, and `merge` goes on from it.
 */
export function useReportForm<Fields extends FieldValues>({ report, fieldsOf, resolver, onSaved }: FormParts<Fields>) {
  const [base, setBase] = useState(report)
  const [found, setFound] = useState<{ mine: Fields; theirs: ReportRecord }>()
  const queries = useQueryClient()
  const defaultValues = fieldsOf(base) as DefaultValues<Fields>
  // Not when a field is left: a message that appears then moves the button somebody is just pressing.
  const form = useForm<Fields, unknown, Fields>({ resolver, defaultValues, mode: 'onSubmit' })
  const { isDirty } = form.formState
  const fresh = fieldsOf(report)
  useEffect(() => {
    if (report.version === base.version) return
    const isUntouched = sameFields(fresh, fieldsOf(base))
    if (!isUntouched && isDirty) return
    setBase(report)
    if (!isUntouched) form.reset(fresh)
  })
  const save = useSave<{ fields: Fields; change: Change }, ReportRecord>({
    save: ({ change }) => reportCalls(report.id).change({ version: base.version, ...change }),
    done: 'Report updated successfully',
    failed: FAILED,
    stale: STALE_LISTS,
    onDone: (saved) => {
      queries.setQueryData(reportQuery(report.id).queryKey, saved)
      setBase(saved)
      form.reset(fieldsOf(saved))
      onSaved?.()
    },
    onRefused: (fault) => showFieldErrors(form, fault),
    onStale: ({ fields: mine }) => {
      queries.fetchQuery(reportQuery(report.id)).then(
        (theirs) => setFound({ mine, theirs }),
        (fault: unknown) =>
          notify({ kind: 'error', title: 'Error', message: `${FAILED}: ${toApiError(fault).detail}` }),
      )
      return true
    },
  })
  useUnloadWarning(isDirty)
  const drop = () => setFound(undefined)
  const merge = (fields: Fields) => {
    if (!found) return
    setBase(found.theirs)
    form.reset(fieldsOf(found.theirs))
    form.reset(fields, { keepDefaultValues: true })
    drop()
  }
  const conflict = found && { base: fieldsOf(base), mine: found.mine, theirs: fieldsOf(found.theirs) }
  return { form, conflict, merge, drop, save: save.mutate, isBusy: save.isPending }
}

function sameFields<Fields extends FieldValues>(one: Fields, other: Fields): boolean {
  return Object.keys(one).every((name) => isSame(one[name], other[name]))
}
