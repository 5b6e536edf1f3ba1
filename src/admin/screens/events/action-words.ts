/** What people call what an event has beside its own fields. */
export const LIST_WORDS: Record<string, string> = {
  vendors: 'Vendors',
  team: 'Team',
  agenda: 'Agenda',
  tasks: 'Tasks',
  redirects: 'Earlier addresses',
  copiedFrom: 'Copied from',
  leftOut: 'Left out',
}

const ACTIONS = new Map(
  Object.entries({
    'event.create': 'Created',
    'event.update': 'Edited',
    'event.publish': 'Published',
    'event.unpublish': 'Unpublished',
    'event.rename': 'Renamed',
    'event.duplicate': 'Created as a copy',
    'event.cancelled': 'Cancelled',
    'event.postponed': 'Postponed',
    'event.moved': 'Moved',
    'event.reschedule': 'Set to scheduled',
    'event.change_date': 'Moved to another date',
    'event.delete': 'Deleted',
    'event.correction.send': 'Correction sent',
    'event.correction.decline': 'Correction declined',
    'event.tasks.give': 'Tasks added from templates',
    'event.share': 'Share link created',
    'event.unshare': 'Share link revoked',
    'event.restore': 'Restored after deletion',
    'event.restore_version': 'Restored to an earlier version',
  }),
)

/** What was done, for people: `event.vendors.add` is `Vendors: add`. */
export function actionName(action: string): string {
  const known = ACTIONS.get(action)
  if (known !== undefined) return known
  const [list = action, ...verb] = action.replace(/^event\./, '').split('.')
  return verb.length > 0
    ? `${LIST_WORDS[list] ?? list}: ${verb.join(' ').replaceAll('_', ' ')}`
    : list.replaceAll('_', ' ')
}
