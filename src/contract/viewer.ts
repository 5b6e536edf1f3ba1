import type { ViewerKind } from './navigation.ts'

/** The name that the forum and its mails show for an author whose account was deleted. */
export const FORMER_MEMBER = 'Former member'

export const ROLES = ['owner', 'admin', 'moderator'] as const
/** The roles of an account. For the site, anyone with a role is an admin. (product 6) */
export type Role = (typeof ROLES)[number]

/** Why an account has no admin rights: it is deleted or banned, or is neither admin nor owner. */
export type NoAdmin = 'deleted' | 'banned' | 'no role'

/** The person behind a session, as the server knows them and as `GET /api/auth/session` answers. (architecture 7) */
export type Viewer = {
  id: string
  email: string
  username: string | null
  roles: Role[]
  /** True with any of the roles above. */
  isAdmin: boolean
  /** Pending people may sign in and read; only approved ones may post. (product 4) */
  approval: 'pending' | 'approved' | 'rejected'
  /** Authentication assurance level: 2 once a second factor was shown in this session. */
  aal: 1 | 2
}

/** Which of the three kinds of viewer a person is; null is an anonymous visitor. */
export function viewerKind(viewer: Viewer | null): ViewerKind {
  if (!viewer) return 'anonymous'
  return viewer.isAdmin ? 'admin' : 'user'
}
