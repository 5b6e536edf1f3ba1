import type { AuditedRow, AuditLine } from '#src/contract/audit-log.ts'
import { postPath } from '#src/contract/forum-paths.ts'
import { links } from '../../links.ts'

const SCREENS: Record<string, (id: string, after: AuditedRow | null) => string> = {
  account: links.user,
  user: links.user,
  event: links.eventSetup,
  vendor: (edit) => links.vendors({ edit }),
  team_member: (edit) => links.team({ edit }),
  location: (edit) => links.locations({ edit }),
  agenda_template: (edit) => links.agendaTemplates({ edit }),
  menu: () => links.menu(),
  'menu-item': () => links.menu(),
  setting: () => links.settings(),
  mail: () => links.mails(),
  report: (report) => links.reports({ report }),
  wish: (wish) => links.wishlist({ wish }),
  'forum-category': () => links.forumCategories(),
  'forum-categories': () => links.forumCategories(),
  'forum-topic': (id) => postPath(id),
  // What is hidden has no address on the site.
  'forum-post': (id, after) => (after?.state === 'hidden' ? links.forum({ queue: 'hidden' }) : postPath(id)),
}

type Subject = Pick<AuditLine, 'action' | 'subjectType' | 'subjectId' | 'after'>

/** Where the subject of an entry is looked after now, in the admin area or on the site; undefined for what has no place, or is gone. */
export function subjectLink({ action, subjectType, subjectId, after }: Subject): string | undefined {
  if (action.endsWith('.delete')) return undefined
  return Object.hasOwn(SCREENS, subjectType) ? SCREENS[subjectType]?.(subjectId, after) : undefined
}
