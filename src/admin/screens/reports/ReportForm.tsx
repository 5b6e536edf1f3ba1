import { zodResolver } from '@hookform/resolvers/zod'
import { z } from 'zod'
import { REPORT_TYPES, reportDescription, reporterEmail, reportTitle } from '#src/contract/report.ts'
import type { ReportRecord } from '#src/contract/report-admin.ts'
import { EditForm } from '../../blocks/EditForm.tsx'
import { SelectField, TextAreaField, TextField } from '../../blocks/fields.tsx'
import { TYPE_NAMES } from './report-words.ts'
import { useReportForm } from './use-report-change.ts'

const fields = z.object({
  reportType: z.enum(REPORT_TYPES),
  title: reportTitle,
  description: reportDescription,
  reporterEmail,
})
type Fields = z.output<typeof fields>

const LABELS = { reportType: 'Kind', title: 'Title', description: 'Description', reporterEmail: 'Email' }

const fieldsOf = ({ reportType, title, description, reporterEmail: email }: ReportRecord): Fields => ({
  reportType,
  title,
  description,
  reporterEmail: email,
})

/** What was reported, to be put right; the bounds are those of the report form. (product 5) */
export function ReportForm({ report, onClose }: { report: ReportRecord; onClose: () => void }) {
  const edit = useReportForm({ report, fieldsOf, labels: LABELS, resolver: zodResolver(fields), onSaved: onClose })
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
