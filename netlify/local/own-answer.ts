import { getHeaders, readHeaders } from './release.ts'

const SECURITY_HEADERS = getHeaders(await readHeaders())('/')
const NO_CONTENT_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** An answer of the server itself, in plain text and dressed like every file. (security HD1) */
export function ownAnswer(status: number, text: string, headers: Record<string, string> = {}): Response {
  return new Response(`${text}\n`, {
    status,
    headers: [
      ...SECURITY_HEADERS,
      ['content-security-policy', NO_CONTENT_POLICY],
      ['content-type', 'text/plain; charset=utf-8'],
      ['cache-control', 'no-store'],
      ...Object.entries(headers),
    ],
  })
}
