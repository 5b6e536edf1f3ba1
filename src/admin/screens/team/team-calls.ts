import { queryOptions } from '@tanstack/react-query'
import { type TeamEntry, type TeamFields, teamFields } from '#src/contract/team-member.ts'
import { api, ask } from '../../api.ts'
import type { Stored } from '../../library/use-entry-form.ts'

export const teamPage = (q: string, cursor: { cursor?: string }) =>
  ask(() => api.team.$get({ query: { ...cursor, q } }))

/** One team member for the form, which keeps what it began with: fetched anew whenever a form is opened. */
export const teamMemberQuery = (id: string) =>
  queryOptions({
    queryKey: ['team-member', id],
    queryFn: () => ask(() => api.team[':id'].$get({ param: { id } })),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

export const teamCalls = {
  create: (id: string, fields: TeamFields) => ask(() => api.team.$post({ json: { id, ...fields } })),
  update: (id: string, version: number, fields: TeamFields) =>
    ask(() => api.team[':id'].$patch({ param: { id }, json: { version, ...fields } })),
  read: async (id: string) => toStored(await ask(() => api.team[':id'].$get({ param: { id } }))),
  remove: ({ id, version }: TeamEntry) =>
    ask(() => api.team[':id'].$delete({ param: { id }, query: { version: String(version) } })),
}

/** The fields of the form out of a stored team member. */
export function toStored({ version, ...entry }: TeamEntry): Stored<TeamFields> {
  const names = Object.keys(teamFields.shape) as (keyof TeamFields)[]
  return { version, fields: Object.fromEntries(names.map((name) => [name, entry[name]])) as TeamFields }
}

export const BLANK_TEAM_MEMBER: Stored<TeamFields> = {
  version: 0,
  fields: {
    fullName: '',
    title: '',
    bio: '',
    photoUrl: null,
    credentials: null,
    email: null,
    phone: null,
    linkedinUrl: null,
    specialties: null,
  },
}

export const TEAM_LABELS: Record<keyof TeamFields, string> = {
  fullName: 'Full name',
  title: 'Title',
  bio: 'Bio',
  photoUrl: 'Photo',
  credentials: 'Credentials',
  email: 'Email',
  phone: 'Phone',
  linkedinUrl: 'LinkedIn address',
  specialties: 'Specialties',
}
