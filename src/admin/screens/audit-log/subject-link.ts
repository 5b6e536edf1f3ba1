import type { AuditLine } from '#src/contract/audit-log.ts'
import { links } from '../../links.ts'

const SCREENS: Record<string, (id: string) => string> = {
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
}

type Subject = Pick<AuditLine, 'action' | 'subjectType' | 'subjectId'>

/** Where the subject of an entry is looked after now; undefined for what has no screen, or is gone. */
export function subjectLink({ action, subjectType, subjectId }: Subject): string | undefined {
  if (action.endsWith('.delete')) return undefined
  return Object.hasOwn(SCREENS, subjectType) ? SCREENS[subjectType]?.(subjectId) : undefined
}
