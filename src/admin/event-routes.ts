import { CalendarDays, CalendarRange, Eye, ListOrdered, MailCheck, SquarePen } from 'lucide-react'
import type { ScreenRoute } from './places.ts'

/** The list of events and every screen of one event. */
export const EVENT_SCREENS: readonly ScreenRoute[] = [
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
    path: '/admin/event/emails',
    title: 'Event emails',
    place: 'Events',
    isTab: false,
    role: 'admin',
    icon: MailCheck,
    load: async () => (await import('./screens/event-emails/EventEmailsScreen.tsx')).EventEmailsScreen,
    words: 'mail workflows reminders skip override',
  },
  {
    path: '/admin/event/timeline',
    title: 'Event timeline',
    place: 'Events',
    isTab: false,
    role: 'admin',
    icon: CalendarRange,
    words: 'emails tasks corrections what happens next why sent skipped',
    load: async () => (await import('./screens/event-timeline/EventTimelineScreen.tsx')).EventTimelineScreen,
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
]
