import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { REPORT_TYPES, reportDescription, reporterEmail, reportTitle } from '#src/contract/report.ts'
import { promoteInput, type ReportRecord, WISH_TITLE } from '#src/contract/report-admin.ts'
import { EditForm } from '../../blocks/EditForm.tsx'
import { FormDialog } from '../../blocks/FormDialog.tsx'
import { SelectField, TextAreaField, TextField } from '../../blocks/fields.tsx'
import { reportCalls } from './report-calls.ts'
import { notifiedSentence, TYPE_NAMES } from './report-words.ts'
import { useReportAct, useReportForm } from './use-report-change.ts'

const LONGEST_TITLE = 200

const promoteFields = promoteInput.omit({ id: true })

/** The wish that a report becomes, in our words. */
export function PromoteDialog({ report, onClose }: { report: ReportRecord; onClose: () => void }) {
  // Chosen before it is sent; asked again, the server answers with the same wish.
  const [id] = useState(() => crypto.randomUUID())
  const form = useForm({
    resolver: zodResolver(promoteFields),
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
      lead={`Promoting resolves the report. ${notifiedSentence(report)}`}
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

const reportFields = z.object({
  reportType: z.enum(REPORT_TYPES),
  title: reportTitle,
  description: reportDescription,
  reporterEmail,
})

type Fields = z.output<typeof reportFields>

const LABELS = { reportType: 'Type', title: 'Title', description: 'Description', reporterEmail: 'Email' }

const getFields = ({ reportType, title, description, reporterEmail: email }: ReportRecord): Fields => ({
  reportType,
  title,
  description,
  reporterEmail: email,
})

/** What was reported, to be put right; the bounds are those of the report form. (product 5) */
export function ReportForm({ report, onClose }: { report: ReportRecord; onClose: () => void }) {
  const edit = useReportForm({
    report,
    getFields,
    labels: LABELS,
    resolver: zodResolver(reportFields),
    onSaved: onClose,
  })
  return (
    <EditForm {...edit} label="Save report" onCancel={onClose}>
      <SelectField
        name="reportType"
        label={LABELS.reportType}
        options={REPORT_TYPES.map((type) => [type, TYPE_NAMES[type]] as const)}
      />
      <TextField name="title" label={LABELS.title} autoComplete="off" />
      <TextAreaField name="description" label={LABELS.description} rows={8} />
      <TextField
        name="reporterEmail"
        label={LABELS.reporterEmail}
        type="email"
        autoComplete="off"
        hint="A new address must be verified first. Until then, it receives only a verification link."
      />
    </EditForm>
  )
}
