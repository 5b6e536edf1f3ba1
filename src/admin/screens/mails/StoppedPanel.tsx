import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { type Suppression, type SuppressionInput, suppressionInput } from '#src/contract/suppression.ts'
import { Button } from '#src/ui/Button.tsx'
import { confirm } from '../../blocks/confirm.ts'
import { type Column, DataTable } from '../../blocks/DataTable.tsx'
import { showFieldErrors } from '../../blocks/EditForm.tsx'
import { Empty } from '../../blocks/Empty.tsx'
import { ChoiceFilter, Filters, SearchBox } from '../../blocks/Filters.tsx'
import { FormDialog } from '../../blocks/FormDialog.tsx'
import { TextAreaField, TextField } from '../../blocks/fields.tsx'
import { formatAge, formatAgo, formatMoment } from '../../blocks/moment.ts'
import { useList } from '../../blocks/use-list.ts'
import { useSave } from '../../blocks/use-save.ts'
import { useUrlState } from '../../blocks/use-url-state.ts'
import { addSuppression, fetchSuppressions, releaseSuppression } from './mail-calls.ts'

const REASONS: Record<Suppression['reason'], string> = {
  hard: 'Mailbox does not exist',
  complaint: 'Reported as spam',
  manual: 'Stopped by hand',
  kind: 'Unsubscribed',
}
const KINDS = {
  'event-mail': 'emails about events',
  'report-mail': 'emails about reports',
  figures: 'emails with figures',
}

const columns: readonly Column<Suppression>[] = [
  { header: 'Address', cell: ({ masked }) => <span className="font-semibold">{masked}</span>, width: '26%' },
  {
    header: 'Reason',
    cell: ({ reason, kind, note }) => (
      <>
        {REASONS[reason]}
        {kind && <span className="text-soft"> from {KINDS[kind]}</span>}
        {note && (
          <span title={note} className="block overflow-hidden text-ellipsis text-[.9375rem] text-soft">
            {note}
          </span>
        )}
      </>
    ),
  },
  { header: 'By', cell: ({ by }) => by ?? 'The recipient', width: '12rem' },
  {
    header: 'Since',
    cell: ({ createdAt }) => <time title={formatMoment(createdAt)}>{formatAge(createdAt)}</time>,
    width: '9.25rem',
  },
  {
    header: 'Released',
    cell: (one) => <Released {...one} />,
    className: 'whitespace-normal! [overflow-wrap:anywhere]',
    width: '12rem',
  },
]
const activeColumns = columns.slice(0, -1)

function Released({ releasedAt, releasedBy }: Suppression) {
  if (releasedAt === null) return null
  return `${formatAgo(releasedAt)} by ${releasedBy ?? 'the recipient'}`
}

/** The addresses that get no mail, why, and a way to add and release one. (security MD1, MD2) */
export function StoppedPanel() {
  const [{ q = '', stopped }, set] = useUrlState('/admin/email-diagnostics')
  const [isAdding, setAdding] = useState(false)
  const query = { ...(q && { q }), state: stopped ?? 'active' } as const
  const list = useList(['suppressions', query], (cursor) => fetchSuppressions(query, cursor))
  const release = useRelease()
  return (
    <>
      <Filters>
        <SearchBox label="Address" value={q} onChange={(typed) => set({ q: typed || undefined })} />
        <ChoiceFilter
          label="Show"
          options={[
            ['', 'Stopped now'],
            ['released', 'Released'],
          ]}
          value={stopped}
          onChange={(value) => set({ stopped: value })}
        />
        <Button variant="outline" className="min-h-11! sm:ml-auto" onClick={() => setAdding(true)}>
          Stop email to an address
        </Button>
      </Filters>
      <DataTable
        what="stopped addresses"
        list={list}
        columns={stopped === 'released' ? columns : activeColumns}
        getName={({ masked }) => masked}
        actions={(one) => [
          {
            label: 'Release',
            run: () => release(one),
            disabledReason: one.releasedAt === null ? undefined : 'This address has already been released.',
          },
        ]}
        empty={
          <Empty title="No addresses here">
            {q
              ? 'No entry matches. Addresses are not stored: enter the whole address, or a part of its domain.'
              : 'An address is added when its mailbox does not exist, when a recipient reports an email as spam or unsubscribes, or by hand.'}
          </Empty>
        }
      />
      {isAdding && <StopDialog onClose={() => setAdding(false)} />}
    </>
  )
}

function useRelease(): (one: Suppression) => void {
  const release = useSave({
    save: releaseSuppression,
    done: ({ masked }) => `${masked} can receive email again`,
    failed: 'Failed to release the address',
    stale: [['suppressions']],
  })
  return ({ id, masked, reason }) =>
    confirm({
      title: `Release ${masked}`,
      message: (
        <p>
          {reason === 'complaint' || reason === 'kind'
            ? 'This person asked for less email. Release the address only if they have asked you to.'
            : 'Email is sent to this address again. If it is returned, the address is stopped again.'}
        </p>
      ),
      label: 'Release',
      busyLabel: 'Releasing...',
      act: () => release.mutateAsync(id),
    })
}

/** Stops all email to an address by hand. */
function StopDialog({ onClose }: { onClose: () => void }) {
  const form = useForm({ resolver: zodResolver(suppressionInput), defaultValues: { email: '', note: '' } })
  const save = useSave({
    save: (input: SuppressionInput) => addSuppression(input),
    done: ({ masked }) => `${masked} no longer receives email`,
    failed: 'Failed to stop email',
    stale: [['suppressions']],
    onDone: onClose,
    onRefused: (fault) => showFieldErrors(form, fault),
  })
  return (
    <FormDialog
      title="Stop email to an address"
      lead="The address gets no email at all, not even to reset a password or to sign in, until it is released."
      form={form}
      label="Stop email"
      busyLabel="Stopping..."
      isBusy={save.isPending}
      onClose={onClose}
      onSubmit={(input) => save.mutate(input)}
    >
      <TextField name="email" label="Email address" type="email" autoComplete="off" spellCheck={false} />
      <TextAreaField name="note" label="Reason" rows={2} maxLength={500} hint="Shown to other admins." />
    </FormDialog>
  )
}
