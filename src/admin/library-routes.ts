import { CalendarClock, IdCard, Inbox, ListChecks, MailPlus, MapPin, Store } from 'lucide-react'
import type { ScreenRoute } from './places.ts'

/** The screens of the library and of partners. The rest is in `routes.ts`. */
export const LIBRARY_SCREENS: readonly ScreenRoute[] = [
  {
    path: '/admin/library/vendors',
    title: 'Vendors',
    place: 'Library',
    role: 'admin',
    icon: Store,
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
    path: '/admin/library/tasks',
    title: 'Task templates',
    place: 'Library',
    role: 'admin',
    icon: ListChecks,
    words: 'to do checklist deadlines vendors team files forms',
    load: async () => (await import('./screens/task-templates/TaskTemplatesScreen.tsx')).TaskTemplatesScreen,
  },
  {
    path: '/admin/vendor-portal',
    title: 'Vendor portal',
    place: 'Partners',
    role: 'admin',
    icon: Inbox,
    words: 'proposals review logos changes tasks missing reminders activity partners',
    load: async () => (await import('./screens/vendor-portal/VendorPortalScreen.tsx')).VendorPortalScreen,
  },
  {
    path: '/admin/vendor-invites',
    title: 'Vendor access',
    place: 'Partners',
    role: 'admin',
    icon: MailPlus,
    words: 'invites invitations contacts portal partners sign-in csv',
    load: async () => (await import('./screens/vendor-invites/VendorInvitesScreen.tsx')).VendorInvitesScreen,
  },
]
