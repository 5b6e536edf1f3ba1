import { Hono } from 'hono'
import type { ApiEnv } from '../context.ts'
import { accountRoutes, emailConfirmRoutes, emailRoutes, passwordRoutes, sessionRoutes } from './account.ts'
import {
  factorChallengeRoutes,
  factorRoutes,
  reauthenticateRoutes,
  recoveryCodeRoutes,
  recoverySignInRoutes,
} from './factors.ts'
import { googleLinkRoutes, googleRoutes } from './google.ts'
import { passwordResetRoutes } from './password-reset.ts'
import { passkeyRoutes, signInRoutes } from './sign-in.ts'
import { signUpRoutes } from './sign-up.ts'
import { jwksRoutes, tokenRoutes } from './token.ts'

/** Everything about identity: accounts, sessions, sign-in. */
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

/** The type of these routes for the client of the islands. */
export type AuthApi = typeof authApi
