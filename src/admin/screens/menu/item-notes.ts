import {
  type BarFacts,
  DEFAULT_EVENT_LABEL,
  EVENT_HREF,
  leadsTo,
  type MenuItem,
  REPORT_MODAL_HREF,
} from '#src/contract/navigation.ts'

/** What the bar makes of an item beyond its label and address; undefined for an ordinary one. (spec 2) */
export function noteOf(item: MenuItem, bar: BarFacts): string | undefined {
  if (!item.visibleToAnonymous && !item.visibleToUser && !item.visibleToAdmin)
    return 'Nobody sees it: no kind of viewer is chosen.'
  if (item.href === REPORT_MODAL_HREF) return 'Opens the report form: a button on the home page, no link in the bar.'
  if (leadsTo(item.href, bar.externalSiteHost)) return 'Leads to the external site, so the bar leaves it out.'
  if (item.href !== EVENT_HREF) return undefined
  return bar.featured
    ? `Shown as “${bar.featured.eventName}”, leading to its page.`
    : `Shown as “${DEFAULT_EVENT_LABEL}” until an event is published.`
}
