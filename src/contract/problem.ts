/** RFC 9457 body of every error answer, sent as `application/problem+json`. */
export type Problem = {
  /** Always `about:blank`: `code` tells the kinds apart. */
  type: 'about:blank'
  title: string
  status: number
  /** Stable and for programs: a FailureKind, or `internal`. */
  code: string
  /** For people, in the product description's words. */
  detail: string
  /** One entry per field at fault, for validation failures only. */
  errors?: { field: string; message: string }[]
}
