import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { type ChangeSet, canEdit, FORM_UNSAVED, NOT_APPROVED, SET_EMPTY, STUDIO } from '#src/contract/change-set.ts'
import { plural } from '#src/contract/plural.ts'
import { Button } from '#src/ui/Button.tsx'
import { ActionButton } from '../../blocks/ActionButton.tsx'
import { AdminLink } from '../../blocks/AdminLink.tsx'
import { confirm } from '../../blocks/confirm.ts'
import { lazyComponent } from '../../blocks/lazy-component.tsx'
import { useSave } from '../../blocks/use-save.ts'
import { links } from '../../links.ts'
import { useUnsaved } from './autosave.ts'
import { approveSet, askForReview, CHANGE_SETS, deleteSet, unscheduleSet } from './change-set-calls.ts'

const ScheduleDialog = lazyComponent(async () => (await import('./ScheduleDialog.tsx')).ScheduleDialog)
const PublishSetDialog = lazyComponent(async () => (await import('./PublishSetDialog.tsx')).PublishSetDialog)
const RenameDialog = lazyComponent(async () => (await import('./RenameDialog.tsx')).RenameDialog)

/** Everything that can be done with a set now, each with the reason if it cannot. */
export function SetSteps({ set }: { set: ChangeSet }) {
  if (set.state === 'scheduled') return <ScheduledSteps set={set} />
  if (!canEdit(set.state)) return <PublishedSteps set={set} />
  return <OpenSteps set={set} />
}

/** The queries that any step makes stale. */
const STALE = [[CHANGE_SETS], ['dashboard']]

function useStep(
  step: (id: string, version: number) => Promise<unknown>,
  words: { done: string; failed: string },
  set: ChangeSet,
) {
  return useSave({ ...words, save: () => step(set.id, set.version), stale: STALE })
}

/** Why a set cannot go live now; null if it can. */
function refusalOf({ changeItems, needsApproval, isApproved }: ChangeSet): string | null {
  if (changeItems.every(({ changes }) => changes.length === 0)) return SET_EMPTY
  const stopped = changeItems.find(({ refusal }) => refusal !== null)
  if (stopped) return stopped.refusal
  return needsApproval && !isApproved ? NOT_APPROVED : null
}

function OpenSteps({ set }: { set: ChangeSet }) {
  const [open, setOpen] = useState<'publish' | 'schedule' | 'rename'>()
  const review = useStep(
    askForReview,
    { done: 'The set is ready for review', failed: 'Failed to ask for a review' },
    set,
  )
  const approve = useStep(approveSet, { done: 'The set is approved', failed: 'Failed to approve' }, set)
  const isRollback = set.reverts !== null
  const close = () => setOpen(undefined)
  const isEmpty = set.changeItems.length === 0
  const unsaved = useUnsaved() ? FORM_UNSAVED : null
  return (
    <div className="grid w-full justify-items-start gap-3">
      <ActionButton variant="default" refusal={unsaved ?? refusalOf(set)} onClick={() => setOpen('publish')}>
        {isRollback ? STUDIO.rollBack : STUDIO.publishNow}
      </ActionButton>
      {!isRollback && (
        <>
          <ActionButton refusal={unsaved ?? refusalOf(set)} onClick={() => setOpen('schedule')}>
            {STUDIO.schedule}
          </ActionButton>
          {set.state === 'in_review' ? (
            !set.isApproved && (
              <ActionButton
                refusal={unsaved ?? set.approvalRefusal}
                isBusy={approve.isPending}
                onClick={() => approve.mutate(undefined)}
              >
                {STUDIO.approve}
              </ActionButton>
            )
          ) : (
            <ActionButton
              refusal={isEmpty ? SET_EMPTY : unsaved}
              isBusy={review.isPending}
              onClick={() => review.mutate(undefined)}
            >
              {STUDIO.askReview}
            </ActionButton>
          )}
          <div className="flex flex-wrap gap-2 border-line border-t pt-3">
            <Button variant="ghost" size="sm" onClick={() => setOpen('rename')}>
              Rename
            </Button>
            <DeleteButton set={set} />
          </div>
        </>
      )}
      {open === 'publish' && <PublishSetDialog set={set} onClose={close} />}
      {open === 'schedule' && <ScheduleDialog set={set} onClose={close} />}
      {open === 'rename' && <RenameDialog set={set} onClose={close} />}
    </div>
  )
}

function DeleteButton({ set }: { set: ChangeSet }) {
  const navigate = useNavigate()
  const save = useSave({
    save: () => deleteSet(set.id, set.version),
    done: 'Change set deleted',
    failed: 'Failed to delete change set',
    onDone: () => navigate(links.contentStudio()),
  })
  const ask = () =>
    confirm({
      title: 'Delete this change set?',
      message: `${set.name} and its ${plural(set.changeItems.length, 'record')} are lost. What is live stays as it is.`,
      label: 'Delete change set',
      busyLabel: 'Deleting...',
      act: () => save.mutateAsync(undefined),
    })
  return (
    <Button variant="ghost" size="sm" onClick={ask}>
      Delete
    </Button>
  )
}

function ScheduledSteps({ set }: { set: ChangeSet }) {
  const cancel = useStep(unscheduleSet, { done: 'The schedule is cancelled', failed: 'Failed to cancel schedule' }, set)
  return (
    <>
      <p>The set is locked until then.</p>
      <ActionButton isBusy={cancel.isPending} onClick={() => cancel.mutate(undefined)}>
        {STUDIO.cancelSchedule}
      </ActionButton>
    </>
  )
}

/** The way back leads over the set that takes this one back, which shows what would change. */
function PublishedSteps({ set }: { set: ChangeSet }) {
  if (set.rollbackId === null) return set.state === 'rolled_back' ? <p>What it changed was taken back.</p> : null
  return (
    <Button asChild variant="outline" size="sm">
      <AdminLink to={links.changeSet(set.rollbackId)}>{STUDIO.rollBack}</AdminLink>
    </Button>
  )
}
