import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { promoteInput, type ReportRecord, WISH_TITLE } from '#src/contract/report-admin.ts'
import { FormDialog } from '../../blocks/FormDialog.tsx'
import { TextAreaField, TextField } from '../../blocks/fields.tsx'
import { reportCalls } from './report-calls.ts'
import { toldSentence } from './report-words.ts'
import { useReportAct } from './use-report-change.ts'

const LONGEST_TITLE = 200
const fields = promoteInput.omit({ id: true })

/** The wish that a report becomes, in our words. */
export function PromoteDialog({ report, onClose }: { report: ReportRecord; onClose: () => void }) {
  // Chosen before it is sent; asked again, the server answers with the same wish.
  const [id] = useState(() => crypto.randomUUID())
  const form = useForm({
    resolver: zodResolver(fields),
    defaultValues: {
      title: [...report.title].slice(0, LONGEST_TITLE).join(''),
      description: report.description,
      target: '',
    },
  })
  const save = useReportAct({
    save: (wish: Omit<Parameters<ReturnType<typeof reportCalls>['promote']>[0], 'id'>) =>
      reportCalls(report.id).promote({ id, ...wish }),
    done: 'Report promoted to admin wishlist',
    failed: 'Failed to promote report',
    onDone: onClose,
  })
  return (
    <FormDialog
      title="Promote to wishlist"
      lead={`Promoting resolves the report. ${toldSentence(report)}`}
      form={form}
      label="Promote"
      busyLabel="Promoting..."
      isBusy={save.isPending}
      onClose={onClose}
      onSubmit={(wish) => save.mutate(wish)}
    >
      <TextField name="title" label={WISH_TITLE} autoComplete="off" hint="Up to 200 characters." />
      <TextAreaField name="description" label="Description" rows={5} />
      <TextField name="target" label="Target" autoComplete="off" hint="Target date, e.g. March 2027." />
    </FormDialog>
  )
}
