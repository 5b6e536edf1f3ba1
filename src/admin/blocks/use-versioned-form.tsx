import type { QueryKey } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type DefaultValues, type FieldValues, type Resolver, useForm } from 'react-hook-form'
import { isSame, mergeFields, STALE } from '#src/contract/versioned.ts'
import { type ApiError, toApiError } from '#src/islands/call.ts'
import { notify } from '#src/islands/toasts.ts'
import { showFieldErrors } from './EditForm.tsx'
import { lazyComponent } from './lazy-component.tsx'
import type { MergeWords, MergeDialog as Merging } from './MergeDialog.tsx'
import { useSave } from './use-save.ts'

/** Loaded if someone else saved the same row. `lazyComponent` loses the type parameter. */
const MergeDialog = lazyComponent(
  async () => (await import('./MergeDialog.tsx')).MergeDialog,
) as unknown as typeof Merging

/** One save of a form. */
export type VersionedSave<Row, Fields, Also> = {
  fields: Fields
  /** The stored row that the form was filled from, with its version; undefined for a new one. */
  over: Row | undefined
  /** The id of a new row. It is chosen when the form opens, so that a second click creates no second row. */
  newId: string
  /** What `onSubmit` received in addition to the fields. */
  also: Also | undefined
}

type VersionedFormParts<Row, Values extends FieldValues, Fields, Answer, Also> = MergeWords<Fields> & {
  /** What is stored; undefined for something new. A newer one is taken over while nothing is typed. */
  row: Row | undefined
  /** What was typed over that row before and not saved, such as a draft of this browser: the form begins with it. */
  typed?: Fields | undefined
  /** The fields of the form out of a stored row, or the blank form. */
  getFields: (row: Row | undefined) => Fields
  resolver: Resolver<Values, unknown, Fields>
  save: (sent: VersionedSave<Row, Fields, Also>) => Promise<Answer>
  /** What is stored now, for the merge view; also of a new row, whose creation was stored though its answer was lost. */
  refetch: (newId: string) => Promise<Row | undefined>
  /** The toast when it is saved, and what begins the one of a failure. */
  done: string | ((answer: Answer, over: Row | undefined) => string)
  failed: string
  /** For a form that is longer than a screen: a refusal is shown in a toast too, not only at its field. */
  hasRefusalToast?: true
  /** True for a refusal that the screen shows by itself. */
  onRefused?: (fault: ApiError, sent: Pick<VersionedSave<Row, Fields, Also>, 'fields'>) => boolean
  /** The queries that are out of date afterwards, by the first parts of their keys. */
  stale: readonly QueryKey[]
  /** For a form that stays open: the stored row in what a save answers, which the form continues from. */
  getRow?: (answer: Answer) => Row
  onSaved?: (answer: Answer) => unknown
}

/** A save that is on its way: what is sent, the row it was made over, and what the fields held. */
type Sent<Row, Values, Fields, Also> = Omit<VersionedSave<Row, Fields, Also>, 'newId'> & { typed: Values }

/**
 * The form of a row with a version. If someone else saved since it was filled, `conflict` shows both versions and
 * the form continues from what the editor chooses; nothing is overwritten. (architecture 10) Its answer is spread on the form:
 * `<EditForm {...useVersionedForm({ … })} label="Save vendor">`.
 */
export function useVersionedForm<
  Row extends { version: number | string | null },
  Values extends FieldValues,
  Fields extends Values,
  Answer,
  Also = undefined,
