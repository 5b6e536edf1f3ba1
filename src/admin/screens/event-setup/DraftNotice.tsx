import { Button } from '#src/ui/Button.tsx'
import { confirm } from '../../blocks/confirm.ts'
import { agoOf } from '../../blocks/moment.ts'
import type { EventFormDraft } from './event-drafts.ts'

type DraftNoticeProps = {
  draft: EventFormDraft
  /** The stored event is newer than what the draft was typed over. */
  isOutdated: boolean
  onDiscard: () => void
  onKeep: () => void
}

/** Says that what was typed before is back, and offers to throw it away. */
export function DraftNotice({ draft, isOutdated, onDiscard, onKeep }: DraftNoticeProps) {
  const discard = () =>
    confirm({
      title: 'Discard the draft?',
      message: 'What you typed and did not save is lost. The event as it is saved stays.',
      label: 'Discard draft',
      busyLabel: 'Discarding...',
      act: async () => onDiscard(),
    })
  return (
    <div role="status" className="mb-6 rounded-md border-2 border-line bg-surface px-5 py-4 leading-snug">
      <p>
        <b>Draft restored.</b> {`Your unsaved changes were kept in this browser ${agoOf(draft.at)}.`}
        {isOutdated && ' Somebody saved this event since: when you save, you will see both and choose.'}
      </p>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button variant="outline" size="sm" onClick={discard}>
          Discard draft
        </Button>
        <Button variant="ghost" size="sm" onClick={onKeep}>
          Keep it
        </Button>
      </div>
    </div>
  )
}
