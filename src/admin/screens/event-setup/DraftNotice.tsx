import { SAVED_SINCE } from '#src/contract/draft-event.ts'
import { Button } from '#src/ui/Button.tsx'
import { confirm } from '../../blocks/confirm.ts'
import { formatAgo } from '../../blocks/moment.ts'
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
      message: 'Your unsaved changes will be lost. The saved event stays as it is.',
      label: 'Discard draft',
      busyLabel: 'Discarding...',
      act: async () => onDiscard(),
    })
  return (
    <div role="status" className="mb-6 rounded-md border-2 border-line bg-surface px-5 py-4 leading-snug">
      <p>
        <b>Draft restored.</b> {`Your unsaved changes were kept in this browser ${formatAgo(draft.at)}.`}
        {isOutdated && ` ${SAVED_SINCE}. When you save, you can compare both versions.`}
      </p>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button variant="outline" size="sm" onClick={discard}>
          Discard draft
        </Button>
        <Button variant="ghost" size="sm" onClick={onKeep}>
          Keep draft
        </Button>
      </div>
    </div>
  )
}
