import type { Db } from '#db/client.ts'
import type { PrivateJwk } from '#src/contract/access-token.ts'
import type { Counts, EmergencyAction, EmergencyKind } from '#src/contract/emergency.ts'
import type { Releases } from '#src/platform/releases.ts'
import type { CommandContext } from '../command-context.ts'

/** What the actions can reach outside the database. */
export type EmergencyMeans = {
  /** True where the environment sets the signing keys. */
  hasOwnKeys: boolean
  makeKey: () => Promise<PrivateJwk>
  releases: Releases
}

/** `keepSessionId` is the session of the owner who acts; null for the command line. */
export type EmergencyContext = CommandContext & EmergencyMeans & { keepSessionId: string | null }

/** Whom an action concerns, once the owner of an address is known. */
export type Target = 'everyone' | 'staff' | { id: string }

/** An action whose people are known. */
export type Resolved = {
  [Kind in EmergencyKind]: Resolve<Extract<EmergencyAction, { kind: Kind }>>
}[EmergencyKind]
type Resolve<Action> = Action extends { people: unknown } ? Omit<Action, 'people'> & { people: Target } : Action
export type ResolvedOf<Kind extends EmergencyKind> = Extract<Resolved, { kind: Kind }>

/** One kind of action. `count` changes nothing and says what `run` would do at this moment. Both throw the same refusals. */
export type EmergencyPart<Kind extends EmergencyKind> = {
  count: (db: Db, action: ResolvedOf<Kind>, context: EmergencyContext) => Promise<Counts>
  run: (tx: Db, action: ResolvedOf<Kind>, context: EmergencyContext) => Promise<void>
}
