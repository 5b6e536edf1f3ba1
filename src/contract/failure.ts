/** Every reason for which a request can be refused. `api/on-error.ts` maps each kind to one HTTP status. */
export type FailureKind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  /** Allowed once the caller has confirmed their identity again. */
  | 'step_up'
  | 'not_found'
  | 'conflict'
  | 'gone'
  | 'too_large'
  | 'unsupported_media_type'
  | 'rate_limited'
  | 'unavailable'
  /** The site's mode excludes the caller for a while. */
  | 'closed'

/**
 * A refusal with a sentence for people. The message is one of our own fixed sentences,
 * never from a driver or a library. `field` names the input at fault; `retryAfter` is in seconds.
 */
export class Failure extends Error {
  readonly kind: FailureKind
  readonly field: string | undefined
  readonly retryAfter: number | undefined

  constructor(
    kind: FailureKind,
    message: string,
    options: { field?: string; retryAfter?: number; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'Failure'
    this.kind = kind
    this.field = options.field
    this.retryAfter = options.retryAfter
  }
}

/** The sentence for an unexpected fault. */
export const UNFORESEEN = 'Something went wrong on our side. Please try again.'
/** What is said of a part of a page whose script could not be fetched. */
export const NOT_LOADED = 'This could not be loaded. Check your connection and try again.'
/** What is said of a field that is not expected, or of a value that no message of its own describes. */
export const UNKNOWN_FIELD = 'This field is not known'
export const INVALID_VALUE = 'This value is not valid'

/** Sentences of `not_found`: the noun that an id, an address or a key does not lead to. */
export const NOT_FOUND = {
  account: 'Account not found.',
  agendaTemplate: 'Agenda template not found.',
  auditEntry: 'Audit entry not found.',
  ban: 'Ban not found.',
  category: 'Category not found.',
  block: 'Content block not found.',
  changeItem: 'This record is not part of the set.',
  changeSet: 'Change set not found.',
  check: 'Check not found.',
  contentPage: 'Page not found.',
  copy: 'Text not found.',
  contact: 'Contact not found.',
  deletedEvent: 'Deleted event not found.',
  delivery: 'Delivery not found.',
  dnsRecords: 'These DNS records were not found.',
  event: 'Event not found.',
  image: 'Image not found.',
  import: 'Import not found.',
  link: 'Link not found.',
  location: 'Location not found.',
  member: 'Member not found.',
  menuItem: 'Menu item not found.',
  message: 'Message not found.',
  note: 'Note not found.',
  notice: 'Notice not found.',
  order: 'Order not found.',
  person: 'Person not found.',
  post: 'Post not found.',
  product: 'Product not found.',
  proposal: 'Proposal not found.',
  report: 'Report not found.',
  request: 'Request not found.',
  role: 'Role not found.',
  runItem: 'Line not found.',
  roundTrip: 'Round trip not found.',
  session: 'Session not found.',
  setting: 'Setting not found.',
  task: 'Task not found.',
  taskFile: 'File not found.',
  taskTemplate: 'Task template not found.',
  suppression: 'Suppression not found.',
  teamMember: 'Team member not found.',
  survivor: 'The report to keep was not found.',
  topic: 'Topic not found.',
  vendor: 'Vendor not found.',
  version: 'Version not found.',
  wish: 'Wish not found.',
  workflow: 'Workflow not found.',
} as const

/** RFC 9457 body of every error answer, sent as `application/problem+json`. */
export type Problem = {
  /** Always `about:blank`: `code` tells the kinds apart. */
  type: 'about:blank'
  title: string
  status: number
  /** Stable and for programs: a FailureKind, or `internal`. */
  code: string
  /** For people, in the product description's words. */
  detail: string
  /** One entry per field at fault, for validation failures only. */
  errors?: { field: string; message: string }[]
}
