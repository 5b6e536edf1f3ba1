import { atom, type ReadableAtom } from 'nanostores'
import { REPORT_RECEIVED, type ReportContext, type ReportInput, reportInput } from '#src/contract/report.ts'
import { request } from '../call.ts'
import { browserDrafts } from '../drafts/browser-drafts.ts'
import { createDraftShelf } from '../drafts/draft-shelf.ts'
import { createDraft, type DraftStore, submissionKey } from '../drafts/draft-store.ts'
import { createForm, type FormState } from '../forms/form-store.ts'
import { type Notice, notify } from '../toasts.ts'
import { BLANK, isEmpty, type ReportFields, readDraft } from './draft.ts'

/** Said where the server has no word of its own. */
const FAILED = 'Your report could not be sent. What you wrote is still here.'

type DeskParts = {
  draft: DraftStore<ReportFields>
  /** `POST /api/submit-event-report`; what comes twice with one key is one report. Throws `ApiError`. */
  send: (input: ReportInput, key: string) => Promise<unknown>
  notify: (notice: Notice) => void
  /** The form may go: it was sent, given up, or nothing was in it. */
  onClosed: () => void
}

/** What the form holds beside what is drafted. */
type Extras = { honeypot: string; context: ReportContext | undefined }

export type ReportDesk = {
  $form: ReadableAtom<FormState>
  /** Whether 'Unsaved Changes' is asked. */
  $isAsking: ReadableAtom<boolean>
  submit: (extras: Extras) => Promise<void>
  /** Closes the form, or asks first where edits would be lost. While a report is on its way it does nothing. */
  close: () => void
  /** 'Continue Editing'. */
  stay: () => void
  /** 'Close Anyway'. */
  leave: () => void
}

/** What the report form does with its buttons. (product 2, 4) */
export function createDesk({ draft, send, notify, onClosed }: DeskParts): ReportDesk {
  const $isAsking = atom(false)
  const leave = () => {
    $isAsking.set(false)
    draft.clear()
    onClosed()
  }
  const { $form, submit } = createForm({
    schema: reportInput,
    send: (input) => {
      // Kept before it leaves, so that it can be sent again under its key even after this tab is gone.
      draft.save()
      return send(input, submissionKey(draft.$draft.get().name, input))
    },
    onDone: () => {
      leave()
      notify({ kind: 'success', message: REPORT_RECEIVED })
    },
    wording: { failed: FAILED },
    onRefused: ({ detail, errors }) => {
      notify({ kind: 'error', title: 'Error', message: errors[0]?.message ?? detail })
      return true
    },
    notify,
  })
  return {
    $form,
    $isAsking,
    submit: ({ honeypot, context }) => {
      const { title, description, email, reportType } = draft.$draft.get().fields
      const added = context && reportType === 'problem' && { context }
      return submit({ title, description, reporter_email: email, report_type: reportType, honeypot, ...added })
    },
    close: () => {
      if ($form.get().isBusy) return
      if (draft.$draft.get().isDirty) $isAsking.set(true)
      else onClosed()
    },
    stay: () => $isAsking.set(false),
    leave,
  }
}

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
