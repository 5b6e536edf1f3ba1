import type { ExtractSchema } from 'hono/types'
import type { AdminApi } from '#src/api/admin/admin-api.ts'
import type { AuthApi } from '#src/api/auth/auth-api.ts'
import type { ForumApi } from '#src/api/forum-api.ts'
import type { PartnersApi } from '#src/api/partners-api.ts'
import type { PublicApi } from '#src/api/public-api.ts'
import type { ReportsApi } from '#src/api/reports.ts'
import type { ShopApi } from '#src/api/shop-api.ts'
import type { UnsubscribeApi } from '#src/api/unsubscribe.ts'

/** Every route that an island may call, as the routers declare them. */
type Schema = ExtractSchema<AuthApi> &
  ExtractSchema<ForumApi> &
  ExtractSchema<ReportsApi> &
  ExtractSchema<UnsubscribeApi> &
  ExtractSchema<PartnersApi> &
  ExtractSchema<PublicApi> &
  ExtractSchema<ShopApi> &
  ExtractSchema<AdminApi>

export type Verb = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
type Member<V extends Verb> = `$${Lowercase<V>}`

/** The addresses that take this verb: `/api/forum/posts/:id`. */
export type RouteOf<V extends Verb> = {
  [R in keyof Schema]: Member<V> extends keyof Schema[R] ? R : never
}[keyof Schema] &
  string

type Endpoint<V extends Verb, R extends RouteOf<V>> = Member<V> extends keyof Schema[R] ? Schema[R][Member<V>] : never

/** What a route answers with; nothing for an empty answer. */
export type AnswerOf<V extends Verb, R extends RouteOf<V>> =
  Endpoint<V, R> extends infer Answer
    ? Answer extends { outputFormat: 'json'; output: infer Output }
      ? Output
      : Answer extends { outputFormat: 'body' }
        ? undefined
        : never
    : never

type InputOf<V extends Verb, R extends RouteOf<V>> = Endpoint<V, R> extends { input: infer Input } ? Input : never

/** What has to be sent to a route, if anything. */
export type SentTo<V extends Verb, R extends RouteOf<V>> =
  Record<never, never> extends InputOf<V, R>
    ? [sent?: InputOf<V, R> & { key?: string }]
    : [sent: InputOf<V, R> & { key?: string }]