>(parts: VersionedFormParts<Row, Values, Fields, Answer, Also>) {
  const { getFields, done, failed, stale } = parts
  const [newId] = useState(() => crypto.randomUUID())
  const filled = useFilledForm(parts)
  const { form, base, continueFrom } = filled
  const [conflict, showBoth] = useMergeDialog(parts, filled)

  const save = useSave({
    save: ({ fields, over, also }: Sent<Row, Values, Fields, Also>) => parts.save({ fields, over, newId, also }),
    done: (answer, { over }) => (typeof done === 'function' ? done(answer, over) : done),
    failed,
    stale,
    onDone: (answer, { fields, typed }) => {
      if (parts.getRow) {
        const stored = parts.getRow(answer)
        continueFrom(stored, withTypedSince(typed, getFields(stored)))
      } else form.reset(asDefaults<Values>(fields))
      return parts.onSaved?.(answer)
    },
    onRefused: (fault, sent) =>
      parts.onRefused?.(fault, sent) || (showFieldErrors(form, fault) && !parts.hasRefusalToast),
    onStale: (sent) => {
      parts.refetch(newId).then(
        (theirs) => (theirs ? resolveConflict(sent, theirs) : failToMerge(STALE)),
        (fault: unknown) => failToMerge(toApiError(fault).detail),
      )
      return true
    },
  })
  /** The fields, with what was typed while the save was on its way: it stays, and is not saved yet. */
  const withTypedSince = (typed: Values, fields: Fields) =>
    mergeFields<Values>(typed, form.getValues(), fields).merged as Fields
  const failToMerge = (detail: string) => notify({ kind: 'error', title: 'Error', message: `${failed}: ${detail}` })

  /** Shows both versions. Where the other one changed no field of this form, the save continues by itself. */
  const resolveConflict = (sent: Sent<Row, Values, Fields, Also>, theirs: Row) => {
    const mine = withTypedSince(sent.typed, sent.fields)
    const { conflicts, taken } = mergeFields(getFields(sent.over), sent.fields, getFields(theirs))
    const isChanged = conflicts.length > 0 || taken.length > 0 || theirs.version === sent.over?.version
    if (isChanged) return showBoth({ mine, theirs })
    continueFrom(theirs, mine)
    save.mutate({ ...sent, over: theirs })
  }
  return {
    form,
    onSubmit: (fields: Fields, also?: Also) =>
      save.mutate({ fields, over: base, also, typed: { ...form.getValues() } }),
    isBusy: save.isPending,
    conflict,
    /** The stored row that the fields were last filled from. */
    row: base,
    continueFrom,
  }
}

/** The form over `base`, the stored row that it was last filled from. A newer row is taken over while nothing is typed. */
function useFilledForm<
  Row extends { version: number | string | null },
  Values extends FieldValues,
  Fields extends Values,
>({
  row,
  typed,
  getFields,
  resolver,
}: Pick<VersionedFormParts<Row, Values, Fields, unknown, unknown>, 'row' | 'typed' | 'getFields' | 'resolver'>) {
  const [base, setBase] = useState(row)
  const form = useForm<Values, unknown, Fields>({
    resolver,
    defaultValues: asDefaults(getFields(row)),
    // Not when a field is left: a message that appears then moves the button that is being pressed.
    mode: 'onSubmit',
  })
  const { isDirty } = form.formState

  const [restored] = useState(typed)
  useEffect(() => {
    if (restored) form.reset(restored, { keepDefaultValues: true })
  }, [form, restored])

  const seen = useRef(row?.version)
  useEffect(() => {
    if (!row || row.version === seen.current) return
    const isUntouched = isSame(getFields(row), getFields(base))
    if (!isUntouched && isDirty) return
    seen.current = row.version
    setBase(row)
    if (!isUntouched) form.reset(asDefaults<Values>(getFields(row)))
  })

  /** Fills the form from a stored row, or the blank one; with `values`, as what is typed over it. */
  const continueFrom = (stored: Row | undefined, values?: Fields) => {
    seen.current = row?.version
    setBase(stored)
    form.reset(asDefaults<Values>(getFields(stored)))
    if (values) form.reset(values, { keepDefaultValues: true })
  }
  return { form, base, continueFrom }
}

type Mergeable<Row, Fields> = MergeWords<Fields> & { getFields: (row: Row | undefined) => Fields }
type Filled<Row, Fields> = { base: Row | undefined; continueFrom: (stored: Row, values: Fields) => void }

/** The dialog with both versions, and what opens it. The form continues from what the editor chooses there. */
function useMergeDialog<Row, Fields extends object>(
  { getFields, labels, texts }: Mergeable<Row, Fields>,
  { base, continueFrom }: Filled<Row, Fields>,
) {
  const [found, setFound] = useState<{ mine: Fields; theirs: Row }>()
  const drop = () => setFound(undefined)
  const dialog = found && (
    <MergeDialog
      base={getFields(base)}
      mine={found.mine}
      theirs={getFields(found.theirs)}
      labels={labels}
      {...(texts && { texts })}
      onMerged={(merged) => {
        continueFrom(found.theirs, merged)
        drop()
      }}
      onClose={drop}
    />
  )
  return [dialog, setFound] as const
}

function asDefaults<Values extends FieldValues>(fields: Values): DefaultValues<Values> {
  return fields as DefaultValues<Values>
}
