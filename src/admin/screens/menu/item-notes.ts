import {
  type BarFacts,
  DEFAULT_EVENT_LABEL,
  EVENT_HREF,
  leadsTo,
  type MenuItem,
  REPORT_MODAL_HREF,
} from '#src/contract/navigation.ts'

/** Names the preview of the navigation bar, and captions its two screens. */
export const NAVIGATION_PREVIEW = 'Navigation preview'
export const WIDE_PREVIEW = 'Desktop'
export const PHONE_PREVIEW = 'Phone, menu open'

/** What the preview says of viewers who see no bar, and of those without the report button. */
export const SEES_NO_BAR = 'do not see the navigation bar'
export const NO_REPORT_BUTTON = 'They do not see the Report Issue button'

/** What the bar makes of items that it does not show as links. */
export const NO_AUDIENCE = 'Hidden because no audience is selected.'
export const REPORT_BUTTON = 'Shown as a button on the home page that opens the report form, not as a link.'
export const EXTERNAL_LINK = 'Links to the external site, so the navigation bar hides it.'

/** What the bar makes of an item beyond its label and address; undefined for an ordinary one. (product 2) */
export function noteOf(item: MenuItem, bar: BarFacts): string | undefined {
  if (!item.visibleToAnonymous && !item.visibleToUser && !item.visibleToAdmin) return NO_AUDIENCE
  if (item.href === REPORT_MODAL_HREF) return REPORT_BUTTON
  if (leadsTo(item.href, bar.externalSiteHost)) return EXTERNAL_LINK
  if (item.href !== EVENT_HREF) return undefined
  return bar.featured
    ? `Shown as “${bar.featured.eventName}” with a link to its page.`
    : `Shown as “${DEFAULT_EVENT_LABEL}” until an event is published.`
}
