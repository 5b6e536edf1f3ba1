/// <reference types="astro/client" />

declare module 'virtual:admin-app' {
  /** Address of the admin area's script. */
  export const entry: string
  /** Addresses of what that script imports at once. */
  export const preloads: string[]
}
