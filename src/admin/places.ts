import {
  CalendarDays,
  ChartSpline,
  Handshake,
  House,
  LibraryBig,
  type LucideIcon,
  MessageSquareWarning,
  MessagesSquare,
  PanelTop,
  ShoppingBag,
  SlidersHorizontal,
  Users,
} from 'lucide-react'
import type { ComponentType } from 'react'
import type { Role } from '#src/contract/viewer.ts'
import type { AdminPath, PlainPath } from './addresses.ts'
import type { Waiting } from './waiting.ts'

/** The places of the sidebar, in order, each with what the dashboard counts there. Their screens are tabs. (product 2) */
export const PLACES = [
  { name: 'Home', icon: House },
  { name: 'Events', icon: CalendarDays, waiting: 'events' },
  { name: 'Library', icon: LibraryBig },
  { name: 'Partners', icon: Handshake, waiting: 'partners' },
  { name: 'Shop', icon: ShoppingBag, waiting: 'orders' },
  { name: 'Content', icon: PanelTop, waiting: 'sets' },
  { name: 'Community', icon: MessagesSquare, waiting: 'posts' },
  { name: 'Feedback', icon: MessageSquareWarning, waiting: 'reports' },
  { name: 'People', icon: Users, waiting: 'accounts' },
  { name: 'Insights', icon: ChartSpline },
  { name: 'System', icon: SlidersHorizontal },
] as const satisfies readonly { name: string; icon: LucideIcon; waiting?: keyof Waiting }[]
export type Place = (typeof PLACES)[number]

/** One screen of the admin area. */
export type ScreenRoute = {
  /** One of `addresses.ts`. */
  path: AdminPath
  title: string
  place: Place['name']
  /** The least role that sees it; the server decides by itself. */
  role: Role
  icon: LucideIcon
  /** The screen, loaded when it is first shown. */
  load: () => Promise<ComponentType>
  /** False for a screen that is reached from another one: it is no tab of its place. */
  isTab?: false
  /** What else people would type to find it. */
  words?: string
}

/** A screen whose address is whole without a parameter. */
export type PlainScreen = ScreenRoute & { path: PlainPath }
