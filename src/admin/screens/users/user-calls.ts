import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { AddressBanInput, ApprovalsInput, BanInput, UserRecord } from '#src/contract/user.ts'
import type { Role } from '#src/contract/viewer.ts'
import { api, ask } from '../../api.ts'
import { useSave } from '../../blocks/use-save.ts'

/** The queries that are out of date after a decision about a user. */
export const STALE_LISTS = [['users'], ['user-counts'], ['dashboard']] as const

/** How many wait, are unconfirmed, are banned. */
export const userCountsQuery = queryOptions({
  queryKey: ['user-counts'],
  queryFn: () => ask(() => api.users.counts.$get()),
  staleTime: 0,
})

/** Everything about one user; never old, since it is decided by. */
export const userQuery = (id: string) =>
  queryOptions({
    queryKey: ['user', id],
    queryFn: () => ask(() => api.users[':id'].$get({ param: { id } })),
    staleTime: 0,
  })

export const decideApprovals = (json: ApprovalsInput) => ask(() => api.users.approvals.$post({ json }))

export const undoDecisions = (ids: string[]) => ask(() => api.users.approvals.undo.$post({ json: { ids } }))

const one = api.users[':id']

/** What can be done to one user; each call returns the user as they are afterwards. */
export const userCalls = (id: string) => ({
  ban: (json: BanInput) => ask(() => one.ban.$post({ param: { id }, json })),
  unban: () => ask(() => one.unban.$post({ param: { id } })),
  resetFactors: () => ask(() => one.factors.reset.$post({ param: { id } })),
  mailReset: () => ask(() => one['password-reset-mail'].$post({ param: { id } })),
  endSessions: () => ask(() => one.sessions.$delete({ param: { id } })),
  endSession: (handle: string) => ask(() => one.sessions[':handle'].$delete({ param: { id, handle } })),
  grantRole: (role: Role) => ask(() => one.roles.$post({ param: { id }, json: { role } })),
  revokeRole: (role: Role) => ask(() => one.roles[':role'].$delete({ param: { id, role } })),
})

export const banAddress = (json: AddressBanInput) => ask(() => api.bans.$post({ json }))

export const liftAddressBan = (id: string) => ask(() => api.bans[':id'].lift.$post({ param: { id } }))

type ChangeParts<Input> = {
  save: (input: Input) => Promise<UserRecord>
  done: string | ((user: UserRecord, input: Input) => string)
  failed: string
  onDone?: () => void
}

/** Changes one user. The result is shown at once, and the timeline is fetched again. */
export function useUserChange<Input = void>({ onDone, ...parts }: ChangeParts<Input>) {
  const queries = useQueryClient()
  return useSave({
    ...parts,
    stale: [...STALE_LISTS, ['timeline']],
    onDone: (user) => {
      queries.setQueryData(userQuery(user.id).queryKey, user)
      onDone?.()
    },
  })
}
