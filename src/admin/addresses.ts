import type { Comparison, PeriodName } from '#src/contract/analytics-report.ts'
import type { CheckState } from '#src/contract/checks.ts'
import { BLOCK_KINDS } from '#src/contract/content-kinds.ts'
import type { EventStatus } from '#src/contract/event.ts'
import type { EventPartKind } from '#src/contract/event-parts.ts'
import type { EventTime, PublicationState } from '#src/contract/event-record.ts'
import type { Queue } from '#src/contract/forum-moderation.ts'
import type { LogisticsRole } from '#src/contract/logistics-sections.ts'
import type { MailState } from '#src/contract/mail.ts'
import type { ViewerKind } from '#src/contract/navigation.ts'
import type { Fulfillment, OrderState } from '#src/contract/order-state.ts'
import type { Phase } from '#src/contract/phases.ts'
import type { ReportStatus, ReportType, WishStatus } from '#src/contract/report.ts'
import type { TaskFilter } from '#src/contract/task-answer.ts'
import type { Approval, UserState } from '#src/contract/user.ts'
import type { VendorInviteState } from '#src/contract/vendor-invite.ts'
import type { ProposalState } from '#src/contract/vendor-proposal.ts'
import type { Role } from '#src/contract/viewer.ts'

/** Reads the text of a search parameter; undefined for one that is not valid. */
type Parameter = (text: string) => string | undefined

const matching =
  (pattern: RegExp): Parameter =>
  (text) =>
    pattern.test(text) ? text : undefined

/** Any text up to a length. */
const text = (most: number): Parameter => matching(RegExp(`^[^]{1,${most}}$`))
/**
 * One of the values of a type. It takes every value as a key, so that a value that the contract adds or removes is a compile
 * error here: the lists themselves are beside schemas, which would bring zod to the first screen. (decision 0044)
 */
const oneOf =
  <Value extends string>(values: Record<Value, unknown>) =>
  (given: string): Value | undefined =>
    Object.keys(values).find((value): value is Value => value === given)

const uuid = matching(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i)
const day = matching(/^20\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/)
const wholeNumber = matching(/^\d{1,4}$/)
const instant: Parameter = (given) =>
  /^\d{4}-.+Z$/.test(given) && !Number.isNaN(Date.parse(given)) ? given : undefined

/** `edit` is the entry whose form is open, `new` for one that is not stored yet. Wherever there is a `sort`, it is the heading of a column, or `-` and the heading. */
const library = { q: text(200), edit: text(40), sort: text(40) }
const content = { kind: oneOf(BLOCK_KINDS), tag: text(40), event: uuid }

