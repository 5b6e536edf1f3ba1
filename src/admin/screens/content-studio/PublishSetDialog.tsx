import { type ChangeSet, STUDIO } from '#src/contract/change-set.ts'
import { plural } from '#src/contract/plural.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { useSave } from '../../blocks/use-save.ts'
import { CHANGE_SETS, publishSet } from './change-set-calls.ts'
import { useSetChecks } from './use-set-checks.tsx'

/** The queries of the records that a set may have changed. */
const LIVE = [
  ...['events', 'vendors', 'team', 'locations', 'agenda-templates', 'menu', 'settings'],
  ...['content-blocks', 'content-pages', 'content-places', 'site-copy', 'block', 'page', 'dashboard'],
].map((key) => [key])

/** Asks before a set goes live or is rolled back, with what changes and what the checks find. */
export function PublishSetDialog({ set, onClose }: { set: ChangeSet; onClose: () => void }) {
  const isRollback = set.reverts !== null
  const { view, refusal, readAt, onRefused } = useSetChecks(set, onClose)
  const save = useSave({
    save: () => publishSet(set.id, { version: set.version, readAt }),
    done: isRollback ? 'The set was rolled back' : 'The set is published',
    failed: isRollback ? 'Failed to roll back' : 'Failed to publish',
    stale: [[CHANGE_SETS], ...LIVE],
    onDone: onClose,
    onRefused,
  })
  return (
    <Dialog
      isOpen
      title={isRollback ? 'Roll back now?' : 'Publish this set now?'}
      description={isRollback ? 'These fields return to what they were:' : 'This goes live in one step:'}
      onClose={onClose}
      actions={
        <>
          <Button
            variant={isRollback ? 'destructive' : 'default'}
            disabled={refusal !== null}
            title={refusal ?? undefined}
            isBusy={save.isPending}
            onClick={() => save.mutate(undefined)}
          >
            {isRollback ? STUDIO.rollBack : STUDIO.publishNow}
          </Button>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      <div className="grid gap-5">
        <ul className="list-disc pl-5">
          {set.changeItems
            .filter(({ changes }) => changes.length > 0)
            .map(({ id, label, changes }) => (
              <li key={id}>
                <b>{label}</b>: {plural(changes.length, 'field')}
              </li>
            ))}
        </ul>
        {view}
      </div>
    </Dialog>
  )
}
