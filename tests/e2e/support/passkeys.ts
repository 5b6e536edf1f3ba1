import type { Page } from '@playwright/test'

/** Gives the browser a passkey device that agrees to everything; what it returns takes the device away. */
export async function virtualAuthenticator(page: Page): Promise<() => Promise<void>> {
  const client = await page.context().newCDPSession(page)
  await client.send('WebAuthn.enable')
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return async () => {
    await client.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId })
  }
}

/** Signs in past the page, adds a passkey of this browser, and signs out again. */
export async function addPasskey(page: Page, email: string, password: string): Promise<void> {
  await page.goto('/events')
  await page.evaluate(enrol, { email, password })
  await page.context().clearCookies()
}

/** Runs in the page. */
async function enrol({ email, password }: { email: string; password: string }): Promise<void> {
  const post = async (path: string, body: object = {}) => {
    const response = await fetch(`/api/auth/${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`)
    return response.json()
  }
  await post('sign-in', { email, password })
  const factor = await post('factors', { factor_type: 'webauthn', friendly_name: 'This browser' })
  const challenge = await post(`factors/${factor.id}/challenge`)
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(challenge.webauthn.credential_options)
  const credential = await navigator.credentials.create({ publicKey })
  if (!(credential instanceof PublicKeyCredential)) throw new Error('No passkey was made')
  await post(`factors/${factor.id}/verify`, { challenge_id: challenge.id, webauthn: credential.toJSON() })
}
