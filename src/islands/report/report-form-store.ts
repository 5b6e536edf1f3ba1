import { atom, type ReadableAtom } from 'nanostores'
import { REPORT_RECEIVED, type ReportContext, type ReportInput, reportInput } from '#src/contract/report.ts'
import { request } from '../call.ts'
import { browserDrafts } from '../drafts/browser-drafts.ts'
import { createDraftStorage } from '../drafts/draft-storage.ts'
import { createDraft, type DraftStore, submissionKey } from '../drafts/draft-store.ts'
import { createForm, type FormState } from '../forms/form-store.ts'
import { type NewToast, notify } from '../toasts.ts'
import { BLANK_REPORT, isBlankReport, REPORT_SEPARATORS, type ReportFields, readStoredReport } from './report-draft.ts'

/** Shown if the server gives no reason. */
const FAILED = 'Your report could not be sent. What you wrote is still here.'

type ReportFormParts = {
  draft: DraftStore<ReportFields>
  /** `POST /api/submit-event-report`. The same key sent twice makes one report. Throws `ApiError`. */
  send: (input: ReportInput, key: string) => Promise<unknown>
  notify: (notice: NewToast) => void
  /** The form may close: it was sent, discarded, or empty. */
  onClosed: () => void
}

/** What the form sends besides its draft. */
type Extras = { honeypot: string; context: ReportContext | undefined }

export type ReportFormStore = {
  $form: ReadableAtom<FormState>
  /** True while 'Unsaved Changes' is open. */
  $isConfirmingClose: ReadableAtom<boolean>
  submit: (extras: Extras) => Promise<void>
  /** Closes the form, or asks first if edits would be lost. Does nothing while a report is being sent. */
  close: () => void
  /** 'Continue Editing'. */
  continueEditing: () => void
  /** 'Close Anyway'. */
  discard: () => void
}

/** The actions of the report form's buttons. (product 2, 4) */
export function createReportForm({ draft, send, notify, onClosed }: ReportFormParts): ReportFormStore {
  const $isConfirmingClose = atom(false)
  const discard = () => {
    $isConfirmingClose.set(false)
    draft.clear()
    onClosed()
  }
  const { $form, submit } = createForm({
    schema: reportInput,
    send: (input) => {
      // Saved before it is sent, so that it can be sent again under its key even after this tab no longer exists.
      draft.save()
      return send(input, submissionKey(draft.$draft.get().name, input))
    },
    onDone: () => {
      discard()
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
    $isConfirmingClose,
    submit: ({ honeypot, context }) => {
      const { title, description, email, reportType } = draft.$draft.get().fields
      const added = context && reportType === 'problem' && { context }
      return submit({ title, description, reporter_email: email, report_type: reportType, honeypot, ...added })
    },
    close: () => {
      if ($form.get().isBusy) return
      if (draft.$draft.get().isDirty) $isConfirmingClose.set(true)
      else onClosed()
    },
    continueEditing: () => $isConfirmingClose.set(false),
    discard,
  }
}

/** The toast over a form whose draft was restored, in the words of the product description. */
const RESTORED = { kind: 'success', title: 'Draft restored', message: 'Your unsaved report was restored.' } as const

/** The report draft of this page. */
export const draft = createDraft({
  ...browserDrafts,
  storage: createDraftStorage({ ...browserDrafts, subject: 'report', read: readStoredReport }),
  blank: BLANK_REPORT,
  isEmpty: isBlankReport,
  separators: REPORT_SEPARATORS,
  onRestored: () => notify(RESTORED),
})

export const { $draft: $reportDraft } = draft

/** The store of one report form, which sends to the API. */
export function openReportForm(onClosed: () => void): ReportFormStore {
  return createReportForm({
    draft,
    notify,
    onClosed,
    send: (input, key) => request('POST', '/api/submit-event-report', { json: input, key }),
  })
}
