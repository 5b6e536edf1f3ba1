import { useState } from 'react'
import { MERGE_BACK, MERGE_DONE, MERGE_TAKEN, MERGE_TITLE, mergeFields } from '#src/contract/versioned.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'

/** How the merge view names the fields and shows what they hold. */
export type MergeWords<Fields> = {
  /** The label of each field. */
  labels: Partial<Record<keyof Fields, string>>
  /** The text for a field whose values are not plain text. */
  texts?: { [Field in keyof Fields]?: (value: Fields[Field]) => string }
}

export type MergeDialogProps<Fields extends object> = MergeWords<Fields> & {
  /** The version that the editor began with, the one in the form, and the one that someone else saved in between. */
  base: Fields
  mine: Fields
  theirs: Fields
  /** The merged fields for the form; nothing is saved yet. */
  onMerged: (merged: Fields) => void
  onClose: () => void
}

/**
 * Shown if someone else saved while this editor was typing. Fields that only one of them changed are merged; for fields that both
 * changed, the editor sees all three values and chooses. Closing it loses nothing: the form stays as it was.
 */
export function MergeDialog<Fields extends object>({
  base,
  mine,
  theirs,
  labels,
  texts,
  onMerged,
  onClose,
}: MergeDialogProps<Fields>) {
  const { merged, conflicts, taken } = mergeFields(base, mine, theirs)
  const [kept, keep] = useState<Partial<Record<keyof Fields, 'mine' | 'theirs'>>>({})
  const isDecided = conflicts.every((field) => kept[field])
  const getText = (field: keyof Fields, fields: Fields) => texts?.[field]?.(fields[field]) || toText(fields[field])
  const finish = () => {
    const chosen = conflicts.map((field) => [field, kept[field] === 'theirs' ? theirs[field] : mine[field]])
    onMerged({ ...merged, ...Object.fromEntries(chosen) })
  }
  return (
    <Dialog
      isOpen
      title={MERGE_TITLE}
      description={
        conflicts.length === 0
          ? 'You changed different fields. Both sets of changes are kept.'
          : 'You both changed these fields. Choose which version to keep, then save again.'
      }
      onClose={onClose}
      actions={
        <>
          <Button disabled={!isDecided} onClick={finish}>
            {MERGE_DONE}
          </Button>
          <Button variant="outline" onClick={onClose}>
            {MERGE_BACK}
          </Button>
        </>
      }
    >
      {conflicts.map((field) => (
        <Conflict
          key={String(field)}
          label={labels[field] ?? String(field)}
          was={getText(field, base)}
          versions={[
            ['mine', 'Yours', getText(field, mine)],
            ['theirs', 'Theirs', getText(field, theirs)],
          ]}
          kept={kept[field]}
          onKeep={(version) => keep({ ...kept, [field]: version })}
        />
      ))}
      {taken.length > 0 && (
        <p className="text-[.9375rem] text-soft leading-snug">
          {MERGE_TAKEN}: {taken.map((field) => labels[field] ?? String(field)).join(', ')}.
        </p>
      )}
    </Dialog>
  )
}

type Version = 'mine' | 'theirs'
type ConflictProps = {
  label: string
  was: string
  versions: readonly (readonly [Version, name: string, text: string])[]
  kept: Version | undefined
  onKeep: (version: Version) => void
}

function Conflict({ label, was, versions, kept, onKeep }: ConflictProps) {
  return (
    <fieldset className="mb-5 rounded-md border-2 border-line px-4 pt-1 pb-4">
      <legend className="px-1 font-semibold">{label}</legend>
      <p className="text-[.875rem] text-soft">Before: {was}</p>
      {versions.map(([version, name, text]) => (
        <label key={version} className="mt-2 flex cursor-pointer gap-3 leading-snug">
          <input
            type="radio"
            name={label}
            checked={kept === version}
            onChange={() => onKeep(version)}
            className="mt-0.5 size-6 shrink-0 accent-(--tick)"
          />
          <span className="min-w-0 whitespace-pre-wrap [overflow-wrap:anywhere]">
            <b>{name}:</b> {text}
          </span>
        </label>
      ))}
    </fieldset>
  )
}

/** A value as people read it. */
function toText(value: unknown): string {
  if (value === null || value === undefined || value === '') return '(empty)'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return Array.isArray(value) ? value.map(toText).join('\n') : String(value)
}
