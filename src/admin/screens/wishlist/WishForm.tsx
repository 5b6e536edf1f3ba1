import { zodResolver } from '@hookform/resolvers/zod'
import { useWatch } from 'react-hook-form'
import { WISH_STATUSES } from '#src/contract/report.ts'
import { monthShipped } from '#src/contract/wish.ts'
import { ShippedWish } from '#src/sections/ShippedWishes.tsx'
import { EditForm } from '../../blocks/EditForm.tsx'
import { CheckField, SelectField, TextAreaField, TextField } from '../../blocks/fields.tsx'
import { MergeDialog } from '../../blocks/MergeDialog.tsx'
import { type Stored, useEntryForm } from '../../library/use-entry-form.ts'
import { WISH_LABELS as LABELS, type WishFields, wishCalls, wishFields } from './wish-calls.ts'
import { COLUMN_NAMES } from './wish-words.ts'

type WishFormProps = {
  /** Of a stored wish; a new one chooses its own. */
  id?: string
  from: Stored<WishFields>
  shippedAt?: number | null
  onClose: () => void
}

/** Everything a wish is. What visitors read can be written once it is on the board. */
export function WishForm({ id = '', from, shippedAt = null, onClose }: WishFormProps) {
  const { form, conflict, merge, drop, save, isBusy } = useEntryForm({
    noun: 'wish',
    stale: ['wishes', 'feedback'],
    resolver: zodResolver(wishFields),
    id,
    from,
    create: wishCalls.create,
    update: wishCalls.update,
    read: wishCalls.read,
    onSaved: onClose,
  })
  return (
    <>
      <EditForm form={form} onSubmit={save} label="Save wish" isBusy={isBusy} onCancel={onClose}>
        <TextField name="title" label={LABELS.title} autoComplete="off" hint="For us. Up to 200 characters." />
        <TextAreaField name="description" label={LABELS.description} rows={6} hint="For us. Up to 5000 characters." />
        <div className="grid items-start gap-5 sm:grid-cols-2">
          <SelectField
            name="status"
            label={LABELS.status}
            options={WISH_STATUSES.map((status) => [status, COLUMN_NAMES[status]] as const)}
            hint="Who asked for it is mailed when it is shipped, once."
          />
          <TextField name="target" label={LABELS.target} autoComplete="off" hint="When it shall be done: March 2027." />
        </div>
        {id !== '' && <ForVisitors shippedAt={shippedAt} />}
      </EditForm>
      {conflict && <MergeDialog {...conflict} labels={LABELS} onMerged={merge} onClose={drop} />}
    </>
  )
}

function ForVisitors({ shippedAt }: { shippedAt: number | null }) {
  return (
    <fieldset className="grid gap-5 rounded-md border-2 border-line px-4 pt-2 pb-5">
      <legend className="px-1 font-semibold">For visitors</legend>
      <CheckField name="isPublic" label={LABELS.isPublic} hint="On the feedback page, from the day it is shipped." />
      <TextField
        name="publicTitle"
        label={LABELS.publicTitle}
        autoComplete="off"
        hint="What they can do now. Empty, they read our own title. Up to 200 characters."
      />
      <TextAreaField name="publicText" label={LABELS.publicText} rows={4} hint="Up to 1000 characters." />
      <Preview shippedAt={shippedAt} />
    </fieldset>
  )
}

/** The line of the feedback page, as it is with what stands in the form. */
function Preview({ shippedAt }: { shippedAt: number | null }) {
  const [title, status, isPublic, publicTitle, publicText] = useWatch<
    WishFields,
    ['title', 'status', 'isPublic', 'publicTitle', 'publicText']
  >({ name: ['title', 'status', 'isPublic', 'publicTitle', 'publicText'] })
  const isTold = isPublic && status === 'shipped'
  return (
    <section aria-label="Preview" className="grid gap-3">
      <p role="status" className="text-soft leading-snug">
        {isTold
          ? 'Visitors read it like this, with the next build after you save:'
          : isPublic
            ? 'Visitors read nothing of it until it is shipped. Then it stands there like this:'
            : 'Visitors read nothing of it. If it were told, it would stand there like this:'}
      </p>
      <ol className="max-w-xl rounded-md bg-ground px-4 pt-4 [overflow-wrap:anywhere]">
        <ShippedWish
          id="preview"
          title={publicTitle || title}
          text={publicText || null}
          month={monthShipped(shippedAt ?? Date.now())}
        />
      </ol>
    </section>
  )
}
