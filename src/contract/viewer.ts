import type { ViewerKind } from './navigation.ts'

/** The name that the forum and its mails show for an author whose account was deleted. */
export const FORMER_MEMBER = 'Former member'

export const ROLES = ['owner', 'admin', 'moderator'] as const
/** What an account may be trusted with. Holding any role makes its owner an admin to the site. (product 6) */
export type Role = (typeof ROLES)[number]

/** Why an account may not do what admins may: it is gone, kept out, or has neither role for it. */
export type NoAdmin = 'deleted' | 'banned' | 'no role'

/** The person behind a session, as the server knows them and as `GET /api/auth/session` tells. (architecture 7) */
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

/** Which of the three kinds of viewer somebody is; null is an anonymous visitor. */
export function viewerKind(viewer: Viewer | null): ViewerKind {
  if (!viewer) return 'anonymous'
  return viewer.isAdmin ? 'admin' : 'user'
}
