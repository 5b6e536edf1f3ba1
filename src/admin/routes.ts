import {
  CalendarClock,
  CalendarDays,
  ChartNoAxesColumn,
  Eye,
  Gauge,
  Handshake,
  IdCard,
  ListOrdered,
  MailWarning,
  MapPin,
  MessageSquareWarning,
  MessagesSquare,
  PanelTop,
  ScrollText,
  Shapes,
  ShieldCheck,
  SlidersHorizontal,
  SquareKanban,
  SquarePen,
  UserRound,
  Users,
} from 'lucide-react'
import { hasRole } from '#src/contract/rank.ts'
import type { Role } from '#src/contract/viewer.ts'
import { PLACES, type Place, type PlainScreen, type ScreenRoute } from './places.ts'

/** Every screen there is. Adding one is one line here, one in `addresses.ts`, one folder, one browser test. (architecture 3) */
export const SCREENS: readonly ScreenRoute[] = [
  {
    path: '/admin',
    title: 'Dashboard',
    place: 'Home',
    role: 'moderator',
    icon: Gauge,
    load: async () => (await import('./screens/dashboard/DashboardScreen.tsx')).DashboardScreen,
  },
  {
    path: '/admin/event/manage',
    title: 'Events',
    place: 'Events',
    role: 'admin',
    icon: CalendarDays,
    words: 'manage list publish unpublish duplicate cancel postpone move delete restore history',
    load: async () => (await import('./screens/events/EventsScreen.tsx')).EventsScreen,
  },
  {
    path: '/admin/event/vendors',
    title: 'Event lineup',
    place: 'Events',
    isTab: false,
    role: 'admin',
    icon: ListOrdered,
    load: async () => (await import('./screens/event-parts/EventPartsScreen.tsx')).EventPartsScreen,
    words: 'vendors team agenda partners people schedule',
  },
  {
    path: '/admin/event/setup',
    title: 'Event setup',
    place: 'Events',
    isTab: false,
    role: 'admin',
    icon: SquarePen,
    words: 'new create edit workshop',
    load: async () => (await import('./screens/event-setup/EventSetupScreen.tsx')).EventSetupScreen,
  },
  {
    path: '/admin/event/preview/$id',
    title: 'Event preview',
    place: 'Events',
    role: 'admin',
    icon: Eye,
    isTab: false,
    load: async () => (await import('./screens/event-preview/EventPreviewScreen.tsx')).EventPreviewScreen,
  },
  {
    path: '/admin/library/vendors',
    title: 'Vendors',
    place: 'Library',
    role: 'admin',
    icon: Handshake,
    words: 'partners logos sponsors',
    load: async () => (await import('./screens/vendors/VendorsScreen.tsx')).VendorsScreen,
  },
  {
    path: '/admin/library/team',
    title: 'Team',
    place: 'Library',
    role: 'admin',
    icon: IdCard,
    words: 'people trainers speakers photos',
    load: async () => (await import('./screens/team/TeamScreen.tsx')).TeamScreen,
  },
  {
    path: '/admin/library/locations',
    title: 'Locations',
    place: 'Library',
    role: 'admin',
    icon: MapPin,
    words: 'venues cities addresses',
    load: async () => (await import('./screens/locations/LocationsScreen.tsx')).LocationsScreen,
  },
  {
    path: '/admin/library/agenda',
    title: 'Agenda templates',
    place: 'Library',
    role: 'admin',
    icon: CalendarClock,
    words: 'schedule day slots',
    load: async () => (await import('./screens/agenda-templates/AgendaTemplatesScreen.tsx')).AgendaTemplatesScreen,
  },
  {
    path: '/admin/users',
    title: 'Users',
    place: 'People',
    role: 'moderator',
    icon: Users,
    load: async () => (await import('./screens/users/UsersScreen.tsx')).UsersScreen,
    words: 'accounts people approval pending roles ban addresses registrations',
  },
  {
    path: '/admin/users/$userId',
    title: 'User',
    place: 'People',
    role: 'moderator',
    icon: UserRound,
    load: async () => (await import('./screens/users/UserScreen.tsx')).UserScreen,
    isTab: false,
  },
  {
    path: '/admin/forum',
    title: 'Forum posts',
    place: 'Community',
    role: 'moderator',
    icon: MessagesSquare,
    words: 'moderate queue review approve reject flagged reported hidden restore topics replies',
    load: async () => (await import('./screens/forum/ForumScreen.tsx')).ForumScreen,
  },
  {
    path: '/admin/forum/categories',
    title: 'Forum categories',
    place: 'Community',
    role: 'moderator',
    icon: Shapes,
    words: 'subjects rooms events order',
    load: async () => (await import('./screens/forum-categories/ForumCategoriesScreen.tsx')).ForumCategoriesScreen,
  },
  {
    path: '/admin/reports',
    title: 'Reports',
    place: 'Feedback',
    role: 'moderator',
    icon: MessageSquareWarning,
    words: 'problems suggestions feedback merge duplicates answer promote csv export',
    load: async () => (await import('./screens/reports/ReportsScreen.tsx')).ReportsScreen,
  },
  {
    path: '/admin/wishlist',
    title: 'Wishlist',
    place: 'Feedback',
    role: 'admin',
    icon: SquareKanban,
    words: 'wishes board ideas planned shipped declined roadmap target csv export',
    load: async () => (await import('./screens/wishlist/WishlistScreen.tsx')).WishlistScreen,
  },
  {
    path: '/admin/feedback',
    title: 'Feedback',
    place: 'Feedback',
    role: 'admin',
    icon: ChartNoAxesColumn,
    words: 'you asked we did public figures months',
    load: async () => (await import('./screens/feedback/FeedbackScreen.tsx')).FeedbackScreen,
  },
  {
    path: '/admin/menu',
    title: 'Menu',
    place: 'Content',
    role: 'admin',
    icon: PanelTop,
    words: 'navigation bar links order',
    load: async () => (await import('./screens/menu/MenuScreen.tsx')).MenuScreen,
  },
  {
    path: '/admin/settings',
    title: 'Settings',
    place: 'System',
    role: 'admin',
    icon: SlidersHorizontal,
    words: 'navigation visibility external site options',
    load: async () => (await import('./screens/settings/SettingsScreen.tsx')).SettingsScreen,
  },
  {
    path: '/admin/security',
    title: 'Security',
    place: 'System',
    role: 'admin',
    icon: ShieldCheck,
    words: 'attempts sign-ins bans locks sessions factors roles links tokens',
    load: async () => (await import('./screens/security/SecurityScreen.tsx')).SecurityScreen,
  },
  {
    path: '/admin/audit-logs',
    title: 'Audit log',
    place: 'System',
    role: 'admin',
    icon: ScrollText,
    words: 'history changes who csv export chain verify',
    load: async () => (await import('./screens/audit-log/AuditLogScreen.tsx')).AuditLogScreen,
  },
  {
    path: '/admin/email-diagnostics',
    title: 'Email',
    place: 'System',
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

/** True for a screen whose address is whole without a parameter. */
export function isPlain(screen: ScreenRoute): screen is PlainScreen {
  return !screen.path.includes('$')
}

/** The tabs of each place that a person with these roles may open; places without any are left out. */
export function getPlaces(roles: readonly Role[]): { place: Place; tabs: PlainScreen[] }[] {
  return PLACES.map((place) => ({
    place,
    tabs: SCREENS.filter(isPlain).filter(
      (screen) => screen.place === place.name && screen.isTab !== false && hasRole(roles, screen.role),
    ),
  })).filter(({ tabs }) => tabs.length > 0)
}
