import { useQueryClient } from '@tanstack/react-query'
import type { ReportRecord } from '#src/contract/report-admin.ts'
import { useSave } from '../../blocks/use-save.ts'
import { reportQuery, STALE_LISTS } from './report-calls.ts'

type ChangeParts<Input, Answer> = {
  save: (input: Input) => Promise<Answer>
  done: string
  failed: string
  onDone?: (answer: Answer) => void
}

/** A change of a report that answers with how it stands then: shown at once. */
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

/** Anything done about reports. Whether it went well or not, what is shown of reports is fetched anew. */
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
