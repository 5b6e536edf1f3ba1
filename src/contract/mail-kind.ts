/** Kinds of mail that a recipient can end without an account. */
export const MAIL_KINDS = ['event-mail', 'report-mail', 'figures'] as const
export type MailKind = (typeof MAIL_KINDS)[number]

/** How people read them: 'Stop emails about events'. */
export const MAIL_KIND_NAMES: Record<MailKind, string> = {
  'event-mail': 'emails about events',
  'report-mail': 'news about your reports',
  figures: 'emails with figures',
}
