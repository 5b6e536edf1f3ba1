/** An answer of the stand-in for the payment provider. */
export type Answer = { status: 200 | 400 | 404 | 500; body: object }

export function refuse(message: string): Answer {
  return { status: 400, body: { error: { message, type: 'invalid_request_error' } } }
}

export function found(object: object | undefined): Answer {
  return object
    ? { status: 200, body: object }
    : { status: 404, body: { error: { message: 'No such object', type: 'invalid_request_error' } } }
}

export function reply({ status, body }: Answer): Response {
  return Response.json(body, { status })
}
