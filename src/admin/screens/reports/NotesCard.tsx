import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { type ReportNote, type ReportRecord, reportNoteInput } from '#src/contract/report-admin.ts'
import { Button } from '#src/ui/Button.tsx'
import { confirm } from '../../blocks/confirm.ts'
import { DetailCard } from '../../blocks/DetailCard.tsx'
import { EditForm } from '../../blocks/EditForm.tsx'
import { TextAreaField } from '../../blocks/fields.tsx'
import { momentOf } from '../../blocks/moment.ts'
import { reportCalls } from './report-calls.ts'
import { useReportAct } from './use-report-change.ts'

type NotesProps = { report: ReportRecord; isAdmin: boolean }

/** What those who handle the report tell each other. Its reporter never sees it. */
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
                <b>{note.author ?? 'Deleted account'}</b>, {momentOf(note.createdAt)}
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

const fields = z.object({ body: reportNoteInput.shape.body })

function AddNote({ reportId }: { reportId: string }) {
  // Chosen before it is sent, so that a second press makes no second note.
  const [id, setId] = useState(() => crypto.randomUUID())
  const form = useForm({ resolver: zodResolver(fields), defaultValues: { body: '' } })
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
