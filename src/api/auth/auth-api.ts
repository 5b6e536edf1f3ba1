import { Hono } from 'hono'
import type { ApiEnv } from '../context.ts'
import { jwksRoutes } from '../jwks.ts'
import { accountRoutes } from './account.ts'
import { emailConfirmRoutes, emailRoutes } from './email.ts'
import { factorChallengeRoutes, factorRoutes } from './factors.ts'
import { googleLinkRoutes, googleRoutes } from './google.ts'
import { passkeyRoutes } from './passkey.ts'
import { passwordRoutes } from './password.ts'
import { passwordResetRoutes } from './password-reset.ts'
import { reauthenticateRoutes } from './reauthenticate.ts'
import { recoveryCodeRoutes, recoverySignInRoutes } from './recovery-codes.ts'
import { sessionRoutes } from './sessions.ts'
import { signInRoutes } from './sign-in.ts'
import { signUpRoutes } from './sign-up.ts'
import { tokenRoutes } from './token.ts'

/** Everything about who somebody is. */
export const authApi = new Hono<ApiEnv>()
  .route('/api/auth', signUpRoutes)
  .route('/api/auth', signInRoutes)
  .route('/api/auth', passwordResetRoutes)
  .route('/api/auth', googleRoutes)
  .route('/api/auth', googleLinkRoutes)
  .route('/api/auth/account', accountRoutes)
  .route('/api/auth/password', passwordRoutes)
  .route('/api/auth/email', emailRoutes)
  .route('/api/auth/email', emailConfirmRoutes)
  .route('/api/auth/sessions', sessionRoutes)
  .route('/api/auth', tokenRoutes)
  .route('/.well-known', jwksRoutes)
  .route('/api/auth/factors', factorRoutes)
  .route('/api/auth/factors', factorChallengeRoutes)
  .route('/api/auth/passkey', passkeyRoutes)
  .route('/api/auth/recovery-codes', recoveryCodeRoutes)
  .route('/api/auth/recovery-codes', recoverySignInRoutes)
  .route('/api/auth/reauthenticate', reauthenticateRoutes)

/** For `hc<AuthApi>` from `hono/client`. @public */
export type AuthApi = typeof authApi