/** Every address of the admin area, and the search parameters that it carries. A part that begins with `$` is a parameter of the path. */
export const ADDRESSES = {
  '/admin': {},
  '/admin/project-overview': {},
  '/admin/event/manage': {
    tab: oneOf({ deleted: 1 }),
    q: text(200),
    state: oneOf<PublicationState>({ published: 1, draft: 1 }),
    when: oneOf<EventTime>({ upcoming: 1, past: 1 }),
    status: oneOf<EventStatus>({ scheduled: 1, postponed: 1, moved: 1, cancelled: 1 }),
    /** The event whose history is open. */
    history: uuid,
    sort: text(40),
  },
  '/admin/event-calendar': {
    view: oneOf({ month: 1, list: 1, year: 1 }),
    month: matching(/^[12]\d{3}-(0[1-9]|1[0-2])$/),
    /** What is shown beside the events, separated by dots. */
    layers: matching(/^[a-z.]{1,60}$/),
  },
  '/admin/event/vendors': { event: uuid, part: oneOf<EventPartKind>({ vendors: 1, team: 1, agenda: 1 }) },
  '/admin/event/overview': { event: uuid },
  '/admin/event/setup': { id: uuid },
  '/admin/event/emails': { event: uuid },
  '/admin/event/timeline': { event: uuid },
  '/admin/event/tasks': {
    event: uuid,
    state: oneOf<TaskFilter>({ missing: 1, submitted: 1, done: 1, waived: 1 }),
    /** The task that is open. */
    task: uuid,
    sort: text(40),
  },
  '/admin/event/pickups': { event: uuid },
  '/admin/event/logistics/$eventId': {
    part: oneOf({ deliveries: 1, meals: 1, 'run-sheet': 1 }),
    role: oneOf<LogisticsRole>({ instructor: 1, speaker: 1, host: 1, vendor: 1 }),
    missing: oneOf({ yes: 1 }),
    /** The id of the person whose dialog is open. */
    person: uuid,
    sort: text(40),
  },
  '/admin/test-logistics-email': { event: uuid, person: uuid },
  '/admin/event/preview/$id': {
    width: oneOf({ phone: 1, tablet: 1, desktop: 1 }),
    phase: oneOf<Phase>({ 'early-bird': 1, standard: 1, closed: 1, past: 1 }),
    /** The date and time on the event's clock. */
    at: text(20),
  },
  '/admin/library/vendors': library,
  '/admin/vendor-portal': {
    tab: oneOf({ proposals: 1, tasks: 1, activity: 1 }),
    /** Which proposals are shown; those that wait for a decision without it. */
    proposals: oneOf<Exclude<ProposalState, 'open'>>({ decided: 1, withdrawn: 1 }),
    /** The proposal that is open. */
    proposal: uuid,
    /** Which tasks are shown; those that are missing without it. */
    state: oneOf<Exclude<TaskFilter, 'missing'>>({ submitted: 1, done: 1, waived: 1 }),
    /** The vendor or event that tasks are searched for. */
    q: text(100),
    sort: text(40),
  },
  '/admin/vendor-invites': {
    q: text(200),
    state: oneOf<VendorInviteState>({ pending: 1, opened: 1, accepted: 1, expired: 1, revoked: 1 }),
    sort: text(40),
  },
  '/admin/library/team': library,
  '/admin/library/locations': library,
  '/admin/library/agenda': library,
  '/admin/library/tasks': library,
  '/admin/library/products': library,
  /** `event` is the one whose own slots are shown. */
  '/admin/library/content': { ...library, ...content, tab: oneOf({ pages: 1, slots: 1, texts: 1 }) },
  '/admin/orders': {
    q: text(100),
    state: oneOf<OrderState>({
      awaiting_payment: 1,
      awaiting_po: 1,
      invoiced: 1,
      paid: 1,
      short: 1,
      expired: 1,
      cancelled: 1,
      refunded: 1,
    }),
    fulfillment: oneOf<Fulfillment>({ open: 1, ready: 1, handed_over: 1, shipped: 1 }),
    payBy: oneOf({ invoice: 1, card: 1 }),
    event: uuid,
    due: oneOf({ overdue: 1 }),
    needs: oneOf({ ready: 1, pickup: 1, refund: 1 }),
  },
  '/admin/orders/$orderId': {},
  '/admin/content-studio': { state: text(20), sort: text(40) },
  /** `edit` is the record of the set whose form is open. */
  '/admin/content-studio/$setId': { edit: uuid },
  '/admin/users': {
    tab: oneOf({ waiting: 1, all: 1, addresses: 1 }),
    q: text(100),
    approval: oneOf<Approval>({ pending: 1, approved: 1, rejected: 1 }),
    role: oneOf<Role>({ owner: 1, admin: 1, moderator: 1 }),
    state: oneOf<UserState>({ banned: 1, unconfirmed: 1, deleted: 1 }),
    /** These two are of the tab with the banned addresses. */
    address: text(100),
    bans: oneOf({ over: 1 }),
  },
  '/admin/users/$userId': {},
  '/admin/forum': { queue: oneOf<Queue>({ waiting: 1, flagged: 1, hidden: 1 }) },
  '/admin/forum/categories': {},
  '/admin/reports': {
    q: text(100),
    status: oneOf<ReportStatus | 'merged'>({
      unverified: 1,
      open: 1,
      in_progress: 1,
      resolved: 1,
      dismissed: 1,
      merged: 1,
    }),
    type: oneOf<ReportType>({ problem: 1, improvement: 1 }),
    /** The report that is open. */
    report: uuid,
  },
  '/admin/wishlist': {
    q: text(200),
    /** The wish whose form is open; `new` for one that is not stored yet. */
    wish: text(40),
    /** The column that a phone shows. */
    column: oneOf<WishStatus>({ idea: 1, planned: 1, in_progress: 1, shipped: 1, declined: 1 }),
  },
  '/admin/feedback': {},
  '/admin/analytics-backfill': {},
  '/admin/analytics': {
    period: oneOf<PeriodName>({ '7': 1, '30': 1, '90': 1, month: 1 }),
    /** Both days of another period. */
    ...{ from: day, to: day },
    compare: oneOf<Comparison>({ previous: 1, year: 1, off: 1 }),
    event: uuid,
    /** What visits are filtered by. */
    ...{ source: text(500), campaign: text(500), country: text(500), device: text(500), browser: text(500) },
    ...{ page: text(500), entry: text(500), exit: text(500) },
    ...{ utm_source: text(500), utm_medium: text(500), utm_content: text(500), utm_term: text(500) },
    imported: oneOf({ hide: 1 }),
  },
  /** `edit` is the item whose form is open. */
  '/admin/menu': { as: oneOf<ViewerKind>({ anonymous: 1, user: 1, admin: 1 }), edit: uuid },
  '/admin/content-checks': {},
  '/admin/settings': {},
  /** The ban rule that is tried. */
  '/admin/security': { failures: wholeNumber, within: wholeNumber, hours: wholeNumber },
  '/admin/emergency-reset': {},
  '/admin/audit-logs': {
    ...{ actor: text(200), action: text(200), subjectType: text(200), subjectId: text(200) },
    from: instant,
    until: instant,
    /** The entry that is open. */
    entry: matching(/^\d+$/),
  },
  '/admin/security-test': {
    /** Which checks are shown. */
    show: oneOf<CheckState | 'attention' | 'changed'>({
      ...{ attention: 1, changed: 1 },
      ...{ fail: 1, warn: 1, unknown: 1, pass: 1 },
    }),
  },
  /** `edit` is the workflow whose form is open, `new` for one that is not stored yet, which may begin as a copy of another. */
  '/admin/workflows': { edit: text(40), copy: uuid },
  '/admin/email-diagnostics': {
    tab: oneOf({ overview: 1, messages: 1, stopped: 1, domain: 1 }),
    state: oneOf<MailState>({ dead: 1, queued: 1, sent: 1, skipped: 1 }),
    /** Whom messages are to, or how it begins; in the list of stopped addresses, the address. */
    q: text(254),
    /** The message that is open. */
    message: uuid,
    stopped: oneOf({ released: 1 }),
  },
} as const satisfies Record<string, Readonly<Record<string, Parameter>>>

