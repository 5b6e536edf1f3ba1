import { queryOptions } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { WISH_STATUSES } from '#src/contract/report.ts'
import type { Changed } from '#src/contract/versioned.ts'
import { monthShipped, WISH_PREVIEW, type Wish, type WishRecord, wishChange } from '#src/contract/wish.ts'
import { ShippedWish } from '#src/sections/ShippedWishes.tsx'
import { api, ask } from '../../api.ts'
import { EditForm } from '../../blocks/EditForm.tsx'
import { CheckField, SelectField, TextAreaField, TextField } from '../../blocks/fields.tsx'
import { type EntryFormProps, useLibraryForm } from '../../library/use-library-form.ts'
import { COLUMN_NAMES } from './wish-calls.ts'

const { wishes } = api
const one = wishes[':id']

/** The fields of the form of a wish. */
const wishFields = wishChange.omit({ version: true })
type WishFields = z.output<typeof wishFields>

/** The calls of the form of a wish. A new wish has no texts for visitors yet. */
const wish = {
  noun: 'wish',
  title: 'Wish',
  stale: [['wishes'], ['feedback']],
  read: (id: string): Promise<WishRecord> => ask(() => one.$get({ param: { id } })),
  create: (id: string, { title, description, status, target }: WishFields): Promise<Changed<Wish>> =>
    ask(() => wishes.$post({ json: { id, title, description, status, target } })),
  update: ({ id, version }: Wish, fields: WishFields): Promise<Changed<Wish>> =>
    ask(() => one.$patch({ param: { id }, json: { version, ...fields } })),
  getFields: (stored: Wish | undefined): WishFields => ({
    title: stored?.title ?? '',
    description: stored?.description ?? '',
    status: stored?.status ?? 'idea',
    target: stored?.target ?? null,
    isPublic: stored?.isPublic ?? false,
    publicTitle: stored?.publicTitle ?? null,
    publicText: stored?.publicText ?? null,
  }),
}

const LABELS: Record<keyof WishFields, string> = {
  title: 'Title',
  description: 'Description',
  status: 'Column',
  target: 'Target',
  isPublic: 'Show under “You asked, we did”',
  publicTitle: 'Title for visitors',
  publicText: 'Text for visitors',
}

/** One wish for its form, which keeps what it began with: fetched again whenever a form is opened. */
export const wishQuery = (id: string) =>
  queryOptions<WishRecord>({
    queryKey: ['wish', id],
    queryFn: () => wish.read(id),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

/** All fields of a wish. The texts for visitors can be written once it is on the board. */
export function WishForm({ row, onClose }: EntryFormProps<WishRecord>) {
  const edit = useLibraryForm(wish, { row, onClose, schema: wishFields, labels: LABELS })
  return (
    <EditForm {...edit}>
      <TextField name="title" label={LABELS.title} autoComplete="off" hint="Internal. Up to 200 characters." />
      <TextAreaField name="description" label={LABELS.description} rows={6} hint="Internal. Up to 5,000 characters." />
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <SelectField
          name="status"
          label={LABELS.status}
          options={WISH_STATUSES.map((status) => [status, COLUMN_NAMES[status]] as const)}
          hint="People who asked are emailed once, when it ships."
        />
        <TextField name="target" label={LABELS.target} autoComplete="off" hint="Target date, e.g. March 2027." />
      </div>
      {row && <ForVisitors shippedAt={row.shippedAt} />}
    </EditForm>
  )
}

function ForVisitors({ shippedAt }: { shippedAt: number | null }) {
  return (
    <fieldset className="grid gap-5 rounded-md border-2 border-line px-4 pt-2 pb-5">
      <legend className="px-1 font-semibold">For visitors</legend>
      <CheckField name="isPublic" label={LABELS.isPublic} hint="Appears on the feedback page once it ships." />
      <TextField
        name="publicTitle"
        label={LABELS.publicTitle}
        autoComplete="off"
        hint="What visitors can do now. If empty, the internal title is shown. Up to 200 characters."
      />
      <TextAreaField name="publicText" label={LABELS.publicText} rows={4} hint="Up to 1,000 characters." />
      <Preview shippedAt={shippedAt} />
    </fieldset>
  )
}

/** The entry of the feedback page, with the current values of the form. */
function Preview({ shippedAt }: { shippedAt: number | null }) {
  const [title, status, isPublic, publicTitle, publicText] = useWatch<
    WishFields,
    ['title', 'status', 'isPublic', 'publicTitle', 'publicText']
  >({ name: ['title', 'status', 'isPublic', 'publicTitle', 'publicText'] })
  const isVisible = isPublic && status === 'shipped'
  return (
    <section aria-label="Preview" className="grid gap-3">
      <p role="status" className="text-soft leading-snug">
        {isVisible ? WISH_PREVIEW.published : isPublic ? WISH_PREVIEW.later : WISH_PREVIEW.hidden}
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
