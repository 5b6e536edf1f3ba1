import { Failure } from '#src/contract/failure.ts'
import type { Viewer } from '#src/contract/viewer.ts'
import { SENTENCE } from './sentences.ts'

/** Who may call a route. Every route declares one of these. (design 7) */
export type Policy = 'public' | 'signedIn' | 'approved' | 'admin' | 'owner'

/** Lets the viewer pass, or throws `unauthenticated` for a missing one and `forbidden` for the wrong one. */
export function admit(policy: Policy, viewer: Viewer | null): void {
  if (policy === 'public') return
  if (!viewer) throw new Failure('unauthenticated', SENTENCE.signIn)
  if (policy === 'approved' && viewer.approval !== 'approved') throw new Failure('forbidden', SENTENCE.notApproved)
  if (policy === 'admin' && !viewer.isAdmin) throw new Failure('forbidden', SENTENCE.notAllowed)
  if (policy === 'owner' && !viewer.roles.includes('owner')) throw new Failure('forbidden', SENTENCE.notAllowed)
}
