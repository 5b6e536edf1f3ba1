import { zodResolver } from '@hookform/resolvers/zod'
import { FormProvider } from 'react-hook-form'
import { z } from 'zod'
import { type ReportChange, type ReportRecord, SETTABLE_STATUSES } from '#src/contract/report-admin.ts'
import { text } from '#src/contract/text.ts'
import { Button } from '#src/ui/Button.tsx'
import { DetailCard } from '../../blocks/DetailCard.tsx'
import { TextAreaField } from '../../blocks/fields.tsx'
import { useUnloadWarning } from '../../blocks/unsaved.ts'
import { STATUS_NAMES, toldSentence } from './report-words.ts'
import { useReportForm } from './use-report-change.ts'

const fields = z.object({ answer: text(0, 1000, 'Answer') })
const fieldsOf = ({ answer }: ReportRecord) => ({ answer: answer ?? '' })

const DO = { in_progress: 'Start work', resolved: 'Resolve', dismissed: 'Dismiss' } as const
const TO_OPEN = {
  unverified: 'Open',
  in_progress: 'Back to open',
  open: 'Open',
  resolved: 'Reopen',
  dismissed: 'Reopen',
}

/** How it stands and what its reporter is told of it: both go with one press, and in one mail. */
export function AnswerCard({ report }: { report: ReportRecord }) {
  const { form, onSubmit, isBusy, conflict } = useReportForm({
    report,
    fieldsOf,
    labels: { answer: 'Answer' },
    resolver: zodResolver(fields),
  })
  useUnloadWarning(form.formState.isDirty)
  const send = (status?: ReportChange['status']) => form.handleSubmit((input) => onSubmit(input, status && { status }))
  const follows = report.mergedIntoId !== null
  const others = SETTABLE_STATUSES.filter((status) => status !== report.status)
  return (
    <DetailCard title="Status and answer">
      <p>
        Status: <b>{STATUS_NAMES[report.status].toLowerCase()}</b>. {toldSentence(report)}
      </p>
      {!follows && (
        <FormProvider {...form}>
          <form
            method="post"
            noValidate
            aria-busy={isBusy}
            className="grid w-full gap-4"
            onSubmit={(event) => {
              event.preventDefault()
              if (!isBusy) void send()(event)
            }}
          >
            <TextAreaField name="answer" label="Answer to the reporter" rows={3} hint="Up to 1,000 characters." />
            <div className="flex flex-wrap gap-2.5">
              <Button type="submit" size="sm" disabled={isBusy}>
                {isBusy ? 'Saving...' : 'Save answer'}
              </Button>
              {others.map((status) => (
                <Button key={status} size="sm" variant="outline" disabled={isBusy} onClick={() => void send(status)()}>
                  {status === 'open' ? TO_OPEN[report.status] : DO[status]}
                </Button>
              ))}
            </div>
          </form>
        </FormProvider>
      )}
      {conflict}
    </DetailCard>
  )
}
