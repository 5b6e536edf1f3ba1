import type { ViewerKind } from './navigation.ts'

export const ROLES = ['owner', 'admin', 'moderator'] as const
/** What an account may be trusted with. Holding any role makes its owner an admin to the site. (spec 6) */
export type Role = (typeof ROLES)[number]

/** The person behind a session, as the server knows them and as `GET /api/auth/session` tells. (design 7) */
export type Viewer = {
  id: string
  email: string
  username: string | null
  roles: Role[]
  /** True with any of the roles above. */
  isAdmin: boolean
  /** Pending people may sign in and read; only approved ones may post. (design 8) */
  approval: 'pending' | 'approved' | 'rejected'
  /** Authentication assurance level: 2 once a second factor was shown in this session. */
  aal: 1 | 2
}

/** Which of the three kinds of viewer somebody is; null is an anonymous visitor. */
export function viewerKind(viewer: Viewer | null): ViewerKind {
  if (!viewer) return 'anonymous'
  return viewer.isAdmin ? 'admin' : 'user'
}
