import { useFormContext } from 'react-hook-form'
import { BLOCK_LABELS } from '#src/contract/block-change.ts'
import { type BlockEntry, type BlockFields, blockFields } from '#src/contract/content-block.ts'
import { BLOCK_KINDS, type BlockKind } from '#src/contract/content-kinds.ts'
import { CONTENT_REFERENCES } from '#src/contract/content-reference.ts'
import { Select } from '#src/ui/Select.tsx'
import { EditForm } from '../../blocks/EditForm.tsx'
import { CheckField, LinesField, TextField } from '../../blocks/fields.tsx'
import { type EntryFormProps, useLibraryForm } from '../../library/use-library-form.ts'
import { BlockPreview } from './BlockPreview.tsx'
import { BodyFields } from './BodyFields.tsx'
import { BLANK_BODIES, blocks } from './content-calls.ts'

const KINDS = Object.entries(BLOCK_KINDS)

/** The form of a block: what its kind needs, and how it looks while someone types. */
export function BlockForm({ row, onClose }: EntryFormProps<BlockEntry>) {
  const edit = useLibraryForm(blocks, {
    row,
    onClose,
    schema: blockFields,
    labels: BLOCK_LABELS,
    texts: BLOCK_TEXTS,
  })
  return (
    <EditForm {...edit}>
      <BlockInputs isNew={row === undefined} />
    </EditForm>
  )
}

/** The fields of a block, also of one in a change set. */
export function BlockInputs({ isNew = false }: { isNew?: boolean }) {
  return (
    <>
      <KindField isNew={isNew} />
      <TextField
        name="title"
        label={BLOCK_LABELS.title}
        maxLength={120}
        autoComplete="off"
        hint="For editors. Visitors do not see it."
      />
      <BodyFields />
      <References />
      <LinesField
        name="tags"
        label={BLOCK_LABELS.tags}
        hint="One tag on each line, such as travel or safety."
        rows={2}
      />
      <CheckField name="isActive" label={BLOCK_LABELS.isActive} hint="Hidden blocks keep their places." />
      <BlockPreview />
    </>
  )
}

/** The kind of a stored block stays: its text would not fit another one. */
function KindField({ isNew }: { isNew: boolean }) {
  const { watch, setValue } = useFormContext<BlockFields>()
  const kind = watch('kind')
  if (!isNew)
    return (
      <p>
        <span className="font-semibold">Kind: </span>
        {BLOCK_KINDS[kind]}
      </p>
    )
  return (
    <Select
      name="kind"
      label={BLOCK_LABELS.kind}
      options={KINDS}
      value={kind}
      onChange={({ target }) => {
        const next = target.value as BlockKind
        setValue('body', BLANK_BODIES[next], { shouldDirty: true })
        setValue('kind', next, { shouldDirty: true })
      }}
    />
  )
}

/** What can be written so that a text follows the event. */
function References() {
  return (
    <details className="text-[.9375rem]">
      <summary className="min-h-10 cursor-pointer content-center font-semibold">Facts that follow the event</summary>
      <p className="mt-1 text-soft leading-snug">
        Write one of these, and each event's page says its own. They work in slots of landing pages, not on pages.
      </p>
      <dl className="mt-2 grid gap-x-6 gap-y-1 sm:grid-cols-2">
        {Object.entries(CONTENT_REFERENCES).map(([name, meaning]) => (
          <div key={name} className="flex flex-wrap gap-x-2">
            <dt>
              <code>{`{{${name}}}`}</code>
            </dt>
            <dd className="text-soft">{meaning}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

/** A line for each text of a body, in the merge view. */
function describeBody(body: BlockFields['body']): string {
  return Object.entries(body)
    .filter(([name]) => name !== 'schemaVersion')
    .map(([, value]) => (typeof value === 'string' ? value : JSON.stringify(value)))
    .join('\n')
}

/** How the merge view says fields that are no plain text. */
export const BLOCK_TEXTS = {
  kind: (kind: BlockKind) => BLOCK_KINDS[kind],
  tags: (tags: string[]) => tags.join('\n'),
  body: describeBody,
}
