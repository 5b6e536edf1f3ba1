import {
  CalendarClock,
  CalendarDays,
  ChartNoAxesColumn,
  Eye,
  Gauge,
  Handshake,
  IdCard,
  ListOrdered,
  type LucideIcon,
  MailWarning,
  MapPin,
  MessageSquareWarning,
  MessagesSquare,
  PanelTop,
  ScrollText,
  Shapes,
  SlidersHorizontal,
  SquareKanban,
  SquarePen,
  UserRound,
  Users,
} from 'lucide-react'
import type { ComponentType } from 'react'
import type { Role } from '#src/contract/viewer.ts'

/** The headings of the sidebar, in order. */
export const GROUPS = ['Overview', 'Events', 'Libraries', 'Site', 'People', 'Forum', 'Feedback', 'Records'] as const
type Group = (typeof GROUPS)[number]

/** One screen of the admin area. */
export type ScreenRoute = {
  /** Under `/admin`; a part that begins with `$` is a parameter. */
  path: string
  title: string
  group: Group
  /** The least role that sees it; the server decides by itself. */
  role: Role
  icon: LucideIcon
  /** The screen, loaded when it is first shown. */
  load: () => Promise<ComponentType>
  /** False for a screen that is reached from another one: it is no item of the sidebar. */
  inSidebar?: false
  /** What else people would type to find it. */
  words?: string
}

