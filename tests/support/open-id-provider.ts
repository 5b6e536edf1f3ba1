import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair } from 'jose'
import Provider, { interactionPolicy } from 'oidc-provider'

/** Somebody with an account at the provider, as their ID token tells. */
export type Person = { sub: string; email: string; email_verified: boolean; name?: string }

export const CLIENT = { clientId: 'workshops.apps.example', clientSecret: 'loopback only, never a real one' }

/**
 * A real OpenID provider on loopback that plays Google. Every visitor is signed in at once: as the person that a cookie of
 * their browser names, else as `person`, and has refused where that is null. `asked` keeps what our site asked of it.
 */
export async function openIdProvider(redirectUri: string) {
  const state: { person: Person | null; asked: URLSearchParams[] } = { person: null, asked: [] }
  const people = new Map<string, Person>()
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const issuer = `http://127.0.0.1:${port}`
  const provider = await configure(issuer, redirectUri, people)
  const answer = provider.callback()

  /** In the place of a page with a button. */
  const interact = async (request: IncomingMessage, response: ServerResponse) => {
    const person = makePerson(request) ?? state.person
    if (!person) return provider.interactionFinished(request, response, { error: 'access_denied' })
    people.set(person.sub, person)
    const result = { select_account: {}, login: { accountId: person.sub } }
    return provider.interactionFinished(request, response, result, { mergeWithLastSubmission: true })
  }
  server.on('request', (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', issuer)
    if (pathname === '/auth') state.asked.push(searchParams)
    if (!pathname.startsWith('/interaction/')) return void answer(request, response)
    interact(request, response).catch((cause: unknown) => response.writeHead(500).end(String(cause)))
  })
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()).closeAllConnections())
  return { ...CLIENT, issuer, state, close }
}

/** Tests in browsers run beside each other, so each browser carries who uses it. */
export const PERSON_COOKIE = 'person'

function makePerson({ headers }: IncomingMessage): Person | undefined {
  const [, value] = new RegExp(`(?:^|; )${PERSON_COOKIE}=([^;]*)`).exec(headers.cookie ?? '') ?? []
  return value === undefined ? undefined : JSON.parse(decodeURIComponent(value))
}

async function configure(issuer: string, redirectUri: string, people: Map<string, Person>): Promise<Provider> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const policy = interactionPolicy.base()
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0)
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.clientId,
        client_secret: CLIENT.clientSecret,
        redirect_uris: [redirectUri],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid: 'loopback' }] },
    cookies: { keys: ['loopback'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    // Google tells these in the ID token itself.
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false } },
    interactions: { policy, url: (_ctx, { uid }) => `/interaction/${uid}` },
    ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    pkce: { required: () => true },
    findAccount: (_ctx, sub) => ({ accountId: sub, claims: async () => ({ ...people.get(sub), sub }) }),
    loadExistingGrant: async ({ oidc }) => {
      const grant = new provider.Grant({
        clientId: oidc.client?.clientId ?? '',
        accountId: oidc.session?.accountId ?? '',
      })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  })
  return provider
}
