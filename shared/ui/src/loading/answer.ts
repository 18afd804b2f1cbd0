/** The result of a call: an HTTP client's, or that of any other call whose expected failures are returned. */
export type Answer<Value, Failure> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly failure: Failure }
