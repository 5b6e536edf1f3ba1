import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { type CryptoKey, exportJWK, generateKeyPair, type JWTHeaderParameters, SignJWT } from 'jose'
import { CLIENT } from './open-id-provider.ts'

export type Claims = Record<string, unknown>

type Made = { status: number; body: string; headers?: Record<string, string> }
/** What a path answers; undefined for what it would answer anyway. */
export type CustomAnswer = (path: string) => Made | undefined

/**
 * An OpenID provider on loopback that hands out whatever token a test laid under a code. `answerWith` replaces its whole
 * token endpoint.
 */
export async function forgingProvider() {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
  const jwk = { ...(await exportJWK(publicKey)), alg: 'RS256', use: 'sig', kid: 'forge' }
  const tokens = new Map<string, string>()
  const custom: { answer: CustomAnswer | undefined } = { answer: undefined }
  const server = createServer(async (request, response) => {
    const json = (status: number, body: unknown) =>
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
    if (request.url === '/.well-known/openid-configuration') return json(200, metadata)
    if (request.url === '/jwks') return json(200, { keys: [jwk] })
    const form = new URLSearchParams(await text(request))
    const made = custom.answer?.(request.url ?? '')
    if (made) return response.writeHead(made.status, made.headers).end(made.body)
    const token = tokens.get(form.get('code') ?? '')
    if (token === undefined) return json(400, { error: 'invalid_grant' })
    return json(200, { access_token: 'none', token_type: 'Bearer', id_token: token })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const metadata = {
    issuer,
    authorization_endpoint: `${issuer}/auth`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
  }

  /** What an honest token says; `changes` make it another, undefined leaves a claim out. */
  const claimsFor = (nonce: string, changes: Claims = {}): Claims => {
    const now = Math.floor(Date.now() / 1000)
    const honest = { iss: issuer, aud: CLIENT.clientId, iat: now, exp: now + 600, nonce, email_verified: true }
    return Object.fromEntries(Object.entries({ ...honest, ...changes }).filter(([, value]) => value !== undefined))
  }
  const sign = (
    claims: Claims,
    header: JWTHeaderParameters = { alg: 'RS256', kid: 'forge' },
    key: CryptoKey | Uint8Array = privateKey,
  ) => new SignJWT(claims).setProtectedHeader(header).sign(key)
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()).closeAllConnections())
  return { ...CLIENT, issuer, jwk, publicKey, tokens, custom, metadata, claimsFor, sign, close }
}
