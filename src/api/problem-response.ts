import type { Problem } from '#src/contract/problem.ts'

/** Titles of the statuses we use. (RFC 9110) */
const TITLE: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  410: 'Gone',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
}

type ProblemFacts = Pick<Problem, 'status' | 'code' | 'detail'> & { errors?: Problem['errors'] | undefined }

/** An error answer as RFC 9457 wants it. */
export function problemResponse({ status, code, detail, errors }: ProblemFacts, headers: HeadersInit = {}): Response {
  const problem: Problem = {
    type: 'about:blank',
    title: TITLE[status] ?? 'Error',
    status,
    code,
    detail,
    ...(errors && { errors }),
  }
  const response = new Response(JSON.stringify(problem), { status, headers })
  response.headers.set('Content-Type', 'application/problem+json; charset=utf-8')
  // Whoever comes with another cookie may get another answer. (security SE10)
  if (status === 401 || status === 403) response.headers.set('Vary', 'Cookie')
  return response
}
