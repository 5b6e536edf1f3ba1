import type { adminRows } from './rows.ts'

/** What a call is prepared with: rows of its own, and the API itself where rows alone do not do. */
export type Ground = ReturnType<typeof adminRows> & {
  /** Whether what the call changes is to be something that pages show. */
  isPublic: boolean
  /** The answer of a call that is taken. */
  take: <T>(method: string, path: string, body?: object) => Promise<T>
}

/** One call that is good as it is. */
export type Prepared = {
  /** The parameters of its address, in order. */
  path?: string[]
  query?: string
  body?: object
  /** A body that is no JSON. */
  bytes?: Uint8Array<ArrayBuffer>
  type?: string
}

/** How the route is called so that it does what it is for, on rows nobody else uses, and what that leaves behind. */
export type WriteCall = {
  prepare: (ground: Ground) => Prepared | Promise<Prepared>
  /** When a static page shows the change: never, always, or where the ground says so. */
  shows: 'never' | 'always' | 'where public'
  /** The action it is written down as. */
  action: string
  /** What of the row the audit log keeps. */
  keeps: 'before' | 'after' | 'both' | 'nothing'
}

/** The same for a route that only reads. */
export type ReadCall = (ground: Ground) => Prepared | Promise<Prepared>
