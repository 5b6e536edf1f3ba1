import { useQueryClient } from '@tanstack/react-query'
import type { FieldValues, Resolver } from 'react-hook-form'
import type { ReportChange, ReportRecord } from '#src/contract/report-admin.ts'
import { useSave } from '../../blocks/use-save.ts'
import { useVersionedForm, type VersionedSave } from '../../blocks/use-versioned-form.tsx'
import { reportCalls, reportQuery, STALE_LISTS } from './report-calls.ts'

type ChangeParts<Input, Answer> = {
  save: (input: Input) => Promise<Answer>
  done: string
  failed: string
  onDone?: (answer: Answer) => void
}

/** Changes a report and shows the result at once. */
export function useReportChange<Input>({ onDone, ...parts }: ChangeParts<Input, ReportRecord>) {
  const queries = useQueryClient()
  return useReportAct({
    ...parts,
    onDone: (report: ReportRecord) => {
      queries.setQueryData(reportQuery(report.id).queryKey, report)
      onDone?.(report)
    },
  })
}

/** Any action on reports. Reports are fetched again whether it succeeds or fails. */
export function useReportAct<Input, Answer>({ onDone, ...parts }: ChangeParts<Input, Answer>) {
  const queries = useQueryClient()
  const refetch = () => queries.invalidateQueries({ queryKey: ['report'] })
  return useSave<Input, Answer>({
    ...parts,
    stale: STALE_LISTS,
    onDone: (answer) => {
      onDone?.(answer)
      void refetch()
    },
    onStale: () => {
      void refetch()
      return false
    },
  })
}

type FormParts<Fields extends FieldValues> = {
  report: ReportRecord
  /** The fields of this form, as the report has them. */
  getFields: (report: ReportRecord) => Fields
  labels: Record<keyof Fields, string>
  resolver: Resolver<Fields, unknown, Fields>
  onSaved?: () => void
}

/** One form over some fields of a report, saved by itself or with a new status. */
export function useReportForm<Fields extends Omit<ReportChange, 'version'>>(parts: FormParts<Fields>) {
  const { report, getFields, labels, resolver, onSaved } = parts
  const queries = useQueryClient()
  const query = reportQuery(report.id)
  return useVersionedForm({
    row: report,
    getFields: (stored) => getFields(stored ?? report),
    resolver,
    labels,
    save: ({ fields, over, also }: VersionedSave<ReportRecord, Fields, Pick<ReportChange, 'status'>>) =>
      reportCalls(report.id).change({ version: (over ?? report).version, ...fields, ...also }),
    refetch: () => queries.fetchQuery(query),
    done: 'Report updated successfully',
    failed: 'Failed to update report',
    stale: STALE_LISTS,
    getRow: (saved) => saved,
    onSaved: (saved) => {
      queries.setQueryData(query.queryKey, saved)
      onSaved?.()
    },
  })
}
