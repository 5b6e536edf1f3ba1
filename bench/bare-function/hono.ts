import { Hono } from 'hono'

/** The least a function of this kind can load: the reference for the real ones. */
const api = new Hono().get('/api/health', (c) => c.json({ status: 'ok' }))

export default (request: Request) => api.fetch(request)
