import { useState } from 'react'
import { type ChangedField, type ChangeItem, type ChangeSet, canEdit } from '#src/contract/change-set.ts'
import { SUBJECT_NAMES } from '#src/contract/change-subject.ts'
import { Button } from '#src/ui/Button.tsx'
import { confirm } from '../../blocks/confirm.ts'
import { lazyComponent } from '../../blocks/lazy-component.tsx'
import { formatAgo } from '../../blocks/moment.ts'
import { useCloseGuard } from '../../blocks/use-close-guard.tsx'
import { useSave } from '../../blocks/use-save.ts'
import { useUrlState } from '../../blocks/use-url-state.ts'
import { ChangeRow, NamedValue } from '../events/ChangeRow.tsx'
import { $editor, isUnsaved, useUnsaved } from './autosave.ts'
import { CHANGE_SETS, removeItem, resolveItem } from './change-set-calls.ts'

const ItemEditor = lazyComponent(
  async () => (await import('./ItemEditor.tsx')).ItemEditor,
  <p aria-busy="true">Loading the form...</p>,
)

type ItemProps = { set: ChangeSet; item: ChangeItem }

/** What a set changes of one record, field by field, with the form behind a button. */
export function ItemCard({ set, item }: ItemProps) {
  const { isEditing, isLeaving, toggle, leave } = useEditing(item.id)
  const { subjectType, label, changes, changedSince, isGone } = item
  const isOpen = canEdit(set.state)
  const hasEdit = isOpen && set.reverts === null
  // A set that somebody else schedules or publishes takes no unsaved text from this screen.
  const isKept = useUnsaved()
  const hasForm = isEditing && (hasEdit || isKept)
  const remove = useRemoval(set.id, item, leave)
  return (
    <li className="admin-panel min-w-0 px-4 py-4 sm:px-6">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <p className="text-[.875rem] text-soft">{SUBJECT_NAMES[subjectType]}</p>
          <h3 className="label text-[1.375rem] [overflow-wrap:anywhere]">{label}</h3>
          <p className="text-[.875rem] text-soft">{`Last changed ${formatAgo(item.updatedAt)} by ${item.updatedBy}`}</p>
        </div>
        {(isOpen || hasForm) && (
          <div className="flex flex-wrap gap-2">
            {((hasEdit && !isGone) || hasForm) && (
              <Button
                variant="outline"
                size="sm"
                aria-expanded={isEditing}
                isBusy={isLeaving}
                onClick={() => void toggle()}
              >
                {isEditing ? 'Done' : 'Edit'}
                <span className="sr-only">{` ${label}`}</span>
              </Button>
            )}
            {isOpen && (
              <Button variant="ghost" size="sm" onClick={remove}>
                Remove<span className="sr-only">{` ${label} from the set`}</span>
              </Button>
            )}
          </div>
        )}
      </div>
      {item.refusal && <p className="mt-3 border-stop border-l-8 pl-4 font-semibold">{item.refusal}</p>}
      {changedSince.length > 0 && (
        <p className="mt-3 border-signal border-l-8 pl-4">
          {`Changed by somebody else since, and kept: ${changedSince.join(', ')}.`}
        </p>
      )}
      {changes.length === 0 ? (
        <p className="mt-3 text-soft">Nothing is changed yet.</p>
      ) : (
        <Changes set={set} item={item} />
      )}
      {hasForm && (
        <div className="mt-5 border-ink border-t-2 pt-5">
          <ItemEditor setId={set.id} item={item} />
        </div>
      )}
    </li>
  )
}

/** Opens and closes the form of a record. The form that is open is saved first, and asks before it loses what cannot be saved. */
function useEditing(itemId: string) {
  const [{ edit }, setPlace] = useUrlState('/admin/content-studio/$setId')
  const [isLeaving, setLeaving] = useState(false)
  const isEditing = edit === itemId
  const close = useCloseGuard(() => setPlace({ edit: isEditing ? undefined : itemId }), isUnsaved)
  const toggle = async () => {
    const editor = $editor.get()
    setLeaving(true)
    await editor?.finish()
    setLeaving(false)
    // The dialog with both versions is open.
    if (editor?.$state.get() !== 'conflict') close()
  }
  const leave = () => {
    if (isEditing) setPlace({ edit: undefined })
  }
  return { isEditing, isLeaving, toggle, leave }
}

function useRemoval(setId: string, item: ChangeItem, onDone: () => void) {
  const save = useSave({
    save: () => removeItem(setId, item),
    done: 'Record removed from the set',
    failed: 'Failed to remove record',
    stale: [[CHANGE_SETS]],
    onDone,
  })
  return () =>
    confirm({
      title: `Remove ${item.label}?`,
      message: 'Its changes in this set are lost. What is live stays as it is.',
      label: 'Remove record',
      busyLabel: 'Removing...',
      act: () => save.mutateAsync(undefined),
    })
}

/** Each changed field before and after; with a choice where somebody else has changed it too. */
function Changes({ set, item }: ItemProps) {
  const [choices, choose] = useState<Record<string, 'mine' | 'theirs'>>({})
  const conflicts = item.changes.filter(({ isConflict }) => isConflict)
  const save = useSave({
    save: () => resolveItem(set.id, item.id, { choices, version: item.version }),
    done: 'Choices saved',
    failed: 'Failed to save choices',
    stale: [[CHANGE_SETS]],
    onDone: () => choose({}),
  })
  return (
    <>
      <dl className="mt-3">
        {item.changes.map((change) => (
          <Change
            key={change.field}
            change={change}
            choice={choices[change.field]}
            onChoose={canEdit(set.state) ? (kept) => choose({ ...choices, [change.field]: kept }) : undefined}
          />
        ))}
      </dl>
      {conflicts.length > 0 && canEdit(set.state) && (
        <Button
          size="sm"
          className="mt-3"
          isBusy={save.isPending}
          disabled={conflicts.some(({ field }) => !choices[field])}
          onClick={() => save.mutate(undefined)}
        >
          Keep these values
        </Button>
      )}
    </>
  )
}

type ChangeProps = {
  change: ChangedField
  choice: 'mine' | 'theirs' | undefined
  onChoose: ((kept: 'mine' | 'theirs') => void) | undefined
}

function Change({ change, choice, onChoose }: ChangeProps) {
  const { name, before, after, isConflict } = change
  return (
    <ChangeRow name={name} before={before} after={after}>
      {'now' in change && (
        <dd className="min-w-0 sm:col-span-2 sm:col-start-2">
          <NamedValue name="Changed by somebody else to" value={change.now} />
        </dd>
      )}
      {isConflict && onChoose && (
        <dd className="sm:col-span-2 sm:col-start-2">
          <fieldset className="flex flex-wrap gap-x-5 gap-y-1">
            <legend className="sr-only">{`Value to keep for ${name}`}</legend>
            {KEPT.map(([kept, words]) => (
              <label key={kept} className="inline-flex min-h-10 cursor-pointer items-center gap-2 font-semibold">
                <input
                  type="radio"
                  checked={choice === kept}
                  onChange={() => onChoose(kept)}
                  className="size-6 shrink-0 accent-(--tick)"
                />
                {words}
              </label>
            ))}
          </fieldset>
        </dd>
      )}
    </ChangeRow>
  )
}

const KEPT = [
  ['mine', 'Use the value of this set'],
  ['theirs', 'Keep the other value'],
] as const
