import { MOST_AT_ONCE } from '#src/contract/bulk.ts'
import type { Page } from '#src/contract/page.ts'
import type {
  InviteLine,
  InviteOutcome,
  InvitePreviewLine,
  VendorContactLine,
  VendorInviteInput,
  VendorInviteState,
} from '#src/contract/vendor-invite.ts'
import { api, ask } from '../../api.ts'

type Filter = { q: string; state: VendorInviteState | undefined }

export const fetchContacts = ({ q, state }: Filter, cursor: { cursor?: string }): Promise<Page<VendorContactLine>> =>
  ask(() => api['vendor-invites'].$get({ query: { q, ...(state && { state }), ...cursor } }))

export const inviteContact = (json: VendorInviteInput): Promise<VendorContactLine> =>
  ask(() => api['vendor-invites'].$post({ json }))

type Decided = Pick<VendorContactLine, 'id' | 'version'>

/** Sends a new invitation, whose link ends the one before. */
export const inviteAgain = ({ id, version }: Decided): Promise<VendorContactLine> =>
  ask(() => api['vendor-invites'][':id'].invite.$post({ param: { id }, json: { version } }))

export const revokeContact = ({ id, version }: Decided): Promise<VendorContactLine> =>
  ask(() => api['vendor-invites'][':id'].revoke.$post({ param: { id }, json: { version } }))

/** What will happen to each line of a file. */
export const previewFile = async (lines: InviteLine[]): Promise<InvitePreviewLine[]> =>
  (await ask(() => api['vendor-invites'].preview.$post({ json: { lines } }))).lines

/** Invites these people, a hundred in each call; what was sent is left alone when it is sent again. */
export async function inviteAll(entries: readonly VendorInviteInput[]): Promise<InviteOutcome[]> {
  const outcomes: InviteOutcome[] = []
  for (let at = 0; at < entries.length; at += MOST_AT_ONCE) {
    const json = { entries: entries.slice(at, at + MOST_AT_ONCE) }
    outcomes.push(...(await ask(() => api['vendor-invites'].bulk.$post({ json }))).outcomes)
  }
  return outcomes
}

/** What is out of date once somebody is invited or loses access. */
export const STALE_CONTACTS = [['vendor-invites'], ['mails']] as const
