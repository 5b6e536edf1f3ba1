import type { QueryKey } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type DefaultValues, type FieldValues, type Resolver, useForm } from 'react-hook-form'
import { STALE } from '#src/contract/changed.ts'
import { isSame } from '#src/contract/merge-fields.ts'
import { toApiError } from '#src/islands/call.ts'
import { notify } from '#src/islands/toasts.ts'
import { showFieldErrors } from './EditForm.tsx'
import { MergeDialog, type MergeWords } from './MergeDialog.tsx'
import { useSave } from './use-save.ts'

/** One save of a form. */
export type VersionedSave<Row, Fields, Also> = {
  fields: Fields
  /** The stored row that the form was filled from, with its version; undefined for a new one. */
  over: Row | undefined
  /** The id of a new row. It is chosen when the form opens, so that a second click creates no second row. */
  newId: string
  /** What `onSubmit` was given beside the fields. */
  also: Also | undefined
}

type VersionedFormParts<Row, Values extends FieldValues, Fields, Answer, Also> = MergeWords<Fields> & {
  /** What is stored; undefined for something new. A newer one is taken over while nothing is typed. */
  row: Row | undefined
  /** The fields of the form out of a stored row, or the blank form. */
  fieldsOf: (row: Row | undefined) => Fields
  resolver: Resolver<Values, unknown, Fields>
  save: (sent: VersionedSave<Row, Fields, Also>) => Promise<Answer>
  /** What is stored now, for the merge view; also of a new row, whose creation was stored though its answer was lost. */
  refetch: (newId: string) => Promise<Row | undefined>
  /** The toast when it is saved, and what begins the one of a failure. */
  done: string
  failed: string
  /** What is not true any more afterwards, by the first parts of its names. */
  stale: readonly QueryKey[]
  /** For a form that stays open: the stored row in what a save answers, which the form continues from. */
  rowOf?: (answer: Answer) => Row
  onSaved?: (answer: Answer) => unknown
}

/**
 * The form of a row that carries a version. Where somebody else saved since it was filled, `conflict` shows both versions and
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
  const { row, fieldsOf, resolver, labels, texts, done, failed, stale } = parts
  const [newId] = useState(() => crypto.randomUUID())
  const [base, setBase] = useState(row)
  const [found, setFound] = useState<{ mine: Fields; theirs: Row }>()
  const form = useForm<Values, unknown, Fields>({
    resolver,
    defaultValues: asDefaults(fieldsOf(row)),
    // Not when a field is left: a message that appears then moves the button that is being pressed.
    mode: 'onSubmit',
  })
  const { isDirty } = form.formState

  /** Fills the form from a stored row; with `values`, as what is typed over it. */
  const continueFrom = (stored: Row, values?: Fields) => {
    seen.current = row?.version
    setBase(stored)
    form.reset(asDefaults<Values>(fieldsOf(stored)))
    if (values) form.reset(values, { keepDefaultValues: true })
  }

  const seen = useRef(row?.version)
  useEffect(() => {
    if (!row || row.version === seen.current) return
    const isUntouched = isSame(fieldsOf(row), fieldsOf(base))
    if (!isUntouched && isDirty) return
    seen.current = row.version
    setBase(row)
    if (!isUntouched) form.reset(asDefaults<Values>(fieldsOf(row)))
  })

  const save = useSave({
    save: ({ fields, also }: { fields: Fields; also: Also | undefined }) =>
      parts.save({ fields, over: base, newId, also }),
    done,
    failed,
    stale,
    onDone: (answer, { fields }) => {
      if (parts.rowOf) continueFrom(parts.rowOf(answer))
      else form.reset(asDefaults<Values>(fields))
      return parts.onSaved?.(answer)
    },
    onRefused: (fault) => showFieldErrors(form, fault),
    onStale: ({ fields: mine }) => {
      const failToMerge = (detail: string) => notify({ kind: 'error', title: 'Error', message: `${failed}: ${detail}` })
      parts.refetch(newId).then(
        (theirs) => (theirs ? setFound({ mine, theirs }) : failToMerge(STALE)),
        (fault: unknown) => failToMerge(toApiError(fault).detail),
      )
      return true
    },
  })

  const drop = () => setFound(undefined)
  const conflict = found && (
    <MergeDialog
      base={fieldsOf(base)}
      mine={found.mine}
      theirs={fieldsOf(found.theirs)}
      labels={labels}
      {...(texts && { texts })}
      onMerged={(merged) => {
        continueFrom(found.theirs, merged)
        drop()
      }}
      onClose={drop}
    />
  )
  return {
    form,
    onSubmit: (fields: Fields, also?: Also) => save.mutate({ fields, also }),
    isBusy: save.isPending,
    conflict,
    /** The stored row that the fields now stand over. */
    row: base,
  }
}

function asDefaults<Values extends FieldValues>(fields: Values): DefaultValues<Values> {
  return fields as DefaultValues<Values>
}
