import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { z } from 'zod'
import { DELETED_ACCOUNT } from '#src/contract/audit-log.ts'
import {
  type ReportChange,
  type ReportNote,
  type ReportRecord,
  reportNoteInput,
  SETTABLE_STATUSES,
} from '#src/contract/report-admin.ts'
import { text } from '#src/contract/text.ts'
import { useUnloadWarning } from '#src/islands/unload-warning.ts'
import { Button } from '#src/ui/Button.tsx'
import { ActionButton } from '../../blocks/ActionButton.tsx'
import { AdminLink } from '../../blocks/AdminLink.tsx'
import { confirm } from '../../blocks/confirm.ts'
import { EditForm } from '../../blocks/EditForm.tsx'
import { TextAreaField } from '../../blocks/fields.tsx'
import { lazyComponent } from '../../blocks/lazy-component.tsx'
import { formatMoment } from '../../blocks/moment.ts'
import { DetailCard } from '../../blocks/Panel.tsx'
import { links } from '../../links.ts'
import { reportCalls } from './report-calls.ts'
import { notifiedSentence, STATUS_NAMES, WISH_NAMES } from './report-words.ts'
import { useReportAct, useReportForm } from './use-report-change.ts'

const answerFields = z.object({ answer: text(0, 1000, 'Answer') })

const getFields = ({ answer }: ReportRecord) => ({ answer: answer ?? '' })

const DO = { in_progress: 'Start work', resolved: 'Resolve', dismissed: 'Dismiss' } as const

const TO_OPEN = {
  unverified: 'Open',
  in_progress: 'Back to open',
  open: 'Open',
  resolved: 'Reopen',
  dismissed: 'Reopen',
}

/** The status of a report and the answer to its reporter: one button saves both, and one email carries both. */
export function AnswerCard({ report }: { report: ReportRecord }) {
  const { form, onSubmit, isBusy, conflict } = useReportForm({
    report,
    getFields,
    labels: { answer: 'Answer' },
    resolver: zodResolver(answerFields),
  })
  useUnloadWarning(form.formState.isDirty)
  const send = (status?: ReportChange['status']) => form.handleSubmit((input) => onSubmit(input, status && { status }))
  const follows = report.mergedIntoId !== null
  const others = SETTABLE_STATUSES.filter((status) => status !== report.status)
  return (
    <DetailCard title="Status and answer">
      <p>
        Status: <b>{STATUS_NAMES[report.status].toLowerCase()}</b>. {notifiedSentence(report)}
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
              <Button type="submit" size="sm" isBusy={isBusy}>
                {isBusy ? 'Saving...' : 'Save answer'}
              </Button>
              {others.map((status) => (
                <Button key={status} size="sm" variant="outline" isBusy={isBusy} onClick={() => void send(status)()}>
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

type NotesProps = { report: ReportRecord; isAdmin: boolean }

/** Notes among the people who handle the report. Its reporter never sees them. */
export function NotesCard({ report, isAdmin }: NotesProps) {
  return (
    <DetailCard title="Internal notes">
      {report.notes.length === 0 ? (
        <p className="text-soft">No notes yet. Reporters never see them.</p>
      ) : (
        <ul className="grid w-full gap-4">
          {report.notes.map((note) => (
            <li key={note.id} className="grid justify-items-start gap-1 border-line border-l-4 pl-3">
              <p className="text-[.9375rem] text-soft">
                <b>{note.author ?? DELETED_ACCOUNT}</b>, {formatMoment(note.createdAt)}
              </p>
              <p className="whitespace-pre-wrap">{note.body}</p>
              {(note.isOwn || isAdmin) && <DeleteNote reportId={report.id} note={note} />}
            </li>
          ))}
        </ul>
      )}
      <AddNote reportId={report.id} />
    </DetailCard>
  )
}

function DeleteNote({ reportId, note: { id, body } }: { reportId: string; note: ReportNote }) {
  const removal = useReportAct({
    save: () => reportCalls(reportId).unnote(id),
    done: 'Note deleted',
    failed: 'Failed to delete note',
  })
  const ask = () =>
    confirm({
      title: 'Delete this note?',
      message: <blockquote className="whitespace-pre-wrap border-line border-l-4 pl-3">{body}</blockquote>,
      label: 'Delete note',
      busyLabel: 'Deleting...',
      act: () => removal.mutateAsync(undefined),
    })
  return (
    <Button size="sm" variant="link" className="px-0!" onClick={ask}>
      Delete note
    </Button>
  )
}

const noteFields = z.object({ body: reportNoteInput.shape.body })

function AddNote({ reportId }: { reportId: string }) {
  // Chosen before it is sent, so that a second press makes no second note.
  const [id, setId] = useState(() => crypto.randomUUID())
  const form = useForm({ resolver: zodResolver(noteFields), defaultValues: { body: '' } })
  const save = useReportAct<{ body: string }, unknown>({
    save: ({ body }) => reportCalls(reportId).note({ id, body }),
    done: 'Note added',
    failed: 'Failed to add note',
    onDone: () => {
      form.reset()
      setId(crypto.randomUUID())
    },
  })
  return (
    <div className="w-full">
      <EditForm
        form={form}
        label="Add note"
        busyLabel="Adding..."
        isBusy={save.isPending}
        onSubmit={(input) => save.mutate(input)}
      >
        <TextAreaField name="body" label="New note" rows={2} />
      </EditForm>
    </div>
  )
}

const PromoteDialog = lazyComponent(async () => (await import('./ReportDialogs.tsx')).PromoteDialog)

/** The wish it became, or making one of it. */
export function PromoteCard({ report, isAdmin }: { report: ReportRecord; isAdmin: boolean }) {
  const [isPromoting, setPromoting] = useState(false)
  const { wish, promotedAt, mergedIntoId } = report
  if (wish) {
    return (
      <DetailCard title="Wish">
        <p>
          On the wishlist{promotedAt !== null && ` since ${formatMoment(promotedAt)}`}:{' '}
          {isAdmin ? (
            <AdminLink to={links.wishlist({ wish: wish.id })} className="font-semibold underline underline-offset-4">
              {wish.title}
            </AdminLink>
          ) : (
            <b>{wish.title}</b>
          )}
          , {WISH_NAMES[wish.status]}.
        </p>
      </DetailCard>
    )
  }
  return (
    <DetailCard title="Wish">
      <p>Want to do this? Promoting resolves the report and adds a wish to the wishlist.</p>
      <ActionButton
        variant="default"
        refusal={mergedIntoId === null ? null : 'Promote the report it was merged into.'}
        onClick={() => setPromoting(true)}
      >
        Promote to wishlist
      </ActionButton>
      {isPromoting && <PromoteDialog report={report} onClose={() => setPromoting(false)} />}
    </DetailCard>
  )
}