/** Every screen there is. Adding one is one line here, one folder, one browser test. (architecture 3) */
export const SCREENS: readonly ScreenRoute[] = [
  {
    path: '/admin',
    title: 'Dashboard',
    group: 'Overview',
    role: 'moderator',
    icon: Gauge,
    load: async () => (await import('./screens/dashboard/DashboardScreen.tsx')).DashboardScreen,
  },
  {
    path: '/admin/event/manage',
    title: 'Events',
    group: 'Events',
    role: 'admin',
    icon: CalendarDays,
    words: 'manage list publish unpublish duplicate cancel postpone move delete restore history',
    load: async () => (await import('./screens/events/EventsScreen.tsx')).EventsScreen,
  },
  {
    path: '/admin/event/vendors',
    title: 'Event lineup',
    group: 'Events',
    role: 'admin',
    icon: ListOrdered,
    load: async () => (await import('./screens/event-parts/EventPartsScreen.tsx')).EventPartsScreen,
    words: 'vendors team agenda partners people schedule',
  },
  {
    path: '/admin/event/setup',
    title: 'Event setup',
    group: 'Events',
    role: 'admin',
    icon: SquarePen,
    words: 'new create edit workshop',
    load: async () => (await import('./screens/event-setup/EventSetupScreen.tsx')).EventSetupScreen,
  },
  {
    path: '/admin/event/preview/$id',
    title: 'Event preview',
    group: 'Events',
    role: 'admin',
    icon: Eye,
    inSidebar: false,
    load: async () => (await import('./screens/event-preview/EventPreviewScreen.tsx')).EventPreviewScreen,
  },
  {
    path: '/admin/library/vendors',
    title: 'Vendors',
    group: 'Libraries',
    role: 'admin',
    icon: Handshake,
    words: 'partners logos sponsors',
    load: async () => (await import('./screens/vendors/VendorsScreen.tsx')).VendorsScreen,
  },
  {
    path: '/admin/library/team',
    title: 'Team',
    group: 'Libraries',
    role: 'admin',
    icon: IdCard,
    words: 'people trainers speakers photos',
    load: async () => (await import('./screens/team/TeamScreen.tsx')).TeamScreen,
  },
  {
    path: '/admin/library/locations',
    title: 'Locations',
    group: 'Libraries',
    role: 'admin',
    icon: MapPin,
    words: 'venues cities addresses',
    load: async () => (await import('./screens/locations/LocationsScreen.tsx')).LocationsScreen,
  },
  {
    path: '/admin/library/agenda',
    title: 'Agenda templates',
    group: 'Libraries',
    role: 'admin',
    icon: CalendarClock,
    words: 'schedule day slots',
    load: async () => (await import('./screens/agenda-templates/AgendaTemplatesScreen.tsx')).AgendaTemplatesScreen,
  },
  {
    path: '/admin/users',
    title: 'Users',
    group: 'People',
    role: 'moderator',
    icon: Users,
    load: async () => (await import('./screens/users/UsersScreen.tsx')).UsersScreen,
    words: 'accounts people approval pending roles ban addresses registrations',
  },
  {
    path: '/admin/users/$userId',
    title: 'User',
    group: 'People',
    role: 'moderator',
    icon: UserRound,
    load: async () => (await import('./screens/users/UserScreen.tsx')).UserScreen,
    inSidebar: false,
  },
  {
    path: '/admin/forum',
    title: 'Forum posts',
    group: 'Forum',
    role: 'moderator',
    icon: MessagesSquare,
    words: 'moderate queue review approve reject flagged reported hidden restore topics replies',
    load: async () => (await import('./screens/forum/ForumScreen.tsx')).ForumScreen,
  },
  {
    path: '/admin/forum/categories',
    title: 'Forum categories',
    group: 'Forum',
    role: 'moderator',
    icon: Shapes,
    words: 'subjects rooms events order',
    load: async () => (await import('./screens/forum-categories/ForumCategoriesScreen.tsx')).ForumCategoriesScreen,
  },
  {
    path: '/admin/reports',
    title: 'Reports',
    group: 'Feedback',
    role: 'moderator',
    icon: MessageSquareWarning,
    words: 'problems suggestions feedback merge duplicates answer promote csv export',
    load: async () => (await import('./screens/reports/ReportsScreen.tsx')).ReportsScreen,
  },
  {
    path: '/admin/wishlist',
    title: 'Wishlist',
    group: 'Feedback',
    role: 'admin',
    icon: SquareKanban,
    words: 'wishes board ideas planned shipped declined roadmap target csv export',
    load: async () => (await import('./screens/wishlist/WishlistScreen.tsx')).WishlistScreen,
  },
  {
    path: '/admin/feedback',
    title: 'Feedback',
    group: 'Feedback',
    role: 'admin',
    icon: ChartNoAxesColumn,
    words: 'you asked we did public figures months',
    load: async () => (await import('./screens/feedback/FeedbackScreen.tsx')).FeedbackScreen,
  },
  {
    path: '/admin/menu',
    title: 'Menu',
    group: 'Site',
    role: 'admin',
    icon: PanelTop,
    words: 'navigation bar links order',
    load: async () => (await import('./screens/menu/MenuScreen.tsx')).MenuScreen,
  },
  {
    path: '/admin/settings',
    title: 'Settings',
    group: 'Site',
    role: 'admin',
    icon: SlidersHorizontal,
    words: 'navigation visibility external site options',
    load: async () => (await import('./screens/settings/SettingsScreen.tsx')).SettingsScreen,
  },
  {
    path: '/admin/audit-logs',
    title: 'Audit log',
    group: 'Records',
    role: 'admin',
    icon: ScrollText,
    words: 'history changes who csv export chain verify',
    load: async () => (await import('./screens/audit-log/AuditLogScreen.tsx')).AuditLogScreen,
  },
  {
    path: '/admin/email-diagnostics',
    title: 'Email',
    group: 'Records',
    role: 'admin',
    icon: MailWarning,
    words: 'mail outbox failed dead retry sms diagnostics',
    load: async () => (await import('./screens/mails/MailsScreen.tsx')).MailsScreen,
  },
]

/** The screen an address shows; undefined for none. */
export function screenAt(pathname: string, screens: readonly ScreenRoute[] = SCREENS): ScreenRoute | undefined {
  const parts = pathname.replace(/\/+$/, '').split('/')
  return screens.find(({ path }) => {
    const wanted = path.split('/')
    return wanted.length === parts.length && wanted.every((part, at) => part.startsWith('$') || part === parts[at])
  })
}
