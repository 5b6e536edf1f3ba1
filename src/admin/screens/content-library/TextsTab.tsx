import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import {
  COPY_GROUPS,
  type CopyEntry,
  type CopyGroup,
  type CopyKey,
  copyGroup,
  RESET_TO_DEFAULT,
  SITE_COPY,
} from '#src/contract/site-copy.ts'
import { copyText } from '#src/contract/site-copy-input.ts'
import { Badge } from '#src/ui/Badge.tsx'
import { Button } from '#src/ui/Button.tsx'
import { AddToSet } from '../../blocks/AddToSet.tsx'
import { confirm } from '../../blocks/confirm.ts'
import { FormDialog } from '../../blocks/FormDialog.tsx'
import { TextAreaField } from '../../blocks/fields.tsx'
import { Shown } from '../../blocks/Shown.tsx'
import { useSave } from '../../blocks/use-save.ts'
import { useUrlState } from '../../blocks/use-url-state.ts'
import { useVersionedForm } from '../../blocks/use-versioned-form.tsx'
import { copyQuery, saveCopy } from './content-calls.ts'

const GROUPS = Object.entries(COPY_GROUPS) as [CopyGroup, string][]

/** The standing texts of the site by the part that they belong to, each with the way back to its default. */
export function TextsTab() {
  const query = useQuery(copyQuery)
  const [{ edit }, set] = useUrlState('/admin/library/content')
  return (
    <Shown query={query} what="the texts">
      {(entries) => (
        <div className="grid gap-5">
          {GROUPS.map(([group, name]) => (
            <section key={group} className="admin-panel px-5 py-4" aria-labelledby={`texts-${group}`}>
              <h2 id={`texts-${group}`} className="label text-[1.375rem]">
                {name}
              </h2>
              <ul className="mt-2">
                {entries
                  .filter(({ key }) => copyGroup(key) === group)
                  .map((entry) => (
                    <CopyLine key={entry.key} entry={entry} onEdit={() => set({ edit: entry.key }, { push: true })} />
                  ))}
              </ul>
            </section>
          ))}
          {entries
            .filter(({ key }) => key === edit)
            .map((entry) => (
              <CopyDialog key={entry.key} entry={entry} onClose={() => set({ edit: undefined })} />
            ))}
        </div>
      )}
    </Shown>
  )
}

function CopyLine({ entry, onEdit }: { entry: CopyEntry; onEdit: () => void }) {
  const { label, text } = SITE_COPY[entry.key]
  const name = `${label} (${COPY_GROUPS[copyGroup(entry.key)]})`
  const reset = useReset(entry)
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 border-line border-t py-4 first:border-t-0">
      <div className="min-w-0 flex-[1_1_20rem]">
        <p className="flex flex-wrap items-center gap-2 font-semibold">
          {label}
          {entry.text !== null && <Badge tone="waiting">Edited</Badge>}
        </p>
        <p className="mt-1 max-w-3xl text-soft leading-snug [overflow-wrap:anywhere]">{entry.text ?? text}</p>
      </div>
      <span className="flex flex-wrap gap-2">
        {entry.text !== null && (
          <Button variant="ghost" size="sm" onClick={reset}>
            {RESET_TO_DEFAULT}
            <span className="sr-only"> {name}</span>
          </Button>
        )}
        <AddToSet variant="ghost" subject={{ type: 'site_copy', id: entry.key, label: name }} />
        <Button variant="outline" size="sm" onClick={onEdit}>
          Edit<span className="sr-only"> {name}</span>
        </Button>
      </span>
    </li>
  )
}

function useReset({ key, text, version }: CopyEntry): () => void {
  const { mutateAsync } = useSave({
    save: () => saveCopy(key, { text: null, version }),
    done: 'Text reset to default',
    failed: 'Failed to reset the text',
    stale: [copyQuery.queryKey],
  })
  return () =>
    confirm({
      title: 'Reset this text to its default?',
      message: (
        <>
          <p>It will say:</p>
          <p className="border-line border-l-4 pl-4">{SITE_COPY[key].text}</p>
          <p>“{text}” is kept in the audit log.</p>
        </>
      ),
      label: RESET_TO_DEFAULT,
      busyLabel: 'Resetting...',
      act: () => mutateAsync(undefined),
    })
}

function CopyDialog({ entry, onClose }: { entry: CopyEntry; onClose: () => void }) {
  const queries = useQueryClient()
  const { key } = entry
  const { label, text } = SITE_COPY[key]
  const edit = useVersionedForm({
    row: entry,
    getFields: (row) => ({ text: row?.text ?? text }),
    resolver: zodResolver(z.strictObject({ text: copyText(key) })),
    labels: { text: label },
    save: ({ fields, over = entry }) => saveCopy(key, { text: fields.text, version: over.version }),
    refetch: async () => (await queries.fetchQuery(copyQuery)).find((one) => one.key === key),
    done: 'Text saved',
    failed: 'Failed to save the text',
    stale: [copyQuery.queryKey],
    onSaved: onClose,
  })
  return (
    <FormDialog
      {...edit}
      title={label}
      label="Save text"
      loss="Your changes to this text will be lost."
      onClose={onClose}
    >
      <CopyInput copyKey={key} />
    </FormDialog>
  )
}

/** The field of one standing text, also of one in a change set. */
export function CopyInput({ copyKey }: { copyKey: CopyKey }) {
  const { label, most, text: _, ...field } = SITE_COPY[copyKey]
  const hint =
    copyGroup(copyKey) === 'footer' ? 'On every page.' : 'It can refer to the event: {{city}}, {{date}}, {{price}}.'
  return (
    <TextAreaField
      name="text"
      label={label}
      rows={'rows' in field ? field.rows + 1 : 2}
      maxLength={most}
      hint={`${hint} Up to ${most} characters.`}
    />
  )
}