export type AdminPath = keyof typeof ADDRESSES
/** The addresses that are whole without a parameter in their path. */
export type PlainPath = Exclude<AdminPath, `${string}$${string}`>

export type LibraryPath = Extract<AdminPath, `/admin/library/${string}`>

type Parameters<Path extends AdminPath> = (typeof ADDRESSES)[Path]
/** The addresses of lists whose columns can be sorted. */
export type SortedPath = { [Path in AdminPath]: 'sort' extends keyof Parameters<Path> ? Path : never }[AdminPath]

/** What a screen reads from its address: what is missing or not valid is undefined. */
export type SearchOf<Path extends AdminPath> = {
  [Name in keyof Parameters<Path>]?: Parameters<Path>[Name] extends (text: string) => infer Value ? Value : never
}

/** The `validateSearch` of an address: it leaves out what the address does not carry, and never throws. */
export function checkSearch<Path extends AdminPath>(path: Path) {
  const parameters: Readonly<Record<string, Parameter>> = ADDRESSES[path]
  return (search: Record<string, unknown>): SearchOf<Path> => {
    const carried = Object.entries(search).filter(([name]) => Object.hasOwn(parameters, name))
    const checked = carried.map(([name, value]) => [name, parameters[name]?.(String(value ?? ''))] as const)
    // The names and values come from the table, which is where the type comes from too.
    return Object.fromEntries(checked) as SearchOf<Path>
  }
}
