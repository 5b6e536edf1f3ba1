import { request } from '../call.ts'
import { browserDrafts } from '../drafts/browser-drafts.ts'
import { createDraftShelf } from '../drafts/draft-shelf.ts'
import { createDraft } from '../drafts/draft-store.ts'
import { notify } from '../toasts.ts'
import { BLANK, isEmpty, readDraft } from './draft.ts'
import { createDesk, type ReportDesk } from './report-desk.ts'

/** What the product description says over a form that is as it was left. */
const RESTORED = { kind: 'success', title: 'Draft restored', message: 'Your unsaved report was restored.' } as const

/** The report of this page. */
export const draft = createDraft({
  ...browserDrafts,
  shelf: createDraftShelf({ ...browserDrafts, what: 'report', read: readDraft }),
  blank: BLANK,
  isEmpty,
  onRestored: () => notify(RESTORED),
})

export const { $draft: $reportDraft } = draft

/** The buttons of one form. */
export function openDesk(onClosed: () => void): ReportDesk {
  return createDesk({
    draft,
    notify,
    onClosed,
    send: (input, key) => request('POST', '/api/submit-event-report', { json: input, key }),
  })
}
